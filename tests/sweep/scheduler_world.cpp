#include "scheduler_world.hpp"

namespace lrsweep::sweep {

World::World(Options options) {
  state.setting = {.sweep = core::SweepId{7},
                   .host = "here",
                   .boot_id = "boot",
                   .out = "/out",
                   .threads_per_rank = 2,
                   .same_spec = options.same_spec,
                   .limits = options.limits};
  for (int i = 0; i < options.devices; ++i) {
    state.devices.push_back({.name = "cpu:" + std::to_string(i)});
  }
  const int trials = options.one_run_a_trial ? options.runs : 1;
  for (int i = 0; i < trials; ++i) {
    core::TrialRecord record;
    record.id = core::TrialId{i + 1};
    record.sweep_id = core::SweepId{7};
    record.number = i;
    add_trial(state, {.record = record, .spec_json = "{}", .devices = options.ranks});
  }
  for (int i = 0; i < options.runs; ++i) {
    const int trial = options.one_run_a_trial ? i : 0;
    core::RunRecord record;
    record.id = core::RunId{i + 1};
    record.trial_id = core::TrialId{trial + 1};
    record.repeat = options.one_run_a_trial ? 0 : i;
    add_run(state, record, {.trial = trial, .repeat = record.repeat, .fold = 0}, 0);
  }
}

void World::feed(const Event& event) {
  actions = handle(state, event, Now{time, "2026-12-01T00:00:00.000Z"});
  all.insert(all.end(), actions.begin(), actions.end());
  check_invariants(state);
}

void World::advance(double seconds) {
  time += std::chrono::duration_cast<core::Instant::duration>(core::Seconds(seconds));
  feed(Tick{});
}

void World::start(int id) {
  std::vector<WorkerProcess> processes;
  for (std::size_t rank = 0; rank < group(id).ranks.size(); ++rank) {
    processes.push_back({static_cast<int>(rank), 1000 + id * 10 + static_cast<int>(rank), 5});
  }
  feed(GroupStarted{GroupId{id}, processes});
}

void World::message(int id, core::FromWorker message, int rank) {
  feed(MessageArrived{GroupId{id}, rank, std::move(message)});
}

void World::ready(int id) {
  start(id);
  const auto ranks = static_cast<int>(group(id).ranks.size());
  for (int rank = 0; rank < ranks; ++rank) {
    core::Ready answer;
    answer.port = ranks > 1 && rank == 0 ? 4242 : 0;
    message(id, answer, rank);
  }
}

void World::result(int id) {
  core::RunResult result;
  result.run_id = run_of(id);
  result.updates_done = 100;
  result.metrics_json = R"({"stop":"end"})";
  message(id, result);
}

void World::progress(int id, std::int64_t update) {
  core::Progress progress;
  progress.run_id = run_of(id);
  progress.update = update;
  progress.range_points = {{update, 0.1, 2.5, 1.0, 0.0}};
  message(id, progress);
}

void World::fail(int id, core::Cause cause, const std::string& why) {
  message(id, core::RunFailed{run_of(id), cause, why});
}

void World::exit(int id, GroupExit how, int rank) { feed(RankExited{GroupId{id}, rank, how}); }

void World::leave_all(int id) {
  const auto ranks = static_cast<int>(group(id).ranks.size());
  for (int rank = 0; rank < ranks; ++rank) leave(id, rank);
}

std::vector<std::string> World::event_kinds() const {
  std::vector<std::string> kinds;
  for (const auto& event : rows<core::EventRecord>()) kinds.push_back(event.kind);
  return kinds;
}

}  // namespace lrsweep::sweep
