// A worker program that follows a script instead of training: the real protocol over the real
// descriptor, for tests of processes and faults.
//
// LRSWEEP_FAKE_START: what it does instead of getting ready: never | exit | fail | garbage.
// LRSWEEP_FAKE_RUNS:  what it does with runs: "<repeat>.<attempt>=<verb>;…", or "*=<verb>"; a run
// that is not named is trained. For ranks above 0 the name is "<repeat>.<attempt>.<rank>".
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fcntl.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <variant>

#include "core/messages.hpp"

namespace {

using namespace lrsweep;

void write_all(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const auto n = ::write(core::kChannelDescriptor, bytes.data() + sent, bytes.size() - sent);
    if (n <= 0) ::_exit(90);
    sent += static_cast<std::size_t>(n);
  }
}

void say(const core::FromWorker& message) { write_all(core::encode(message)); }

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Commands, in order; ends the process where the channel ends.
class Inbox {
 public:
  core::ToWorker next() {
    while (queue_.empty()) fill(-1);
    auto message = std::move(queue_.front());
    queue_.pop_front();
    return message;
  }
  // Waits that long for a Cancel.
  bool cancelled_within(int milliseconds) {
    fill(milliseconds);
    return !queue_.empty() && std::holds_alternative<core::Cancel>(queue_.front());
  }

 private:
  void fill(int milliseconds) {
    pollfd waiting{core::kChannelDescriptor, POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) <= 0) return;
    char bytes[4096];
    const auto n = ::read(core::kChannelDescriptor, bytes, sizeof bytes);
    if (n <= 0) ::_exit(0);
    const auto lines = splitter_.feed({bytes, static_cast<std::size_t>(n)});
    for (const auto& line : lines.value()) queue_.push_back(core::decode_to_worker(line).value());
  }

  core::LineSplitter splitter_;
  std::deque<core::ToWorker> queue_;
};

std::string verb_for(const core::RunCommand& run, int rank) {
  std::ostringstream key_of_run;
  key_of_run << run.repeat << '.' << run.attempt;
  if (rank > 0) key_of_run << '.' << rank;
  const auto name = key_of_run.str();
  std::istringstream script(variable("LRSWEEP_FAKE_RUNS"));
  for (std::string entry; std::getline(script, entry, ';');) {
    const auto equals = entry.find('=');
    const auto key = entry.substr(0, equals);
    if (key == name || (key == "*" && rank == 0)) return entry.substr(equals + 1);
  }
  return "train";
}

constexpr int kRungs = 60;

// A curve that falls, and diverges at its end; it depends on the seed alone.
core::RangePoint point(std::int64_t seed, int rung) {
  const double lr = 1e-4 * std::pow(10.0, 5.0 * rung / (kRungs - 1));
  const double wobble = 1e-3 * std::sin(static_cast<double>(seed % 1000) + rung);
  const double loss = 2.3 - 1.8 / (1 + std::pow(0.02 / lr, 1.5)) + std::pow(lr / 1.5, 3) + wobble;
  return {rung, lr, loss, 1.0, 0.0};
}

void show(const core::RunCommand& run, int from, int to) {
  core::Progress progress;
  progress.run_id = run.run_id;
  progress.update = to;
  progress.total_updates = kRungs;
  for (int rung = from; rung < to; ++rung) progress.range_points.push_back(point(run.seed, rung));
  say(progress);
}

void train(const core::RunCommand& run) {
  for (int rung = 0; rung < kRungs; rung += 20) show(run, rung, rung + 20);
  say(core::RunResult{run.run_id, kRungs, 0.25, R"({"stop":"end"})"});
}

[[noreturn]] void sleep_for_ever() {
  while (true) ::pause();
}

// Two forks and a session of its own: only its environment tells whose it is.
void leave_grandchild() {
  if (::fork() != 0) return;
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  const auto file = variable("LRSWEEP_FAKE_GRANDCHILD");
  std::FILE* out = std::fopen((file + ".tmp").c_str(), "w");
  std::fprintf(out, "%d", static_cast<int>(::getpid()));
  std::fclose(out);
  std::rename((file + ".tmp").c_str(), file.c_str());
  sleep_for_ever();
}

void wait_for_file(const std::string& path) {
  while (::access(path.c_str(), F_OK) != 0) ::poll(nullptr, 0, 1);
}

struct Worker {
  Inbox inbox = {};
  int rank = 0;
  int world = 1;

  void run_until_cancelled(const core::RunCommand& run) {
    for (int update = 1;; ++update) {
      say(core::Heartbeat{update});
      if (inbox.cancelled_within(10)) break;
    }
    inbox.next();
    say(core::RunFailed{run.run_id, core::Cause::kInterrupted, "cancelled"});
  }

  void obey(const core::RunCommand& run) {
    const auto verb = verb_for(run, rank);
    const auto colon = verb.find(':');
    const auto what = verb.substr(0, colon);
    const auto argument = colon == std::string::npos ? "" : verb.substr(colon + 1);
    if (what == "train") {
      if (rank == 0) train(run);
    } else if (what == "die") {
      show(run, 0, 3);
      std::fputs("about to die\n", stderr);
      std::fflush(stderr);
      ::raise(std::stoi(argument));
    } else if (what == "exit") {
      std::_Exit(std::stoi(argument));
    } else if (what == "fail") {
      say(core::RunFailed{run.run_id, core::parse<core::Cause>(argument).value(), "as scripted"});
    } else if (what == "garbage") {
      write_all("this is no message\n");
      sleep_for_ever();
    } else if (what == "oversized") {
      write_all(std::string(core::kMaxLineBytes + 10, 'x'));
      sleep_for_ever();
    } else if (what == "torn") {
      write_all("{\"type\":\"res");
      ::_exit(0);
    } else if (what == "close") {
      ::close(core::kChannelDescriptor);
      sleep_for_ever();
    } else if (what == "hang") {
      show(run, 0, 1);
      sleep_for_ever();
    } else if (what == "stubborn") {
      ::signal(SIGTERM, SIG_IGN);
      show(run, 0, 1);
      sleep_for_ever();
    } else if (what == "flood") {
      const std::string line(1023, 'x');
      for (int i = 0; i < 8192; ++i) std::fprintf(stdout, "%s\n", line.c_str());
      std::fflush(stdout);
      train(run);
    } else if (what == "result_then_crash") {
      train(run);
      ::raise(SIGSEGV);
    } else if (what == "grandchild") {
      leave_grandchild();
      wait_for_file(variable("LRSWEEP_FAKE_GRANDCHILD"));
      ::raise(SIGKILL);
    } else if (what == "wait") {
      run_until_cancelled(run);
    } else if (what == "descriptors") {
      int open = 0;
      for (int fd = 4; fd < 1024; ++fd) open += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
      say(core::RunFailed{run.run_id, core::Cause::kData,
                          "open=" + std::to_string(open) +
                              " threads=" + variable("OMP_NUM_THREADS") +
                              " cuda=" + variable("CUDA_VISIBLE_DEVICES")});
    } else {
      std::fprintf(stderr, "unknown verb %s\n", verb.c_str());
      ::_exit(91);
    }
  }

  void get_ready(const core::Prepare& prepare) {
    rank = prepare.rank;
    world = prepare.world;
    const auto start = variable("LRSWEEP_FAKE_START");
    if (start == "never") sleep_for_ever();
    if (start == "exit") ::_exit(3);
    if (start == "garbage") write_all("%!\n");
    if (start == "fail") say(core::RunFailed{{}, core::Cause::kData, "as scripted"});
    if (rank > 0) return;  // until the store's address comes
    core::Ready ready;
    ready.torch = "fake";
    ready.device = prepare.device;
    ready.port = world > 1 ? 4242 : 0;
    say(ready);
  }

  void live() {
    while (true) {
      const auto message = inbox.next();
      if (const auto* prepare = std::get_if<core::Prepare>(&message)) get_ready(*prepare);
      if (std::holds_alternative<core::StoreAddress>(message)) say(core::Ready{});
      if (const auto* run = std::get_if<core::RunCommand>(&message)) {
        std::freopen(run->log_path.c_str(), "a", stdout);
        std::freopen(run->log_path.c_str(), "a", stderr);
        obey(*run);
      }
      if (std::holds_alternative<core::Shutdown>(message)) return;
    }
  }
};

}  // namespace

int main() { Worker{}.live(); }
