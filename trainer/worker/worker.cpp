#include "trainer/worker/worker.hpp"

#include <fmt/format.h>
#include <torch/headeronly/version.h>

#include <utility>
#include <variant>

#include "core/json.hpp"
#include "core/spec.hpp"
#include "trainer/synthetic_run.hpp"
#include "trainer/worker/arithmetic.hpp"
#include "trainer/worker/process_setup.hpp"

namespace lrsweep::trainer {
namespace {

core::RunFailed failed(std::optional<core::RunId> run, WorkerFailure failure) {
  return {run, failure.cause, std::move(failure.message)};
}

std::string metrics_of(const RangeRunOutcome& outcome) {
  const core::Json metrics{{"stop", core::to_text(outcome.stop)},
                           {"parameters", outcome.parameters},
                           {"flops_per_sample", outcome.flops_per_sample}};
  return core::dump(metrics);
}

}  // namespace

void Worker::serve() {
  while (true) {
    std::visit([this](const auto& message) { on(message); }, channel_.next());
  }
}

void Worker::on(const core::Prepare& message) {
  try {
    const auto prepared = prepare(message);
    if (!prepared) {
      channel_.send(failed({}, failure_from(prepared.error())));
    } else if (rank_ == 0) {
      channel_.send(*prepared);
    }
    // The other ranks are ready once they have found rank 0.
  } catch (const std::exception& problem) {
    channel_.send(failed({}, failure_from(problem)));
  }
}

core::Result<core::Ready> Worker::prepare(const core::Prepare& message) {
  auto device = open_device(message.device);
  if (!device) return core::Failure(device.error());
  set_threads(message.threads);
  device_ = *device;
  rank_ = message.rank;
  world_ = message.world;
  data_ = std::make_unique<DataCache>(device_->device);
  if (world_ == 1 || rank_ != 0) return ready(0);
  auto bound = bind_store();
  store_ = std::move(bound.store);
  return ready(bound.port);
}

core::Ready Worker::ready(int port) const {
  return {.torch = TORCH_VERSION,
          .nccl = {},
          .device = device_->name,
          .memory_bytes = device_->memory_bytes,
          .port = port};
}

RankGroup& Worker::group() {
  if (!group_ && world_ == 1) group_ = std::make_unique<SingleRank>();
  if (!group_) group_ = make_group(store_, rank_, world_, device_->device);
  return *group_;
}

void Worker::on(const core::StoreAddress& address) {
  if (!device_ || world_ == 1 || rank_ == 0) {
    channel_.send(core::RunFailed{
        {}, core::Cause::kProtocol, "a store's address for a worker that needs none"});
    return;
  }
  try {
    store_ = connect_store(address.host, address.port);
    channel_.send(ready(0));
  } catch (const std::exception& problem) {
    channel_.send(failed({}, failure_from(problem)));
  }
}

void Worker::on(const core::RunCommand& command) {
  if (!device_) {
    channel_.send(core::RunFailed{command.run_id, core::Cause::kProtocol, "a run before prepare"});
    return;
  }
  channel_.send(train(command));
}

core::FromWorker Worker::train(const core::RunCommand& command) {
  channel_.begin_heartbeats();
  core::FromWorker answer;
  try {
    auto trained = train_unguarded(command);
    answer = trained ? std::move(*trained)
                     : core::FromWorker(failed(command.run_id, failure_from(trained.error())));
  } catch (const std::exception& problem) {
    answer = failed(command.run_id, failure_from(problem));
  }
  channel_.end_heartbeats();
  return answer;
}

core::Result<core::FromWorker> Worker::train_unguarded(const core::RunCommand& command) {
  if (auto log = redirect_output(command.log_path); !log) return core::Failure(log.error());
  const auto spec = core::parse_spec(command.spec_json, "spec of the run");
  if (!spec) return core::Failure(spec.error());
  ProgressSender sender(channel_, command.run_id, rank_ == 0);
  auto result = spec->text("model.name") == "synthetic" ? run_formula(command, *spec, sender)
                                                        : run_on_data(command, *spec, sender);
  sender.flush();
  return result;
}

core::Result<core::FromWorker> Worker::run_formula(const core::RunCommand& command,
                                                   const core::Spec& spec, ProgressSender& sender) {
  const SyntheticSetup setup{spec, command.seed, command.fold};
  const auto answered = [&](const auto& outcome) { return answer(command, outcome); };
  if (command.kind == core::SweepKind::kRangeTest) {
    return run_synthetic_range_test(setup, sender).map(answered);
  }
  return run_synthetic_training(setup, sender).map(answered);
}

core::Result<core::FromWorker> Worker::run_on_data(const core::RunCommand& command,
                                                   const core::Spec& spec, ProgressSender& sender) {
  const auto data = data_->get(spec);
  if (!data) return core::Failure(data.error());
  set_arithmetic(spec, device_->device);
  const TrainSetup setup{spec, **data, command.seed, device_->device, group()};
  const auto answered = [&](const auto& outcome) { return answer(command, outcome); };
  if (command.kind == core::SweepKind::kRangeTest) {
    return run_range_test(setup, sender).map(answered);
  }
  return run_training({.setup = setup,
                       .checkpoints = command.checkpoint_path,
                       .test_data = [&] { return data_->test(spec); },
                       .peak_memory = [&] { return peak_memory_bytes(device_->device); },
                       .make_graph = [&] { return make_step_graph(device_->device); }},
                      sender)
      .map(answered);
}

core::FromWorker Worker::stopped(const core::RunCommand& command) {
  const auto why = channel_.cancelled(command.run_id).value_or(core::Cause::kInterrupted);
  return core::RunFailed{command.run_id, why, "stopped on request"};
}

core::FromWorker Worker::answer(const core::RunCommand& command, const RangeRunOutcome& outcome) {
  if (outcome.cancelled) return stopped(command);
  return core::RunResult{command.run_id, outcome.updates_done, outcome.train_seconds,
                         metrics_of(outcome)};
}

core::FromWorker Worker::answer(const core::RunCommand& command, const TrainOutcome& outcome) {
  if (outcome.end == TrainEnd::kCancelled) return stopped(command);
  if (outcome.end == TrainEnd::kDiverged) {
    return core::RunFailed{command.run_id, core::Cause::kDiverged, outcome.reason};
  }
  return core::RunResult{command.run_id, outcome.updates_done, outcome.train_seconds,
                         outcome.metrics_json};
}

}  // namespace lrsweep::trainer
