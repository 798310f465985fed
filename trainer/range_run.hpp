// One run of a range test: a model of its own is trained up the ladder of rates that finders/
// gives, until that says stop.
//
// Nothing outlives the run: model, optimizer and random streams are made from its seed, so a warm
// process gives the same bits as a fresh one.
//
// Losses decide when it stops, and reading one waits for the device. On the CPU each is read after
// its update. On CUDA kReadEvery updates are queued and then read at once; those queued after the
// one that stops the test are thrown away with the model, so the curve is the same.
#pragma once

#include <cstdint>

#include "core/result.hpp"
#include "core/words.hpp"
#include "finders/lr_range_test.hpp"
#include "trainer/run_listener.hpp"
#include "trainer/train/train_setup.hpp"

namespace lrsweep::trainer {

inline constexpr std::int64_t kReadEvery = 8;
inline constexpr std::int64_t kProbeSamples = 1024;

struct RangeRunOutcome {
  bool cancelled = false;
  core::Stop stop = core::Stop::kEnd;  // where it was not cancelled
  std::int64_t updates_done = 0;
  double train_seconds = 0;  // from the first update on
  std::int64_t parameters = 0;
  std::int64_t flops_per_sample = 0;
};

// The section range_test of the spec as finders/ takes it.
[[nodiscard]] core::Result<finders::LrLadder> make_ladder(const core::Spec& spec);
[[nodiscard]] finders::RangeTestOptions range_test_options(const core::Spec& spec);

// kUsage where spec and data do not fit (all ranks find the same). Exceptions of the library pass
// through.
[[nodiscard]] core::Result<RangeRunOutcome> run_range_test(const TrainSetup& setup,
                                                           RunListener& listener);

}  // namespace lrsweep::trainer
