// Durable metric rows a second through the store: 1,000,000 rows in batches of 100, flushed at the
// end.
//
//   bench_storage FOLDER
#include <chrono>
#include <cstdio>

#include "storage/sqlite_store.hpp"

using namespace lrsweep;

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: bench_storage FOLDER\n"), 2;
  auto store = storage::SqliteStore::open(argv[1]);
  if (!store) return std::fprintf(stderr, "%s\n", store.error().message.c_str()), 1;
  core::SweepRecord sweep;
  sweep.id = (*store)->next_ids().sweep;
  core::TrialRecord trial;
  trial.id = (*store)->next_ids().trial;
  trial.sweep_id = sweep.id;
  core::RunRecord run;
  run.id = (*store)->next_ids().run;
  run.trial_id = trial.id;
  (*store)->append({sweep, trial, run});
  constexpr int kRows = 1'000'000;
  constexpr int kBatch = 100;
  const auto started = std::chrono::steady_clock::now();
  for (int update = 0; update < kRows; update += kBatch) {
    std::vector<core::Write> rows;
    for (int i = 0; i < kBatch; ++i) {
      rows.emplace_back(core::MetricRecord{run.id, 1, "loss", update + i, 0.5 * i});
    }
    (*store)->append(std::move(rows));
  }
  if (const auto done = (*store)->flush(); !done) {
    return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 1;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  std::printf("%.0f durable rows/s\n", kRows / took.count());
}
