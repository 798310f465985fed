// What tests of processes share: a folder and environment variables that are undone at the end.
#pragma once

#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lrsweep::sweep {

struct TemporaryFolder {
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lrsweep-test-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = ::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// True once there is no such process, waiting for its end if need be.
inline bool ends_within(std::int64_t pid, std::chrono::milliseconds limit) {
  const auto handle = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0U));
  if (handle < 0) return true;
  pollfd waiting{handle, POLLIN, 0};
  const bool ended = ::poll(&waiting, 1, static_cast<int>(limit.count())) == 1;
  ::close(handle);
  return ended;
}

}  // namespace lrsweep::sweep
