#include "reports/utc.hpp"

#include <charconv>
#include <chrono>

namespace lrsweep::reports {
namespace {

std::optional<int> digits(std::string_view text, std::size_t from, std::size_t count) {
  int value = 0;
  const char* const begin = text.data() + from;
  const auto [end, error] = std::from_chars(begin, begin + count, value);
  if (error != std::errc() || end != begin + count || value < 0) return std::nullopt;
  return value;
}

std::optional<std::chrono::milliseconds> since_epoch(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd.dddZ";
  if (text.size() != kShape.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] != 'd' && text[i] != kShape[i]) return std::nullopt;
  }
  const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  const auto milli = digits(text, 20, 3);
  if (!year || !month || !day || !hour || !minute || !second || !milli) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hour) +
         std::chrono::minutes(*minute) + std::chrono::seconds(*second) +
         std::chrono::milliseconds(*milli);
}

}  // namespace

std::optional<double> seconds_between(std::string_view from, std::string_view to) {
  const auto start = since_epoch(from);
  const auto end = since_epoch(to);
  if (!start || !end) return std::nullopt;
  return std::chrono::duration<double>(*end - *start).count();
}

}  // namespace lrsweep::reports
