#include "core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "core/text.hpp"

namespace lrsweep::core {
namespace {

namespace fs = std::filesystem;

Failure system_failure(ErrorKind kind, std::string_view what, const fs::path& path, int error) {
  return fail(kind, fmt::format("cannot {} {}: {}", what, printable(path.string()),
                                std::generic_category().message(error)));
}

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

// 0, or the errno of the failure.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// A name of its own for every call, short enough for any file system.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> calls{0};
  return path.parent_path() / fmt::format(".lrsweep-tmp-{}-{}", ::getpid(), ++calls);
}

int write_and_sync(const fs::path& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return errno;
  if (const int error = write_all(file.get(), bytes)) return error;
  return ::fsync(file.get()) == 0 ? 0 : errno;
}

int sync_folder(const fs::path& folder) {
  const Descriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.get() < 0) return errno;
  return ::fsync(handle.get()) == 0 ? 0 : errno;
}

int replace(const fs::path& temporary, const fs::path& path, std::string_view bytes) {
  if (const int error = write_and_sync(temporary, bytes)) return error;
  if (::rename(temporary.c_str(), path.c_str()) != 0) return errno;
  return sync_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
}

// The rest of `fd`, or an errno; EFBIG once it grows over `max_bytes`.
int read_all(int fd, std::size_t max_bytes, std::string& bytes) {
  char buffer[1U << 16U];
  for (;;) {
    const auto count = ::read(fd, buffer, sizeof buffer);
    if (count == 0) return 0;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.append(buffer, static_cast<std::size_t>(count));
    if (bytes.size() > max_bytes) return EFBIG;
  }
}

}  // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view bytes) {
  const fs::path temporary = temporary_beside(path);
  ::unlink(temporary.c_str());
  if (const int error = replace(temporary, path, bytes)) {
    ::unlink(temporary.c_str());
    return system_failure(ErrorKind::kStorage, "write", path, error);
  }
  return {};
}

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes, ErrorKind kind) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return system_failure(kind, "read", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_failure(kind, "read", path, errno);
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    return fail(kind, fmt::format("cannot read {}: not a file", printable(path.string())));
  }
  std::string bytes;
  const int error = read_all(file.get(), max_bytes, bytes);
  if (error == EFBIG) {
    return fail(kind, fmt::format("cannot read {}: larger than {} bytes", printable(path.string()),
                                  max_bytes));
  }
  if (error != 0) return system_failure(kind, "read", path, error);
  return bytes;
}

Result<void> create_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) return system_failure(ErrorKind::kStorage, "create folder", path, error.value());
  return {};
}

}  // namespace lrsweep::core
