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

#include <c10/core/Device.h>

#include <cstdint>

#include "core/messages.hpp"
#include "core/result.hpp"
#include "core/spec.hpp"
#include "core/words.hpp"
#include "trainer/data/prepared_data.hpp"
#include "trainer/rank_group.hpp"

namespace lrsweep::trainer {

inline constexpr std::int64_t kReadEvery = 8;
inline constexpr std::int64_t kProbeSamples = 1024;

struct RangeRunSetup {
  const core::Spec& spec;
  const PreparedData& data;
  std::int64_t seed = 0;  // core::run_seed()
  c10::Device device;
  RankGroup& group;
};

class RangeRunListener {
 public:
  virtual ~RangeRunListener() = default;
  // Asked before each update.
  [[nodiscard]] virtual bool cancelled() = 0;
  // Each rung in order; `planned` grows where the ladder is extended.
  virtual void on_point(const core::RangePoint& point, std::int64_t planned) = 0;
};

struct RangeRunOutcome {
  bool cancelled = false;
  core::Stop stop = core::Stop::kEnd;  // where it was not cancelled
  std::int64_t updates_done = 0;
  double train_seconds = 0;  // from the first update on
  std::int64_t parameters = 0;
};

// kUsage where spec and data do not fit (all ranks find the same). Exceptions of the library pass
// through.
[[nodiscard]] core::Result<RangeRunOutcome> run_range_test(const RangeRunSetup& setup,
                                                           RangeRunListener& listener);

}  // namespace lrsweep::trainer
