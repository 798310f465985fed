#include "sweep/runtime/process_launcher.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "sweep/runtime/spawn.hpp"
#include "sweep/runtime/worker_channel.hpp"

namespace lrsweep::sweep {
namespace {

constexpr std::chrono::milliseconds kEndOfChannelGrace{2000};

std::string random_tag() {
  std::random_device source;
  return fmt::format("LRSWEEP_GROUP={:08x}{:08x}{:08x}", source(), source(), source());
}

core::Failure system_failure(const std::string& what) {
  return core::fail(core::ErrorKind::kInternal, fmt::format("{}: {}", what, std::strerror(errno)));
}

core::Result<FileDescriptor> open_log(const std::filesystem::path& path) {
  if (auto made = core::create_folder(path.parent_path()); !made) {
    return tl::unexpected(made.error());
  }
  FileDescriptor log(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!log.is_open()) return system_failure(path);
  return log;
}

struct Worker {
  int rank = 0;
  Child child;
  std::unique_ptr<WorkerChannel> channel = {};
  EventLoop::Watch exit_watch = 0;
  bool ended = false;
};

struct Processes {
  GroupEvents* events = nullptr;
  std::string tag;
  std::vector<std::unique_ptr<Worker>> workers = {};
};

// How the process ended. It is reaped last, so that its process group's number cannot have been
// given to anybody else when the rest of the group is killed.
GroupExit reap(Worker& worker) {
  siginfo_t info{};
  // Not by the pidfd: Asio makes it non-blocking, and then this would not wait.
  const auto id = static_cast<id_t>(worker.child.pid);
  while (::waitid(P_PID, id, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  ::kill(static_cast<pid_t>(-worker.child.pid), SIGKILL);
  while (::waitid(P_PID, id, &info, WEXITED) != 0 && errno == EINTR) {
  }
  worker.ended = true;
  if (info.si_code == CLD_EXITED)
    return {.exit_code = info.si_status, .signal = {}, .out_of_memory = false};
  return {.exit_code = {}, .signal = info.si_status, .out_of_memory = false};
}

}  // namespace

struct ProcessLauncher::Impl {
  EventLoop& loop;
  ProcessLauncherOptions options;
  std::map<GroupId, Processes> groups = {};
  std::int64_t oom_kills = count_oom_kills();

  std::vector<std::string> environment(const GroupRequest& request, const std::string& tag) const {
    std::vector<std::string> visible;
    for (const auto& device : request.devices) {
      const auto found = options.visible_as.find(device);
      if (found != options.visible_as.end()) visible.push_back(found->second);
    }
    std::vector<std::string> changes{
        tag, fmt::format("CUDA_VISIBLE_DEVICES={}", fmt::join(visible, ","))};
    for (const auto* name : {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
      changes.push_back(fmt::format("{}={}", name, request.threads_per_rank));
    }
    return environment_with(changes);
  }

  Worker* find(GroupId id, int rank) {
    const auto group = groups.find(id);
    if (group == groups.end()) return nullptr;
    for (auto& worker : group->second.workers) {
      if (worker->rank == rank && !worker->ended) return worker.get();
    }
    return nullptr;
  }

  core::Result<void> start_rank(const GroupRequest& request, int rank, int log) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      return system_failure("socketpair");
    }
    FileDescriptor ours(ends[0]);
    const FileDescriptor theirs(ends[1]);
    auto& group = groups.at(request.id);
    auto child = spawn({.argv = {options.worker.string()},
                        .environment = environment(request, group.tag),
                        .channel = theirs.get(),
                        .log = log});
    if (!child) return tl::unexpected(child.error());
    auto& worker = *group.workers.emplace_back(std::make_unique<Worker>());
    worker.rank = rank;
    worker.child = std::move(*child);
    connect(request.id, worker, std::move(ours));
    if (worker.channel->is_open() && worker.exit_watch != 0) return {};
    errno = EMFILE;
    return system_failure("a worker's channel");
  }

  void connect(GroupId id, Worker& worker, FileDescriptor socket) {
    auto* events = groups.at(id).events;
    const auto rank = worker.rank;
    worker.channel = std::make_unique<WorkerChannel>(
        loop, std::move(socket),
        WorkerChannel::Receiver{
            [=](core::FromWorker message) { events->on_message(id, rank, std::move(message)); },
            [=](std::string what) { events->on_garbage(id, rank, std::move(what)); },
            [=, this] { on_channel_end(id, rank); }});
    worker.exit_watch =
        loop.watch_readable(worker.child.pidfd.get(), [=, this] { on_exit(id, rank); });
  }

  // Most often it has ended, and how it ended says more; one that lives on cannot be heard any
  // more.
  void on_channel_end(GroupId id, int rank) {
    loop.after(kEndOfChannelGrace, [=, this] {
      if (find(id, rank) == nullptr) return;
      groups.at(id).events->on_garbage(id, rank, "it closed its channel and goes on running");
    });
  }

  // A SIGKILL since the kernel's count went up; other programs' are told apart by the coincidence.
  bool was_oom_kill(const GroupExit& exit) {
    if (exit.signal != SIGKILL) return false;
    const auto before = std::exchange(oom_kills, count_oom_kills());
    return oom_kills > before;
  }

  void on_exit(GroupId id, int rank) {
    auto* worker = find(id, rank);
    if (worker == nullptr) return;
    loop.unwatch(worker->exit_watch);
    auto exit = reap(*worker);
    exit.out_of_memory = was_oom_kill(exit);
    auto& group = groups.at(id);
    auto* events = group.events;
    // The channel is kept alive by this function: what it delivers may not destroy it meanwhile.
    const auto channel = std::move(worker->channel);
    channel->drain(!exit.signal);
    if (std::ranges::all_of(group.workers, &Worker::ended)) {
      kill_tagged(group.tag);
      groups.erase(id);
    }
    events->on_exit(id, rank, exit);
  }

  void signal_all(GroupId id, int number) {
    const auto group = groups.find(id);
    if (group == groups.end()) return;
    for (const auto& worker : group->second.workers) {
      if (!worker->ended) ::kill(static_cast<pid_t>(-worker->child.pid), number);
    }
  }

  // Kills and reaps without telling anybody.
  void end_silently(GroupId id) {
    signal_all(id, SIGKILL);
    const auto group = groups.find(id);
    if (group == groups.end()) return;
    for (const auto& worker : group->second.workers) {
      if (worker->ended) continue;
      loop.unwatch(worker->exit_watch);
      reap(*worker);
    }
    kill_tagged(group->second.tag);
    groups.erase(group);
  }
};

ProcessLauncher::ProcessLauncher(EventLoop& loop, ProcessLauncherOptions options)
    : impl_(std::make_unique<Impl>(Impl{.loop = loop, .options = std::move(options)})) {}

ProcessLauncher::~ProcessLauncher() {
  while (!impl_->groups.empty()) impl_->end_silently(impl_->groups.begin()->first);
}

core::Result<std::vector<WorkerProcess>> ProcessLauncher::start(const GroupRequest& request,
                                                                GroupEvents& events) {
  const auto log = open_log(request.log_path);
  if (!log) return tl::unexpected(log.error());
  impl_->groups.emplace(request.id, Processes{.events = &events, .tag = random_tag()});
  std::vector<WorkerProcess> processes;
  for (int rank = 0; rank < static_cast<int>(request.devices.size()); ++rank) {
    if (auto started = impl_->start_rank(request, rank, log->get()); !started) {
      impl_->end_silently(request.id);
      return tl::unexpected(started.error());
    }
    const auto& child = impl_->groups.at(request.id).workers.back()->child;
    processes.push_back({.rank = rank, .pid = child.pid, .start_ticks = child.start_ticks});
  }
  return processes;
}

void ProcessLauncher::send(GroupId group, int rank, const core::ToWorker& message) {
  auto* worker = impl_->find(group, rank);
  if (worker != nullptr && worker->channel) worker->channel->send(message);
}

void ProcessLauncher::terminate(GroupId group) { impl_->signal_all(group, SIGTERM); }

void ProcessLauncher::kill(GroupId group) {
  impl_->signal_all(group, SIGKILL);
  const auto found = impl_->groups.find(group);
  if (found != impl_->groups.end()) kill_tagged(found->second.tag);
}

core::Result<std::filesystem::path> find_worker(bool cuda) {
  const char* name = cuda ? "lrsweep-worker-cuda" : "lrsweep-worker";
  const char* forced = std::getenv("LRSWEEP_WORKER");
  std::error_code ignored;
  const std::filesystem::path path =
      forced != nullptr
          ? std::filesystem::path(forced)
          : std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / name;
  if (::access(path.c_str(), X_OK) == 0) return path;
  return core::fail(core::ErrorKind::kInternal,
                    fmt::format("{}: {}; the worker program belongs beside lrsweep (build with "
                                "LRSWEEP_TORCH=ON), or set LRSWEEP_WORKER to its path",
                                path.string(), std::strerror(errno)));
}

}  // namespace lrsweep::sweep
