#include "reports/rate_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/json.hpp"

namespace lrsweep::reports {

std::string rate_text(double value) {
  std::string text = fmt::format("{:.3g}", value);
  if (std::abs(value) >= 999.5 && std::abs(value) < 1e5) text = fmt::format("{:.0f}", value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const bool negative = text[e + 1] == '-';
  std::size_t digit = e + 2;
  while (digit + 1 < text.size() && text[digit] == '0') ++digit;
  return text.substr(0, e + 1) + (negative ? "-" : "") + text.substr(digit);
}

std::string rate_text(const core::Json& value) {
  return value.is_number() ? rate_text(value.get<double>()) : "-";
}

}  // namespace lrsweep::reports
