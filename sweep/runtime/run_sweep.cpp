#include "sweep/runtime/run_sweep.hpp"

#include <unistd.h>
#include <csignal>

#include <fstream>

#include <fmt/format.h>

#include "core/clock.hpp"
#include "core/json.hpp"
#include "storage/reader.hpp"
#include "storage/sqlite_store.hpp"
#include "sweep/devices/cores.hpp"
#include "sweep/devices/resolve.hpp"
#include "sweep/devices/system_inventory.hpp"
#include "sweep/runtime/driver.hpp"
#include "sweep/runtime/event_loop.hpp"
#include "sweep/runtime/plan.hpp"
#include "sweep/runtime/process_launcher.hpp"
#include "sweep/runtime/suggestions.hpp"

namespace lrsweep::sweep {
namespace {

using core::ErrorKind;
using core::Result;

constexpr std::chrono::milliseconds kTickPeriod{250};

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return id;
}

bool wants_cuda(const SweepRequest& request) {
  return !request.devices.empty() && request.devices.front().starts_with("cuda");
}

Result<void> check_devices(const SweepRequest& request) {
  const auto needed = request.spec.integer("resources.devices_per_trial");
  const auto there = static_cast<std::int64_t>(request.devices.size());
  if (there >= needed) return {};
  return core::fail(
      ErrorKind::kNoDevice,
      fmt::format("resources.devices_per_trial = {}, but resources.devices = {} has {}", needed,
                  request.spec.text("resources.devices"), there));
}

Result<ProcessLauncherOptions> launcher_options(const SweepRequest& request) {
  const bool cuda = wants_cuda(request);
  auto worker = find_worker(cuda);
  if (!worker) return tl::unexpected(worker.error());
  ProcessLauncherOptions options{.worker = *worker};
  if (!cuda) return options;
  for (const auto& device : SystemInventory().look().cuda) {
    options.visible_as[device.name] = device.uuid;
  }
  return options;
}

Result<Plan> make_plan(const SweepRequest& request, const storage::SqliteStore& store,
                       const core::Clock& clock) {
  const PlanInput input{
      .next_ids = store.next_ids(),
      .utc = clock.utc(),
      .host = host_name(),
      .boot_id = boot_id(),
      .threads_per_rank = threads_per_slot(usable_cores(), request.devices.size())};
  if (!request.resume) return plan_sweep(request, input);
  const auto reader = storage::Reader::open(request.out);
  if (!reader) return tl::unexpected(reader.error());
  const auto before = (*reader)->snapshot(*request.resume);
  if (!before) return tl::unexpected(before.error());
  return plan_resume(request, *before, input);
}

// Waits for events until the scheduler has finished.
void run_loop(EventLoop& loop, Driver& driver, storage::Store& store, Progress& progress) {
  driver.on_finish([&] { loop.stop(); });
  int signals = 0;
  loop.on_signals({SIGINT, SIGTERM, SIGHUP}, [&](int number) {
    driver.push(StopRequested{.signal = number, .force = ++signals > 1});
  });
  loop.every(kTickPeriod, [&] {
    driver.push(Tick{});
    progress.tick();
  });
  store.on_durable([&loop, &driver](Result<storage::Sequence> durable) {
    loop.post([&driver, durable = std::move(durable)] { driver.on_durable(durable); });
  });
  driver.push(Tick{});
  if (!driver.state().finished) loop.run();
}

core::SweepState end_state(const State& state) {
  if (state.stop && state.stop->signal != 0) return core::SweepState::kInterrupted;
  const auto counts = count_runs(state);
  if (counts.owed > 0 || counts.complete == 0) return core::SweepState::kFailed;
  return core::SweepState::kComplete;
}

SweepOutcome outcome_of(const State& state) {
  const auto counts = count_runs(state);
  return {.sweep = state.setting.sweep,
          .complete = counts.complete,
          .failed = counts.failed,
          .owed = counts.owed,
          .first_failure = state.first_failure,
          .first_failure_cause = state.first_failure_cause,
          .signal = state.stop ? state.stop->signal : 0,
          .stopped_why = state.stop && state.stop->signal == 0 ? state.stop->why : ""};
}

Result<void> write_suggestions(const SweepRequest& request, core::SweepId sweep,
                               storage::Store& store) {
  const auto reader = storage::Reader::open(request.out);
  if (!reader) return tl::unexpected(reader.error());
  const auto snapshot = (*reader)->snapshot(sweep);
  if (!snapshot) return tl::unexpected(snapshot.error());
  std::vector<core::Write> rows;
  for (auto& record : suggest_from(*snapshot)) rows.emplace_back(std::move(record));
  if (!rows.empty()) store.append(std::move(rows));
  return {};
}

// What the runs were compared by, now that the data have been seen.
void take_metric(core::SweepRecord& sweep, const State& state) {
  for (const auto& [id, run] : state.runs) {
    const auto metrics = core::parse_json(run.record.metrics_json, "metrics_json");
    if (!metrics || !metrics->contains("metric") || !metrics->contains("goal")) continue;
    sweep.metric = (*metrics)["metric"].get<std::string>();
    const auto goal = core::parse<core::Goal>((*metrics)["goal"].get<std::string>());
    sweep.goal = goal.value_or(sweep.goal);
    return;
  }
}

Result<void> close_sweep(const SweepRequest& request, core::SweepRecord sweep, const State& state,
                         storage::Store& store, const core::Clock& clock) {
  sweep.state = end_state(state);
  take_metric(sweep, state);
  if (sweep.state == core::SweepState::kComplete) {
    if (auto written = write_suggestions(request, sweep.id, store); !written) return written;
  }
  if (sweep.state != core::SweepState::kInterrupted) sweep.finished_utc = clock.utc();
  store.append({sweep, core::EventRecord{
                           .sweep_id = sweep.id,
                           .at_utc = clock.utc(),
                           .kind = "sweep_ended",
                           .detail_json = core::dump({{"state", core::to_text(sweep.state)}})}});
  return store.flush();
}

}  // namespace

Result<SweepOutcome> run_sweep(const SweepRequest& request, Progress& progress) {
  const core::SystemClock clock;
  if (auto enough = check_devices(request); !enough) return tl::unexpected(enough.error());
  auto options = launcher_options(request);
  if (!options) return tl::unexpected(options.error());
  auto opened = storage::SqliteStore::open(request.out);
  if (!opened) return tl::unexpected(opened.error());
  auto& store = **opened;
  auto plan = make_plan(request, store, clock);
  if (!plan) return tl::unexpected(plan.error());

  progress.sweep_started(plan->sweep.id, plan->sweep.name, plan->runs, plan->done);
  for (const auto& warning : store.warnings()) progress.note(warning);
  store.append(std::move(plan->rows));
  EventLoop loop;
  ProcessLauncher launcher(loop, std::move(*options));
  Driver driver(std::move(plan->state), {launcher, store, clock, progress});
  run_loop(loop, driver, store, progress);

  const auto flushed = store.flush();
  store.on_durable([](const auto&) {});  // the loop ends before the store does
  if (!flushed) return tl::unexpected(flushed.error());
  driver.on_durable(driver.last_sequence());
  if (driver.state().stop && driver.state().stop->storage_error) {
    return core::fail(ErrorKind::kStorage, *driver.state().stop->storage_error);
  }
  if (auto closed = close_sweep(request, plan->sweep, driver.state(), store, clock); !closed) {
    return tl::unexpected(closed.error());
  }
  return outcome_of(driver.state());
}

}  // namespace lrsweep::sweep
