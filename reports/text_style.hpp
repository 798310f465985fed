// ANSI styles that vanish where colour is off.
#pragma once

#include <string>
#include <string_view>

namespace lrsweep::reports {

enum class Ink { kPlain, kBold, kDim, kGood, kWarn, kBad, kCurve };

// `text` in that ink and back to normal; unchanged without colour.
[[nodiscard]] std::string inked(std::string_view text, Ink ink, bool color);

}  // namespace lrsweep::reports
