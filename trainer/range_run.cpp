#include "trainer/range_run.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "core/check.hpp"
#include "core/seeds.hpp"
#include "core/spec_defaults.hpp"
#include "finders/lr_range_test.hpp"
#include "trainer/data/sample_stream.hpp"
#include "trainer/models/registry.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/train/rank_share.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {
namespace {

using core::SeedUse;

core::Result<void> check_fit(const TrainSetup& setup) {
  auto problems = problems_of_batches(setup);
  if (setup.spec.text("range_test.curve") == "val" && setup.data.split.validation.size(0) == 0) {
    problems.push_back(fmt::format("range_test.curve val: data.validation {} holds out no sample",
                                   core::validation_share(setup.spec)));
  }
  if (problems.empty()) return {};
  return core::fail(core::ErrorKind::kUsage, fmt::format("{}", fmt::join(problems, "\n")));
}

ModelSeeds model_seeds(std::int64_t seed, int rank) {
  return {core::stream_seed(seed, SeedUse::kInit),
          core::stream_seed(seed, SeedUse::kDropout, rank)};
}

// The held-out samples that are evaluated at every rung; undefined where the curve is of the
// training batches.
Batch probe_batch(const core::Spec& spec, const PreparedData& data) {
  if (spec.text("range_test.curve") != "val") return {};
  const auto& held_out = data.split.validation;
  return data.batch(held_out.narrow(0, 0, std::min(kProbeSamples, held_out.size(0))));
}

// An update whose numbers have not been read yet.
struct Queued {
  double lr = 0;
  at::Tensor numbers;  // float32 [3]: loss, gradient norm, clipped
};

class RangeRun {
 public:
  RangeRun(const TrainSetup& setup, finders::LrLadder ladder, std::unique_ptr<Model> model,
           std::unique_ptr<Optimizer> optimizer, const StepOptions& options)
      : setup_(setup),
        ladder_(ladder),
        test_(ladder, range_test_options(setup.spec)),
        model_(std::move(model)),
        optimizer_(std::move(optimizer)),
        options_(options),
        step_(*model_, *optimizer_, options_, setup.device),
        samples_(setup.data.split.train, core::stream_seed(setup.seed, SeedUse::kShuffle)),
        probe_(probe_batch(setup.spec, setup.data)) {}

  RangeRunOutcome run(RunListener& listener) {
    step_.use(setup_.group.average_gradients(model_->parameters()));
    const auto started = std::chrono::steady_clock::now();
    bool cancelled = false;
    while (test_.next_lr() && !cancelled) {
      const auto queued = queue_updates();
      cancelled = observe(queued, listener);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    return {.cancelled = cancelled,
            .stop = test_.stop().value_or(core::Stop::kEnd),
            .updates_done = done(),
            .train_seconds = took.count(),
            .parameters = model_->parameter_count(),
            .flops_per_sample = model_->flops_per_sample()};
  }

 private:
  [[nodiscard]] std::int64_t done() const {
    return static_cast<std::int64_t>(test_.points().size());
  }

  std::vector<Queued> queue_updates() {
    const auto most = setup_.device.is_cpu() ? 1 : kReadEvery;
    const auto count = std::min<std::int64_t>(most, test_.planned_rungs() - done());
    std::vector<Queued> queued;
    for (std::int64_t i = 0; i < count; ++i) queued.push_back(update(ladder_.lr(done() + i)));
    return queued;
  }

  Queued update(double lr) {
    const auto share = share_of(setup_.spec.integer("train.batch_size"), setup_.group);
    const double weight = share.weight;
    const Batch batch = setup_.data.batch(
        samples_.next(setup_.spec.integer("train.batch_size")).narrow(0, share.begin, share.count));
    model_->begin_update(batches_++);
    at::Tensor probe_loss;
    if (probe_.inputs.defined()) probe_loss = evaluate_loss(*model_, probe_, options_);
    const StepOutcome outcome = step_.run(batch, lr, weight);
    // The sum over ranks of loss·weight/world is the mean over all samples.
    const at::Tensor loss = probe_loss.defined() ? probe_loss : outcome.loss * weight;
    return {lr, at::stack({loss, outcome.grad_norm, outcome.clipped})};
  }

  // Reads the numbers, averages them over ranks, and hands them to the test. True where any rank
  // was told to stop: together with the losses, so that all end at the same update.
  bool observe(const std::vector<Queued>& queued, RunListener& listener) {
    std::vector<double> numbers = read(queued);
    numbers.push_back(listener.cancelled() ? 1 : 0);
    setup_.group.sum(numbers);
    const double world = setup_.group.world();
    for (std::size_t i = 0; i < queued.size() && test_.next_lr(); ++i) {
      LRSWEEP_CHECK(*test_.next_lr() == queued[i].lr, "the ladder and the test disagree");
      const auto* row = numbers.data() + 3 * i;
      const finders::Observation seen{row[0] / world, row[1] / world, row[2] / world};
      const core::RangePoint point{done(), queued[i].lr, seen.loss, seen.grad_norm,
                                   seen.clipped_share};
      test_.observe(seen);
      listener.on_rung(point, test_.planned_rungs());
    }
    return numbers.back() > 0;
  }

  static std::vector<double> read(const std::vector<Queued>& queued) {
    std::vector<at::Tensor> rows;
    for (const auto& update : queued) rows.push_back(update.numbers);
    const at::Tensor all = at::cat(rows).to(at::kCPU, at::kDouble);
    const auto* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
  }

  TrainSetup setup_;
  finders::LrLadder ladder_;
  finders::LrRangeTest test_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Optimizer> optimizer_;
  StepOptions options_;
  TrainStep step_;
  SampleStream samples_;
  Batch probe_;
  std::int64_t batches_ = 0;  // queued so far
};

}  // namespace

core::Result<finders::LrLadder> make_ladder(const core::Spec& spec) {
  const auto shape = spec.text("range_test.shape") == "linear" ? finders::LadderShape::kLinear
                                                               : finders::LadderShape::kExp;
  return finders::LrLadder::make(core::range_test_min_lr(spec), core::range_test_max_lr(spec),
                                 spec.integer("range_test.updates"), shape);
}

finders::RangeTestOptions range_test_options(const core::Spec& spec) {
  return {.stop_on_divergence = spec.flag("range_test.stop"),
          .extend_decades = static_cast<int>(spec.integer("range_test.extend"))};
}

core::Result<RangeRunOutcome> run_range_test(const TrainSetup& setup, RunListener& listener) {
  if (auto fit = check_fit(setup); !fit) return core::Failure(fit.error());
  const auto ladder = make_ladder(setup.spec);
  if (!ladder) return core::Failure(ladder.error());
  auto model = make_model(setup.spec, setup.data.shape, model_seeds(setup.seed, setup.group.rank()),
                          setup.device);
  if (!model) return core::Failure(model.error());
  auto optimizer = make_optimizer(setup.spec, (*model)->parameters());
  if (!optimizer) return core::Failure(optimizer.error());
  const auto options = step_options(setup.spec, setup.data.classification);
  if (!options) return core::Failure(options.error());
  return RangeRun(setup, *ladder, std::move(*model), std::move(*optimizer), *options).run(listener);
}

}  // namespace lrsweep::trainer
