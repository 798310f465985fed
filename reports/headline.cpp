#include "reports/headline.hpp"

namespace lrsweep::reports {

std::string_view verdict_headline(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::kOk:
      return "A learning rate was found";
    case core::Verdict::kFlat:
      return "No learning rate: the loss never fell";
    case core::Verdict::kNotDiverged:
      return "A learning rate was found, but the range ended before training diverged";
    case core::Verdict::kNanAt:
      return "No learning rate: training diverged at the lowest rates";
    case core::Verdict::kTooFew:
      return "No learning rate: too few updates";
    case core::Verdict::kEdgeOfRange:
      return "A learning rate was found, but at an end of the range";
    case core::Verdict::kLowSnr:
      return "No learning rate: the seeds disagree";
    case core::Verdict::kClipSaturated:
      return "A learning rate was found, but gradient clipping hides divergence";
  }
  return "";
}

}  // namespace lrsweep::reports
