#include "reports/text_style.hpp"

namespace lrsweep::reports {
namespace {

std::string_view code(Ink ink) {
  switch (ink) {
    case Ink::kPlain:
      return "";
    case Ink::kBold:
      return "1";
    case Ink::kDim:
      return "2";
    case Ink::kGood:
      return "1;32";
    case Ink::kWarn:
      return "1;33";
    case Ink::kBad:
      return "1;31";
    case Ink::kCurve:
      return "36";
  }
  return "";
}

}  // namespace

std::string inked(std::string_view text, Ink ink, bool color) {
  if (!color || ink == Ink::kPlain) return std::string(text);
  return "\x1b[" + std::string(code(ink)) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace lrsweep::reports
