#include "finders/schedules/registry.hpp"

#include <algorithm>
#include <array>

#include "finders/schedules/cosine.hpp"
#include "finders/schedules/cyclic.hpp"
#include "finders/schedules/exponential.hpp"
#include "finders/schedules/inverse_sqrt.hpp"
#include "finders/schedules/one_cycle.hpp"
#include "finders/schedules/plateau_schedule.hpp"
#include "finders/schedules/polynomial.hpp"
#include "finders/schedules/sequence.hpp"
#include "finders/schedules/step.hpp"
#include "finders/schedules/wsd.hpp"

namespace lrsweep::finders {
namespace {

constexpr std::array kSchedules{
    ScheduleEntry{"constant", make_constant, false, "", "the base rate throughout"},
    ScheduleEntry{"step", make_step, false, "every, gamma 0.1", "down by gamma every so often"},
    ScheduleEntry{"multistep", make_multistep, false, "at [...], gamma 0.1",
                  "down by gamma at given updates"},
    ScheduleEntry{"exponential", make_exponential, false,
                  "gamma and per update|epoch, or end_factor", "down by the same factor each time"},
    ScheduleEntry{"linear", make_linear, false, "end_factor 0", "down a straight line"},
    ScheduleEntry{"polynomial", make_polynomial, false, "power 1, end_factor 0",
                  "down a power of what is left"},
    ScheduleEntry{"cosine", make_cosine, false, "min_lr 0 or end_factor", "down half a cosine"},
    ScheduleEntry{"cosine_restarts", make_cosine_restarts, false, "first, mult 1, min_lr 0",
                  "half cosines, each beginning at the base rate"},
    ScheduleEntry{"one_cycle", make_one_cycle, false,
                  "pct_start 0.3, div 25, final_div 1e4, anneal cos|linear, three_phase false, "
                  "momentum [0.85, 0.95]",
                  "up to the base rate and down, momentum against it"},
    ScheduleEntry{"cyclic", make_cyclic, false,
                  "base_lr, up, down = up, mode triangular|triangular2|exp_range, gamma 1, "
                  "momentum null",
                  "triangles between base_lr and the base rate"},
    ScheduleEntry{"inverse_sqrt", make_inverse_sqrt, false, "timescale = warmup or 10000",
                  "down as 1/sqrt(t)"},
    ScheduleEntry{"noam", make_noam, true, "d_model, warmup", "the Transformer's schedule"},
    ScheduleEntry{"wsd", make_wsd, false,
                  "stable = the rest, decay 20%, shape linear|cosine|sqrt, end_factor 0",
                  "flat, then down at the end"},
    ScheduleEntry{"flat_cosine", make_flat_cosine, false, "pct 0.75",
                  "flat, then down half a cosine"},
    ScheduleEntry{"plateau", make_plateau, false,
                  "factor 0.1, patience 10, threshold 1e-4, cooldown 0, min_lr 0, mode min|max",
                  "down when the metric stops improving"},
    ScheduleEntry{"sequence", make_sequence, false, "parts [{schedule, for}, ...]",
                  "schedules one after another"},
};

}  // namespace

std::span<const ScheduleEntry> schedules() { return kSchedules; }

const ScheduleEntry* find_schedule(std::string_view name) {
  const auto* found = std::find_if(kSchedules.begin(), kSchedules.end(),
                                   [&](const ScheduleEntry& entry) { return entry.name == name; });
  return found == kSchedules.end() ? nullptr : found;
}

}  // namespace lrsweep::finders
