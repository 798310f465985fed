#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "core/text.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

constexpr int kFollowMilliseconds = 250;

void declare(options::options_description& table) {
  table.add_options()("repeat", options::value<int>()->value_name("N"), "of this repeat (seed)")(
      "attempt", options::value<int>()->value_name("N"), "of this attempt; default: the last")(
      "follow,f", "go on as it grows, until the sweep ends");
}

struct Choice {
  const core::RunRecord* run = nullptr;
  const core::AttemptRecord* attempt = nullptr;
};

bool wanted(const Arguments& arguments, const char* name, int value) {
  return arguments.count(name) == 0 || arguments[name].as<int>() == value;
}

bool is_failure(const core::AttemptRecord& attempt) {
  return attempt.cause && *attempt.cause != core::Cause::kOk &&
         *attempt.cause != core::Cause::kDiverged;
}

// The last failed attempt that fits, else the last one.
Choice choose(const Arguments& arguments, const core::Snapshot& snapshot) {
  Choice last;
  Choice last_failed;
  for (const auto& trial : snapshot.trials) {
    for (const auto& run : trial.runs) {
      if (!wanted(arguments, "repeat", run.run.repeat)) continue;
      for (const auto& attempt : run.attempts) {
        if (!wanted(arguments, "attempt", attempt.number)) continue;
        last = {&run.run, &attempt};
        if (is_failure(attempt)) last_failed = last;
      }
    }
  }
  return last_failed.attempt != nullptr ? last_failed : last;
}

// Prints what has been added; the bytes of a log are foreign, so each line is made printable.
core::Result<void> print_rest(int log, std::string& unfinished) {
  std::array<char, 1U << 16U> buffer{};
  for (;;) {
    const auto count = ::read(log, buffer.data(), buffer.size());
    if (count <= 0) return {};
    unfinished.append(buffer.data(), static_cast<std::size_t>(count));
    for (auto end = unfinished.find('\n'); end != std::string::npos; end = unfinished.find('\n')) {
      if (auto done = print(core::printable(unfinished.substr(0, end)) + "\n"); !done) return done;
      unfinished.erase(0, end + 1);
    }
  }
}

bool still_running(const Arguments& arguments) {
  const auto found = find_sweep(arguments);
  return found && found->sweep.state == core::SweepState::kRunning;
}

core::Result<int> print_log(const Arguments& arguments, const std::filesystem::path& path) {
  const int log = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (log < 0) {
    return core::fail(core::ErrorKind::kStorage,
                      fmt::format("cannot read {}: {}", core::printable(path.string()),
                                  std::generic_category().message(errno)));
  }
  std::string unfinished;
  core::Result<void> done = print_rest(log, unfinished);
  while (done && arguments.count("follow") != 0 && still_running(arguments)) {
    ::poll(nullptr, 0, kFollowMilliseconds);
    done = print_rest(log, unfinished);
  }
  if (done && !unfinished.empty()) done = print(core::printable(unfinished) + "\n");
  ::close(log);
  if (!done) return core::Failure(done.error());
  return 0;
}

core::Result<int> run(const Arguments& arguments) {
  const auto found = find_sweep(arguments);
  if (!found) return core::Failure(found.error());
  const auto snapshot = take_snapshot(*found);
  if (!snapshot) return core::Failure(snapshot.error());
  const Choice choice = choose(arguments, *snapshot);
  if (choice.attempt == nullptr) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("sweep {} has no such attempt; lrsweep show {} lists them",
                                  found->sweep.id.value, found->sweep.id.value));
  }
  note(arguments, fmt::format("seed {}, attempt {}: {}", choice.run->repeat, choice.attempt->number,
                              core::printable(choice.attempt->log_path)));
  return print_log(arguments, out_folder(arguments) / choice.attempt->log_path);
}

}  // namespace

Command logs_command() {
  return {.name = "logs",
          .summary = "What a run's workers printed; by default the last failed attempt's",
          .usage = "[SWEEP] [--repeat N] [--attempt N] [--follow]",
          .examples = "  lrsweep logs\n  lrsweep logs 7 --repeat 2 --follow\n",
          .positional = {"sweep"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
