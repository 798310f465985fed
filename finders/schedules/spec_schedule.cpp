#include "finders/schedules/spec_schedule.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/json.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {
namespace {

bool brings_warmup(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"one_cycle", "cyclic", "noam", "sequence"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

core::Json schedule_json(const core::Spec& spec, core::Goal goal) {
  auto json = core::Json::object();
  for (const auto& [key, value] : spec.document().at("schedule").items()) {
    if (!value.is_null()) json[key] = value;
  }
  const auto name = json.at("name").get<std::string>();
  if (!json.contains("warmup") && !brings_warmup(name)) json["warmup"] = "5%";
  if (name == "plateau" && !json.contains("mode")) {
    json["mode"] = goal == core::Goal::kMaximize ? "max" : "min";
  }
  return json;
}

core::Result<Schedule> make_schedule(const core::Spec& spec, const ScheduleRun& run,
                                     core::Goal goal) {
  return make_schedule(schedule_json(spec, goal), run, "schedule");
}

core::Result<std::int64_t> updates_of(const core::Json& duration, const ScheduleRun& run,
                                      std::string_view key) {
  const auto dot = key.rfind('.');
  const auto name = key.substr(dot == std::string_view::npos ? 0 : dot + 1);
  const core::Json object{{std::string(name), duration}};
  ScheduleParams params(object, std::string(key.substr(0, dot)));
  const auto updates = params.duration(name, std::nullopt,
                                       {.lr = run.lr,
                                        .updates = run.updates,
                                        .total = run.updates,
                                        .warmup = 0,
                                        .updates_per_epoch = run.updates_per_epoch});
  if (const auto finished = params.finish(key); !finished) return tl::unexpected(finished.error());
  return updates;
}

}  // namespace lrsweep::finders
