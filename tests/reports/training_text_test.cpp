#include <catch2/catch.hpp>
#include <string>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

std::string text_of(const core::Snapshot& snapshot) {
  return to_text(make_report(snapshot).value(), {.width = 80, .color = false});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the text of a training run has epochs, result, size and warnings") {
  const auto text = text_of(testing::training_sweep());
  CHECK(has(text, "epoch  update       lr  train_loss  val_loss  val_accuracy  grad_norm"));
  CHECK(has(text, "    5     500     0.02         0.2      0.22         0.897        2.5"));
  CHECK(has(text, "val_accuracy 0.897 (best 0.903 after 400 updates), test_accuracy 0.9012\n"));
  CHECK(has(text, "206922 parameters, 8.3 MFLOP a sample forward\n"));
  CHECK(has(text, "warning: the rate never falls: 0.1 from the first update to the last\n"));
  CHECK(has(text, "loss against update"));
}

TEST_CASE("the text of a diverged run says where and at which rate") {
  const auto text = text_of(testing::diverged_training());
  CHECK(has(text, "diverged: the loss is nan at update 40 of 500, rate 30\n"));
}

}  // namespace lrsweep::reports
