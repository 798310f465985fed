#include "sweep/runtime/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "core/messages.hpp"

namespace lrsweep::sweep {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const auto& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// Handlers are reset by exec; what is ignored, and the mask, is inherited.
void reset_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

struct ChildPlan {
  char* const* argv;
  char* const* environment;
  int channel;
  int log;
  int null;
  int failure;  // close-on-exec pipe: errno of what went wrong
  pid_t parent;
};

[[noreturn]] void give_up(int pipe) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(pipe, &error, sizeof error);
  ::_exit(127);
}

// Moves the descriptors to 0–3 and the pipe to 4; all are above 4 before (see spawn()).
void place_descriptors(const ChildPlan& plan) {
  if (::dup2(plan.null, 0) < 0 || ::dup2(plan.log, 1) < 0 || ::dup2(plan.log, 2) < 0 ||
      ::dup2(plan.channel, core::kChannelDescriptor) < 0 ||
      ::dup3(plan.failure, 4, O_CLOEXEC) < 0) {
    give_up(plan.failure);
  }
  ::syscall(SYS_close_range, 5U, ~0U, 0U);
}

// Between fork and exec: async-signal-safe calls only, another thread may hold any lock.
[[noreturn]] void become(const ChildPlan& plan) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before the line above
  reset_signals();
  place_descriptors(plan);
  ::execve(plan.argv[0], plan.argv, plan.environment);
  give_up(4);
}

core::Failure system_failure(std::string_view what) {
  return core::fail(core::ErrorKind::kInternal, fmt::format("{}: {}", what, std::strerror(errno)));
}

// A duplicate above the numbers that the child's own descriptors get.
FileDescriptor duplicate_high(int descriptor) {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 10));
}

core::Result<void> wait_for_exec(int pipe, const std::string& program, pid_t pid) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(pipe, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got == 0) return {};
  ::waitpid(pid, nullptr, 0);
  errno = error;
  return system_failure(program);
}

}  // namespace

core::Result<Child> spawn(const SpawnRequest& request) {
  const auto argv = pointers(request.argv);
  const auto environment = pointers(request.environment);
  const FileDescriptor null = [] {
    const FileDescriptor low(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return duplicate_high(low.get());
  }();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_failure("pipe");
  const FileDescriptor failure_in(ends[0]);
  FileDescriptor failure_out(ends[1]);
  FileDescriptor failure_high = duplicate_high(failure_out.get());
  const auto channel = duplicate_high(request.channel);
  const auto log = duplicate_high(request.log);
  if (!null.is_open() || !failure_high.is_open() || !channel.is_open() || !log.is_open()) {
    return system_failure("descriptors for a worker");
  }
  const ChildPlan plan{argv.data(), environment.data(), channel.get(), log.get(),
                       null.get(),  failure_high.get(), ::getpid()};
  const pid_t pid = ::fork();
  if (pid == 0) become(plan);
  if (pid < 0) return system_failure("fork");
  ::setpgid(pid, pid);
  failure_out.reset();
  failure_high.reset();
  if (auto executed = wait_for_exec(failure_in.get(), request.argv.front(), pid); !executed) {
    return tl::unexpected(executed.error());
  }
  FileDescriptor pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)));
  if (!pidfd.is_open()) {
    auto failure = system_failure("pidfd_open");
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return failure;
  }
  return Child{pid, std::move(pidfd), start_ticks_of(pid)};
}

}  // namespace lrsweep::sweep
