#include "trainer/worker/process_setup.hpp"

#include <ATen/Parallel.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/text.hpp"

namespace lrsweep::trainer {
namespace {

// The largest that glibc takes. Activations below it come from the heap, which is not given back
// and faulted in again at every update: up to a fifth of the time of one.
constexpr int kMmapThreshold = 32 << 20;
constexpr int kTrimThreshold = 512 << 20;

}  // namespace

void set_up_process() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  ::mallopt(M_MMAP_THRESHOLD, kMmapThreshold);
  ::mallopt(M_TRIM_THRESHOLD, kTrimThreshold);
}

void set_threads(int count) {
  at::set_num_threads(count);
  at::set_num_interop_threads(1);
}

core::Result<void> redirect_output(const std::string& path) {
  if (path.empty()) return {};
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) {
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("{}: cannot write the log: {}", core::printable(path), std::strerror(errno)));
  }
  std::fflush(nullptr);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::close(file);
  return {};
}

}  // namespace lrsweep::trainer
