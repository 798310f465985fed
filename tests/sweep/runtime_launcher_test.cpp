// Real processes (tests/support/fake_worker.cpp) over the real channel.
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "runtime_support.hpp"
#include "sweep/runtime/log_tail.hpp"
#include "sweep/runtime/process_launcher.hpp"
#include "sweep/runtime/spawn.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;

// One group of the fake worker, driven by the test; waits with a deadline.
class Rig final : public GroupEvents {
 public:
  explicit Rig(const std::string& runs = "", const std::string& start = "")
      : script_("LRSWEEP_FAKE_RUNS", runs),
        start_("LRSWEEP_FAKE_START", start),
        launcher(loop, {.worker = LRSWEEP_FAKE_WORKER, .visible_as = {{"cuda:1", "GPU-11"}}}) {}

  void begin(std::vector<std::string> devices = {"cpu:0"}) {
    const GroupRequest request{.id = GroupId{1},
                               .devices = std::move(devices),
                               .threads_per_rank = 3,
                               .log_path = (folder.path / "logs/1.log").string()};
    auto started = launcher.start(request, *this);
    REQUIRE(started);
    processes = *started;
    for (const auto& process : processes) {
      core::Prepare prepare;
      prepare.rank = process.rank;
      prepare.world = static_cast<int>(processes.size());
      prepare.device = "cpu";
      launcher.send(GroupId{1}, process.rank, prepare);
    }
  }

  void run(int repeat = 0) {
    core::RunCommand command;
    command.run_id = core::RunId{5};
    command.repeat = repeat;
    command.log_path = (folder.path / "logs/run.log").string();
    launcher.send(GroupId{1}, 0, command);
  }

  // Until `done` or the deadline.
  template <class Done>
  void wait(Done done) {
    done_ = done;
    if (!done()) {
      loop.after(std::chrono::seconds(20), [this] { loop.stop(); });
      loop.run();
    }
    REQUIRE(done());
  }

  void on_message(GroupId, int rank, core::FromWorker message) override {
    messages.emplace_back(rank, std::move(message));
    look();
  }
  void on_garbage(GroupId, int, std::string what) override {
    garbage.push_back(std::move(what));
    look();
  }
  void on_exit(GroupId, int rank, GroupExit exit) override {
    exits.emplace_back(rank, exit);
    look();
  }

  template <class T>
  [[nodiscard]] const T* find() const {
    for (const auto& [rank, message] : messages) {
      if (const auto* found = std::get_if<T>(&message)) return found;
    }
    return nullptr;
  }
  [[nodiscard]] auto has_exited() {
    return [this] { return exits.size() == processes.size(); };
  }

  EventLoop loop;
  TemporaryFolder folder;
  std::vector<WorkerProcess> processes;
  std::vector<std::pair<int, core::FromWorker>> messages;
  std::vector<std::string> garbage;
  std::vector<std::pair<int, GroupExit>> exits;

 private:
  void look() {
    if (done_ && done_()) loop.stop();
  }
  Variable script_;
  Variable start_;
  std::function<bool()> done_;

 public:
  ProcessLauncher launcher;
};

bool is_alive(std::int64_t pid) { return ::kill(static_cast<pid_t>(pid), 0) == 0; }

TEST_CASE("launcher: a worker gets ready, trains, and leaves when told to") {
  Rig rig;
  rig.begin();
  CHECK(rig.processes[0].start_ticks == start_ticks_of(rig.processes[0].pid));
  CHECK(rig.processes[0].start_ticks > 0);
  rig.wait([&] { return rig.find<core::Ready>() != nullptr; });
  rig.run();
  rig.wait([&] { return rig.find<core::RunResult>() != nullptr; });
  CHECK(rig.find<core::RunResult>()->run_id == core::RunId{5});
  CHECK(rig.find<core::Progress>()->range_points.size() == 20);
  rig.launcher.send(GroupId{1}, 0, core::Shutdown{});
  rig.wait(rig.has_exited());
  CHECK(rig.exits[0].second.exit_code == 0);
  CHECK(rig.garbage.empty());
}

TEST_CASE("launcher: a worker inherits no descriptor, its share of threads, and its devices only") {
  const Variable hidden("CUDA_VISIBLE_DEVICES", "7");
  Rig cpu("*=descriptors");
  cpu.begin();
  cpu.run();
  cpu.wait([&] { return cpu.find<core::RunFailed>() != nullptr; });
  CHECK(cpu.find<core::RunFailed>()->message == "open=0 threads=3 cuda=");
  Rig cuda("*=descriptors");
  cuda.begin({"cuda:1"});
  cuda.run();
  cuda.wait([&] { return cuda.find<core::RunFailed>() != nullptr; });
  CHECK(cuda.find<core::RunFailed>()->message == "open=0 threads=3 cuda=GPU-11");
}

TEST_CASE("launcher: what a worker said before it died arrives before its death") {
  Rig rig("*=die:9");
  rig.begin();
  rig.run();
  rig.wait(rig.has_exited());
  CHECK(rig.exits[0].second.signal == 9);
  CHECK(rig.find<core::Progress>() != nullptr);
  CHECK(read_log_tail(rig.folder.path / "logs/run.log") ==
        std::vector<std::string>{"about to die"});
}

TEST_CASE("launcher: a program that cannot be executed is an error that names it") {
  EventLoop loop;
  TemporaryFolder folder;
  const auto file = folder.path / "not-a-program";
  std::ofstream(file) << "text";
  ProcessLauncher launcher(loop, {.worker = file});
  Rig receiver;
  const auto started = launcher.start(
      {.id = GroupId{1}, .devices = {"cpu:0"}, .log_path = folder.path / "log"}, receiver);
  REQUIRE_FALSE(started);
  CHECK(started.error().message.find("not-a-program") != std::string::npos);
}

std::ptrdiff_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

TEST_CASE(
    "launcher: wherever descriptors run out, starting is an error that leaves nothing behind") {
  EventLoop loop;
  TemporaryFolder folder;
  Rig receiver;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const auto open_before = open_descriptors();
  int refused = 0;
  int started = 0;
  for (rlim_t extra = 0; extra < 24; ++extra) {
    ProcessLauncher launcher(loop, {.worker = LRSWEEP_FAKE_WORKER});
    const rlimit tight{static_cast<rlim_t>(open_before) + extra, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &tight);
    const auto result = launcher.start(
        {.id = GroupId{1}, .devices = {"cpu:0", "cpu:1"}, .log_path = folder.path / "log"},
        receiver);
    ::setrlimit(RLIMIT_NOFILE, &before);
    (result ? started : refused) += 1;
    if (!result) CHECK(result.error().message.find("Too many open files") != std::string::npos);
  }
  CHECK(refused >= 5);
  CHECK(started >= 1);
  CHECK(open_descriptors() == open_before);
}

TEST_CASE("launcher: lines that are no messages are reported once") {
  for (const auto* verb : {"*=garbage", "*=oversized", "*=torn"}) {
    INFO(verb);
    Rig rig(verb);
    rig.begin();
    rig.run();
    rig.wait([&] { return !rig.garbage.empty(); });
    CHECK(rig.garbage.size() == 1);
    rig.launcher.kill(GroupId{1});
    rig.wait(rig.has_exited());
    CHECK(rig.garbage.size() == 1);
  }
}

TEST_CASE("launcher: a worker that closes its channel and lives on is reported") {
  Rig rig("*=close");
  rig.begin();
  rig.run();
  rig.wait([&] { return !rig.garbage.empty(); });
  CHECK(rig.garbage[0] == "it closed its channel and goes on running");
}

TEST_CASE("launcher: TERM ends a worker that hangs, KILL one that ignores TERM") {
  Rig hanging("*=hang");
  hanging.begin();
  hanging.run();
  hanging.wait([&] { return hanging.find<core::Progress>() != nullptr; });
  hanging.launcher.terminate(GroupId{1});
  hanging.wait(hanging.has_exited());
  CHECK(hanging.exits[0].second.signal == SIGTERM);

  Rig stubborn("*=stubborn");
  stubborn.begin();
  stubborn.run();
  stubborn.wait([&] { return stubborn.find<core::Progress>() != nullptr; });
  stubborn.launcher.terminate(GroupId{1});
  stubborn.launcher.kill(GroupId{1});
  stubborn.wait(stubborn.has_exited());
  CHECK(stubborn.exits[0].second.signal == SIGKILL);
}

TEST_CASE("launcher: a grandchild that left its process group dies with the group") {
  Rig rig("*=grandchild");
  const auto file = rig.folder.path / "grandchild";
  const Variable where("LRSWEEP_FAKE_GRANDCHILD", file.string());
  rig.begin();
  rig.run();
  rig.wait(rig.has_exited());
  std::int64_t pid = 0;
  std::ifstream(file) >> pid;
  REQUIRE(pid > 0);
  CHECK(ends_within(pid, std::chrono::seconds(10)));
}

TEST_CASE("launcher: a log of megabytes stops nobody") {
  Rig rig("*=flood");
  rig.begin();
  rig.run();
  rig.wait([&] { return rig.find<core::RunResult>() != nullptr; });
  CHECK(std::filesystem::file_size(rig.folder.path / "logs/run.log") == 8192 * 1024);
  CHECK(read_log_tail(rig.folder.path / "logs/run.log").size() <= kLogTailLines);
}

TEST_CASE("launcher: both ranks of a group start, and join by the first one's port") {
  Rig rig;
  rig.begin({"cpu:0", "cpu:1"});
  rig.wait([&] { return rig.find<core::Ready>() != nullptr; });
  CHECK(rig.find<core::Ready>()->port == 4242);
  rig.launcher.send(GroupId{1}, 1, core::StoreAddress{"127.0.0.1", 4242});
  rig.wait([&] { return rig.messages.size() == 2; });
  CHECK(rig.messages[1].first == 1);
  rig.launcher.kill(GroupId{1});
  rig.wait(rig.has_exited());
}

TEST_CASE("launcher: destroying it leaves no process behind") {
  std::int64_t pid = 0;
  {
    Rig rig("*=stubborn");
    rig.begin();
    rig.run();
    rig.wait([&] { return rig.find<core::Progress>() != nullptr; });
    pid = rig.processes[0].pid;
    CHECK(is_alive(pid));
  }
  CHECK_FALSE(is_alive(pid));
}

TEST_CASE("launcher: the worker's place is named where it is not there") {
  const Variable forced("LRSWEEP_WORKER", "/nowhere/lrsweep-worker");
  const auto found = find_worker(false);
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == core::ErrorKind::kInternal);
  CHECK(found.error().message.starts_with("/nowhere/lrsweep-worker: No such file or directory"));
}

}  // namespace
}  // namespace lrsweep::sweep
