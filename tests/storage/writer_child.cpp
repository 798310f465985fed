// Writes metric rows for ever and prints the highest sequence that is durable, a line each, until
// it is killed: for the tests that kill a writer.
#include <cstdio>

#include "storage/sqlite_store.hpp"

using namespace lrsweep;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto store = storage::SqliteStore::open(argv[1]);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  (*store)->on_durable([](core::Result<storage::Sequence> durable) {
    if (durable) std::printf("%llu\n", static_cast<unsigned long long>(*durable));
    std::fflush(stdout);
  });
  core::SweepRecord sweep;
  sweep.id = {1};
  core::TrialRecord trial;
  trial.id = {1};
  trial.sweep_id = {1};
  core::RunRecord run;
  run.id = {1};
  run.trial_id = {1};
  (*store)->append({sweep, trial, run});
  // Three rows before: metric row k has sequence k + 3.
  for (std::int64_t update = 1;; ++update) {
    (*store)->append({core::MetricRecord{{1}, 1, "loss", update, static_cast<double>(update)}});
    if (update % 500 == 0 && !(*store)->flush()) return 1;
  }
}
