#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "finders/lr_suggestion.hpp"
#include "reports/rate_text.hpp"
#include "reports/report.hpp"
#include "reports/text_plot.hpp"
#include "reports/text_style.hpp"
#include "reports/training_text.hpp"

namespace lrsweep::reports {
namespace {

std::string foreign(const core::Json& value) {
  return value.is_string() ? core::printable(value.get_ref<const std::string&>()) : "";
}

// Breaks at blanks; a word longer than the line stands alone.
std::string wrapped(const std::string& text, int width) {
  std::istringstream words(text);
  std::string out;
  std::string word;
  std::size_t used = 0;
  const auto room = static_cast<std::size_t>(std::max(width, 20));
  while (words >> word) {
    if (used != 0 && used + 1 + word.size() > room) {
      out += '\n';
      used = 0;
    } else if (used != 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += word.size();
  }
  return out + "\n";
}

bool is_range_test(const core::Json& sweep) { return sweep["kind"] == "range_test"; }

std::string kind_text(const core::Json& sweep) {
  return is_range_test(sweep) ? "range test" : foreign(sweep["kind"]);
}

std::string title_lines(const core::Json& sweep, const TextStyle& style) {
  const core::Json& counts = sweep["counts"];
  const std::int64_t ended =
      counts["complete"].get<std::int64_t>() + counts["diverged"].get<std::int64_t>();
  const std::string time = sweep["seconds"].is_number()
                               ? ", " + core::duration_text(sweep["seconds"].get<double>())
                               : "";
  return fmt::format("{}  {}\n", inked(foreign(sweep["name"]), Ink::kBold, style.color),
                     inked(fmt::format("{} {}, {}, {} of {} runs{}", kind_text(sweep),
                                       sweep["id"].get<std::int64_t>(), foreign(sweep["state"]),
                                       ended, counts["runs"].get<std::int64_t>(), time),
                           Ink::kDim, style.color));
}

Ink verdict_ink(std::string_view verdict, bool has_rate) {
  if (verdict == "ok") return Ink::kGood;
  return has_rate ? Ink::kWarn : Ink::kBad;
}

std::string rates_text(const core::Json& suggestion, const TextStyle& style) {
  std::string out = fmt::format(
      "  peak_lr      {}  for a schedule with warm-up and decay\n"
      "  constant_lr  {}  for a constant rate\n",
      inked(fmt::format("{:<9}", rate_text(suggestion["lr"])), Ink::kBold, style.color),
      inked(fmt::format("{:<9}", rate_text(suggestion["constant_lr"])), Ink::kBold, style.color));
  if (suggestion["low"].is_number() && suggestion["seeds"].get<int>() > 1) {
    out += fmt::format("  band         {} to {} over {} seeds ({:.2f} decades)\n",
                       rate_text(suggestion["low"]), rate_text(suggestion["high"]),
                       suggestion["seeds"].get<int>(), suggestion["width_decades"].get<double>());
  }
  return out;
}

std::string suggestion_text(const core::Json& suggestion, const TextStyle& style) {
  const std::string verdict = foreign(suggestion["verdict"]);
  const bool has_rate = suggestion["lr"].is_number();
  std::string out = fmt::format(
      "{}  ({})\n",
      inked(foreign(suggestion["headline"]), verdict_ink(verdict, has_rate), style.color), verdict);
  if (has_rate) out += rates_text(suggestion, style);
  return out + wrapped(foreign(suggestion["advice"]), style.width);
}

}  // namespace

std::string to_text(const core::Json& report, const TextStyle& style) {
  std::string out = title_lines(report["sweep"], style);
  for (const core::Json& note : report["notes"]) out += wrapped(foreign(note), style.width);
  out += "\n";
  if (!is_range_test(report["sweep"])) return out + training_text(report, style);
  const core::Json& suggestion = report["suggestion"];
  out += suggestion.is_object() ? suggestion_text(suggestion, style)
                                : std::string("No run has ended yet: nothing to suggest so far.\n");
  const std::string plot = plot_text(report, style);
  return plot.empty() ? out : out + "\n" + plot;
}

}  // namespace lrsweep::reports
