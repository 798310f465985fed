#include <iterator>
#include <string>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "reports/report.hpp"

namespace lrsweep::reports {
namespace {

// Empty where the report has null: NaN, infinity, unknown.
std::string cell(const core::Json& list, std::size_t row) {
  if (row >= list.size() || !list[row].is_number()) return "";
  if (list[row].is_number_integer()) return std::to_string(list[row].get<std::int64_t>());
  return core::number_text(list[row].get<double>());
}

}  // namespace

std::string to_csv(const core::Json& report) {
  std::string csv = "run,repeat,rung,lr,loss,smoothed,grad_norm,clipped_share\n";
  for (const core::Json& curve : report["curves"]) {
    for (std::size_t i = 0; i < curve["lr"].size(); ++i) {
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{}\n",
                     curve["run"].get<std::int64_t>(), curve["repeat"].get<int>(),
                     cell(curve["rung"], i), cell(curve["lr"], i), cell(curve["loss"], i),
                     cell(curve["smoothed"], i), cell(curve["grad_norm"], i),
                     cell(curve["clipped_share"], i));
    }
  }
  return csv;
}

}  // namespace lrsweep::reports
