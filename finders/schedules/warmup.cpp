#include "finders/schedules/warmup.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/json.hpp"

namespace lrsweep::finders {
namespace {

Warmup read_object(const core::Json& object, ScheduleParams& outer, const ScheduleAxis& axis) {
  ScheduleParams params(object, outer.where() + ".warmup");
  Warmup warmup;
  warmup.updates = params.duration("updates", std::nullopt, axis, 0);
  warmup.shape = params.choice("shape", {"linear", "cosine", "exponential", "constant"});
  const bool needs_start = warmup.shape == "exponential";
  if (params.has("start_factor")) {
    warmup.start_factor =
        params.number("start_factor", std::nullopt, needs_start ? Range{0, 1, true} : kShare);
  }
  const auto finished = params.finish("the warm-up");
  if (!finished) outer.add_problems(finished.error().message);
  return warmup;
}

}  // namespace

double Warmup::share(double t) const {
  const auto count = static_cast<double>(updates);
  if (shape == "constant") return start_factor.value_or(0.1);
  if (shape == "exponential") return std::pow(start_factor.value_or(0.01), 1 - t / count);
  const double a = start_factor.value_or(0);
  const double x = (start_factor ? t : t + 1) / count;
  if (shape == "cosine") return a + (1 - a) * (1 - std::cos(std::numbers::pi * x)) / 2;
  return a + (1 - a) * x;
}

Warmup read_warmup(ScheduleParams& params, const ScheduleAxis& axis) {
  Warmup warmup;
  if (!params.has("warmup")) return warmup;
  if (params.raw("warmup").is_object()) {
    warmup = read_object(params.raw("warmup"), params, axis);
  } else {
    warmup.updates = params.duration("warmup", std::nullopt, axis, 0);
  }
  if (warmup.updates < axis.total) return warmup;
  const double share = static_cast<double>(warmup.updates) / static_cast<double>(axis.total);
  params.problem("warmup", fmt::format("is {}, {:.3g} times the run; allowed: less than the run",
                                       core::dump(params.raw("warmup")), share));
  return {};
}

}  // namespace lrsweep::finders
