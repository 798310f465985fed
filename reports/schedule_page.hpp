// Schedules as a page: rates (and momenta) against updates.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lrsweep::reports {

struct ScheduleSeries {
  std::string name;  // "cosine", or the JSON that was asked for
  std::vector<double> lr;
  std::vector<std::optional<double>> momentum;  // nothing where the schedule leaves it alone
};

struct SchedulePreview {
  std::vector<ScheduleSeries> series;
  double updates_per_epoch = 0;  // 0 where unknown
};

// `plain`: the same in words.
[[nodiscard]] std::string schedule_page(const SchedulePreview& preview, const std::string& plain);

}  // namespace lrsweep::reports
