#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "core/json.hpp"
#include "finders/schedules/spec_schedule.hpp"
#include "tests/support/temporary_folder.hpp"
#include "trainer/safetensors.hpp"
#include "trainer/train/epoch_order.hpp"
#include "trainer/train/train_run.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::int64_t kSamples = 83;
constexpr std::int64_t kHeldOut = 20;

// Images by the formula of golden_batch(): the first train, the last are held out.
PreparedData small_data() {
  std::vector<at::Tensor> images;
  std::vector<at::Tensor> labels;
  for (std::int64_t update = 0; update * kBatch < kSamples + kHeldOut; ++update) {
    const auto batch = golden_batch(update);
    images.push_back((batch.inputs * 64 + 127.5).round().to(at::kByte).contiguous());
    labels.push_back(batch.targets);
  }
  PreparedData data;
  data.inputs = at::cat(images).narrow(0, 0, kSamples + kHeldOut).contiguous();
  data.targets = at::cat(labels).narrow(0, 0, kSamples + kHeldOut).contiguous();
  data.split = {at::arange(kSamples, at::kLong), at::arange(kHeldOut, at::kLong) + kSamples};
  data.normalization = {at::full({1, 1, 1, 1}, 127.5), at::full({1, 1, 1, 1}, 64.0)};
  data.shape = kShape;
  return data;
}

// Keeps what it is told; stops the run once so many updates are done.
class Listener final : public RunListener {
 public:
  explicit Listener(std::int64_t stop_at = -1) : stop_at_(stop_at) {}
  bool cancelled() override { return stop_at_ >= 0 && done >= stop_at_; }
  void on_rung(const core::RangePoint&, std::int64_t) override {}
  void on_updates(std::int64_t now, std::int64_t, std::vector<core::MetricPoint> points) override {
    done = now;
    for (auto& point : points) all[{point.name, point.update}] = point.value;
  }
  [[nodiscard]] double value(const std::string& name, std::int64_t update) const {
    const auto found = all.find({name, update});
    return found == all.end() ? std::nan("") : found->second;
  }
  [[nodiscard]] std::vector<double> series(const std::string& name) const {
    std::vector<double> values;
    for (const auto& [key, value] : all) {
      if (key.first == name) values.push_back(value);
    }
    return values;
  }

  std::int64_t done = 0;
  std::map<std::pair<std::string, std::int64_t>, double> all;

 private:
  std::int64_t stop_at_;
};

const Settings kSmall{
    {"model.name", "mlp"},    {"model.hidden", "[24]"},      {"batch_size", "16"},
    {"lr", "0.05"},           {"train.epochs", "3"},         {"warmup", "2"},
    {"model.dropout", "0.2"}, {"data.augment", "crop_flip"}, {"train.ema", "0.9"}};

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

TrainOutcome train(const Settings& settings, Listener& listener,
                   const std::filesystem::path& folder = {}) {
  const auto spec = spec_with(settings);
  const auto data = small_data();
  SingleRank group;
  const TrainRequest request{
      .setup = {spec, data, 5, c10::Device(c10::kCPU), group},
      .checkpoints = folder,
      .test_data = [] { return core::fail(core::ErrorKind::kData, "no test data"); },
      .peak_memory = [] { return std::int64_t{0}; }};
  auto outcome = run_training(request, listener);
  INFO((outcome ? "" : outcome.error().message));
  REQUIRE(outcome.has_value());
  return *outcome;
}

core::Result<TrainOutcome> try_to_train(const Settings& settings) {
  const auto spec = spec_with(settings);
  const auto data = small_data();
  SingleRank group;
  Listener listener;
  return run_training({.setup = {spec, data, 5, c10::Device(c10::kCPU), group},
                       .checkpoints = {},
                       .test_data = {},
                       .peak_memory = [] { return std::int64_t{0}; }},
                      listener);
}

TEST_CASE("each epoch's batches are all samples once, in an order of its own") {
  const finders::TrainingPlan plan{.samples = 10, .batch = 4, .updates = 6};
  EpochOrder order(at::arange(10, at::kLong) + 100, plan, 3);
  std::vector<std::vector<std::int64_t>> epochs(2);
  for (std::int64_t t = 0; t < 6; ++t) {
    const at::Tensor batch = order.batch(t);
    const auto* first = batch.const_data_ptr<std::int64_t>();
    auto& epoch = epochs[static_cast<std::size_t>(t / 3)];
    epoch.insert(epoch.end(), first, first + batch.numel());
  }
  CHECK(epochs[0] != epochs[1]);
  for (const auto& epoch : epochs) {
    CHECK(epoch.size() == 10);
    CHECK(std::set<std::int64_t>(epoch.begin(), epoch.end()).size() == 10);
  }
  EpochOrder again(at::arange(10, at::kLong) + 100, plan, 3);
  CHECK(again.batch(4).equal(order.batch(4)));
}

TEST_CASE("a run records the schedule's rates, its losses and validations") {
  Listener listener;
  const auto outcome = train(kSmall, listener);
  CHECK(outcome.end == TrainEnd::kComplete);
  CHECK(outcome.updates_done == 18);  // 6 batches of 16 in 83 samples, 3 epochs
  const auto schedule =
      finders::make_schedule(spec_with(kSmall), {.lr = 0.05, .updates = 18, .updates_per_epoch = 6},
                             core::Goal::kMaximize);
  for (std::int64_t t = 0; t < 18; ++t) {
    CHECK(listener.value("batch_lr", t) == schedule->lr(t));
    CHECK(std::isfinite(listener.value("batch_loss", t)));
  }
  CHECK(listener.value("lr", 6) == schedule->lr(5));
  CHECK(listener.series("epoch") == std::vector<double>{1, 2, 3});
  CHECK(listener.series("val_accuracy").size() == 3);
  double sum = 0;
  for (std::int64_t t = 12; t < 18; ++t) {
    sum += listener.value("batch_loss", t) * (t == 17 ? 3 : 16);
  }
  CHECK(listener.value("train_loss", 18) == Approx(sum / 83));
  const auto metrics = core::parse_json(outcome.metrics_json, "metrics").value();
  CHECK(metrics["val_accuracy"] == listener.value("val_accuracy", 18));
  CHECK(metrics["metric"] == "val_accuracy");
  CHECK(metrics["parameters"] == (144 + 1) * 24 + (24 + 1) * 10);
}

TEST_CASE("training learns") {
  Listener listener;
  train(with(kSmall, {{"train.epochs", "30"}, {"model.dropout", "0"}, {"data.augment", "none"}}),
        listener);
  CHECK(listener.value("train_loss", 180) < 0.3 * listener.value("train_loss", 6));
}

// The weights after a run that was stopped and went on where told, once or several times.
TensorFile weights_after(const Settings& settings, const std::vector<std::int64_t>& stops) {
  const core::TemporaryFolder folder;
  // Short stretches, so that a stop is heard in the middle of an epoch too.
  const auto saving = with(settings, {{"train.save", "last"}, {"train.checkpoint_every", "5"}});
  for (const auto stop : stops) {
    Listener listener(stop);
    CHECK(train(saving, listener, folder.path()).end == TrainEnd::kCancelled);
  }
  Listener listener;
  CHECK(train(saving, listener, folder.path()).end == TrainEnd::kComplete);
  CHECK(listener.series("epoch").size() == 3);
  CHECK(listener.series("batch_loss").size() == 18);
  return read_safetensors(folder.path() / "last.safetensors").value();
}

TEST_CASE("a run that stops anywhere and goes on ends with the same bits") {
  const auto optimizers = {"sgd", "adamw"};
  for (const auto* optimizer : optimizers) {
    const auto settings = with(kSmall, {{"optimizer.name", optimizer}});
    const auto whole = weights_after(settings, {});
    REQUIRE(whole.tensors.size() == 4);
    for (const auto& stops : std::vector<std::vector<std::int64_t>>{{1}, {6}, {11}, {3, 9, 13}}) {
      const auto parts = weights_after(settings, stops);
      for (std::size_t i = 0; i < whole.tensors.size(); ++i) {
        CHECK(parts.tensors[i].values.equal(whole.tensors[i].values));
      }
    }
  }
}

TEST_CASE("a checkpoint of another spec is not gone on from") {
  const core::TemporaryFolder folder;
  Listener stopped(6);
  train(kSmall, stopped, folder.path());
  Listener listener;
  const auto outcome = train(with(kSmall, {{"lr", "0.06"}}), listener, folder.path());
  CHECK(core::parse_json(outcome.metrics_json, "")->contains("resumed_at_update") == false);
  Listener again(6);
  CHECK(train(kSmall, again, folder.path()).end == TrainEnd::kCancelled);
  Listener same;
  const auto resumed = train(kSmall, same, folder.path());
  CHECK(core::parse_json(resumed.metrics_json, "")->at("resumed_at_update") == again.done);
}

TEST_CASE("weights of the best validation are kept beside the last") {
  const core::TemporaryFolder folder;
  Listener listener;
  const auto outcome = train(with(kSmall, {{"train.save", "both"},
                                           {"lr", "1"},
                                           {"metric.name", "val_loss"},
                                           {"train.epochs", "8"}}),
                             listener, folder.path());
  const auto best = read_safetensors(folder.path() / "best.safetensors");
  REQUIRE(best.has_value());
  const auto metrics = core::parse_json(outcome.metrics_json, "").value();
  CHECK(best->metadata.at("lrsweep.updates") ==
        std::to_string(metrics["best"]["update"].get<int>()));
  const auto losses = listener.series("val_loss");
  CHECK(metrics["best"]["val_loss"] == *std::min_element(losses.begin(), losses.end()));
  CHECK(std::filesystem::exists(folder.path() / "last.safetensors"));
}

TEST_CASE("a loss that is not finite ends the run at its update, with the rate") {
  Listener listener;
  const auto outcome = train(
      with(kSmall, {{"lr", "1e30"}, {"schedule.name", "constant"}, {"warmup", "0"}}), listener);
  CHECK(outcome.end == TrainEnd::kDiverged);
  CHECK(outcome.updates_done < 18);
  CHECK(outcome.reason.find("rate 1e+30") != std::string::npos);
  CHECK(outcome.reason.find(" at update ") != std::string::npos);
}

TEST_CASE("patience ends a run early, and its best validation is reported") {
  Listener listener;
  const auto outcome = train(with(kSmall, {{"train.patience", "2"},
                                           {"train.epochs", "200"},
                                           {"lr", "1e-9"},
                                           {"train.min_delta", "0.5"}}),
                             listener);
  CHECK(outcome.end == TrainEnd::kComplete);
  CHECK(outcome.updates_done == 18);  // the first is the best, two more are not better
  CHECK(core::parse_json(outcome.metrics_json, "")->at("stopped_at_update") == 18);
}

TEST_CASE("everything that does not fit is said at once, before training") {
  const auto outcome = try_to_train(with(kSmall, {{"batch_size", "100"},
                                                  {"train.precision", "fp16"},
                                                  {"train.loss", "mse"},
                                                  {"metric.name", "val_r2"},
                                                  {"warmup", "500"}}));
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().kind == core::ErrorKind::kUsage);
  const auto& message = outcome.error().message;
  INFO(message);
  for (const auto* part :
       {"train.precision fp16: the device is a CPU",
        "train.batch_size 100: the training part has 83 samples",
        "metric.name val_r2: the targets are classes", "train.loss mse: the targets are classes",
        "schedule.warmup is 500, 167 times the run; allowed: less than the run"}) {
    CHECK(message.find(part) != std::string::npos);
  }
}

TEST_CASE("batch normalisation needs two rows in the last batch of an epoch") {
  const auto outcome = try_to_train(with(kSmall, {{"batch_size", "82"}, {"model.norm", "batch"}}));
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().message.find("the last batch of an epoch has 1 of 83 samples") !=
        std::string::npos);
}

}  // namespace
}  // namespace lrsweep::trainer
