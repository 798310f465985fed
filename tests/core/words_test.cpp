#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/result.hpp"
#include "core/words.hpp"

using namespace lrsweep::core;

namespace {

// The spellings are stored in databases and sent between programs: each is pinned, in the order of
// its enum.
template <class T>
void check_words(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = static_cast<T>(i);
    CHECK(to_text(value) == words[i]);
    REQUIRE(parse<T>(words[i]).has_value());
    CHECK(*parse<T>(words[i]) == value);
  }
  CHECK(to_text(static_cast<T>(words.size())) == "?");
  CHECK_FALSE(parse<T>(""));
  CHECK_FALSE(parse<T>("?"));
  CHECK_FALSE(parse<T>(words[0] + " "));
  CHECK_FALSE(parse<T>("OK"));
}

}  // namespace

TEST_CASE("words: each has one spelling, and is read back from it") {
  check_words<SweepKind>({"range_test", "train"});
  check_words<SweepState>({"running", "complete", "interrupted", "failed"});
  check_words<RunState>({"queued", "running", "complete", "pruned", "diverged", "failed"});
  check_words<Cause>({"ok", "pruned", "diverged", "oom_device", "oom_host", "signal", "exit_code",
                      "hang", "timeout", "nccl", "data", "protocol", "preempted", "interrupted",
                      "lost", "config"});
  check_words<Goal>({"minimize", "maximize"});
  check_words<Verdict>({"ok", "flat", "not_diverged", "nan_at", "too_few", "edge_of_range",
                        "low_snr", "clip_saturated"});
  check_words<Stop>({"end", "diverged", "not_finite"});
}

TEST_CASE("words: the exit code of each kind of error") {
  CHECK(exit_code(ErrorKind::kInternal) == 1);
  CHECK(exit_code(ErrorKind::kUsage) == 2);
  CHECK(exit_code(ErrorKind::kRunsFailed) == 3);
  CHECK(exit_code(ErrorKind::kNoSuggestion) == 4);
  CHECK(exit_code(ErrorKind::kData) == 5);
  CHECK(exit_code(ErrorKind::kStorage) == 6);
  CHECK(exit_code(ErrorKind::kNoDevice) == 7);
  CHECK(exit_code(ErrorKind::kInterrupted) == 130);
  CHECK(exit_code(ErrorKind::kTerminated) == 143);
}
