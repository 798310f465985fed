#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text.hpp"
#include "core/words.hpp"
#include "reports/json_text.hpp"
#include "reports/rate_text.hpp"
#include "reports/sections.hpp"

namespace lrsweep::reports {
namespace {

using Points = std::vector<core::RangePointRecord>;

core::Json column(const Points& points, double core::RangePointRecord::*field) {
  core::Json list = core::Json::array();
  for (const core::RangePointRecord& point : points)
    list.push_back(core::json_number(point.*field));
  return list;
}

// As long as the raw columns: null from the stop on.
core::Json padded(const std::vector<double>& values, std::size_t size) {
  core::Json list = number_list(values);
  while (list.size() < size) list.push_back(nullptr);
  return list;
}

std::string loss_text(double loss) {
  if (std::isnan(loss)) return "not a number";
  if (std::isinf(loss)) return loss > 0 ? "infinite" : "minus infinite";
  return rate_text(loss);
}

core::Json stop_sentence(const AnalysedCurve& curve) {
  const core::RangePointRecord& last = curve.run->range_points.back();
  const std::string at = fmt::format("rung {}, lr {}", last.rung, rate_text(last.lr));
  if (!curve.stop) return nullptr;
  switch (*curve.stop) {
    case core::Stop::kEnd:
      return fmt::format("reached the end of the range ({})", at);
    case core::Stop::kDiverged:
      return fmt::format("diverged: the loss was {} at {}", loss_text(last.loss), at);
    case core::Stop::kNotFinite:
      return fmt::format("the loss was {} at {}", loss_text(last.loss), at);
  }
  return nullptr;
}

// Null for a run that was cut short: its end is not the end of its curve.
core::Json own_suggestion(const AnalysedCurve& curve) {
  if (!has_ended(curve.run->run.state) || !curve.problem.empty()) return nullptr;
  const finders::CurveSuggestion& own = curve.suggestion;
  return {{"verdict", core::to_text(own.verdict)},
          {"lr", core::json_number(own.lr)},
          {"steepest", core::json_number(own.steepest)},
          {"edge", core::json_number(own.edge)}};
}

core::Json curve_object(const AnalysedCurve& curve) {
  const core::RunRecord& run = curve.run->run;
  const Points& points = curve.run->range_points;
  core::Json object;
  object["run"] = run.id.value;
  object["repeat"] = run.repeat;
  object["fold"] = run.fold;
  object["seed"] = run.seed;
  object["state"] = core::to_text(run.state);
  object["stopped"] = curve.stop ? core::Json(core::to_text(*curve.stop)) : core::Json(nullptr);
  object["stopped_why"] = stop_sentence(curve);
  object["suggestion"] = own_suggestion(curve);
  object["methods"] = peers_object(curve.peers);
  object["rung"] = core::Json::array();
  for (const core::RangePointRecord& point : points) object["rung"].push_back(point.rung);
  object["lr"] = column(points, &core::RangePointRecord::lr);
  object["loss"] = column(points, &core::RangePointRecord::loss);
  object["smoothed"] = padded(curve.suggestion.smoothed, points.size());
  object["grad_norm"] = column(points, &core::RangePointRecord::grad_norm);
  object["clipped_share"] = column(points, &core::RangePointRecord::clipped_share);
  return object;
}

}  // namespace

core::Json curves_section(const Analysis& analysis) {
  core::Json section = core::Json::array();
  for (const AnalysedCurve& curve : analysis.curves) section.push_back(curve_object(curve));
  return section;
}

}  // namespace lrsweep::reports
