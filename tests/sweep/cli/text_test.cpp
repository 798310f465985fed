#include <catch2/catch.hpp>
#include <string>

#include "manual_clock.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/compat_text.hpp"
#include "sweep/cli/finish_sweep.hpp"
#include "sweep/cli/run_board.hpp"

namespace lrsweep::cli {
namespace {

sweep::RunLabel label(std::int64_t run, int repeat, int attempt = 1) {
  return {core::RunId{run}, {0, repeat, 0}, attempt, {"cpu:0"}};
}

TEST_CASE("text: tables count characters, not bytes, and strip what a terminal acts on") {
  CHECK(text_table({{"é", "b"}, {"long", "x\x1b[31m"}}) == "é     b\nlong  x\\x1b[31m\n");
}

TEST_CASE("text: file names are made of plain characters") {
  CHECK(file_name("fmnist-cnn_1.5") == "fmnist-cnn_1.5");
  CHECK(file_name("../../etc/passwd") == "sweep-..-..-etc-passwd");
  CHECK(file_name("</script>") == "sweep---script-");
  CHECK(file_name("") == "sweep-");
  CHECK(file_name(std::string(500, 'a')).size() == 80);
}

TEST_CASE("text: an unknown peer is refused with the known ones") {
  CHECK(check_peer(""));
  CHECK(check_peer("all"));
  const auto wrong = check_peer("fastia");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.find("fastai") != std::string::npos);
}

TEST_CASE("text: the board counts runs and guesses what is left") {
  core::ManualClock clock;
  RunBoard board(clock);
  board.start(3, 1);
  CHECK(board.total_line() == "1 of 3 runs done, 0.0 s");
  board.run_started(label(7, 1));
  CHECK(board.run_lines() == std::vector<std::string>{"seed 1  cpu:0  starting"});
  clock.advance(std::chrono::seconds(10));
  board.run_progress(label(7, 1), {.run_id = core::RunId{7},
                                   .update = 50,
                                   .total_updates = 100,
                                   .metrics = {},
                                   .range_points = {{49, 0.001, 2.25, 1, 0}}});
  // A quarter of what was owed took 10 s.
  CHECK(board.total_line() == "1 of 3 runs done, 10.0 s, about 30.0 s left");
  CHECK(board.run_lines().front() ==
        "seed 1  cpu:0  [##########..........]  50/100  lr 0.001  loss 2.25");
  board.run_ended(label(7, 1), core::RunState::kQueued);
  CHECK(board.total_line() == "1 of 3 runs done, 10.0 s");
  board.run_started(label(7, 1, 2));
  CHECK(board.run_lines().front() == "seed 1 (attempt 2)  cpu:0  starting");
  board.run_ended(label(7, 1, 2), core::RunState::kComplete);
  CHECK(board.total_line().starts_with("2 of 3 runs done"));
  CHECK(board.run_lines().empty());
}

}  // namespace
}  // namespace lrsweep::cli
