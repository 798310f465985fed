#include "storage/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/text.hpp"
#include "storage/reader.hpp"

namespace lrsweep::storage {
namespace {

using core::ErrorKind;

std::filesystem::path lock_path(const std::filesystem::path& out) { return out / "lrsweep.lock"; }

core::Failure system_failure(const std::filesystem::path& path, int error) {
  return core::fail(ErrorKind::kStorage, fmt::format("cannot lock {}: {}", path.string(),
                                                     std::generic_category().message(error)));
}

// "4711 host\n", as write_owner() left it; pid 0 while the owner is still writing it.
Writer read_owner(int fd) {
  std::array<char, 300> bytes{};
  const auto count = ::pread(fd, bytes.data(), bytes.size(), 0);
  if (count <= 0) return {};
  const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
  const auto space = text.find(' ');
  const auto end = text.find('\n');
  if (space == text.npos || end == text.npos || end < space) return {};
  Writer owner{.pid = 0, .host = core::printable(text.substr(space + 1, end - space - 1))};
  for (const char c : text.substr(0, std::min<std::size_t>(space, 18))) {
    if (c < '0' || c > '9') return {};
    owner.pid = owner.pid * 10 + (c - '0');
  }
  return owner;
}

int write_owner(int fd) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const auto text = fmt::format("{} {}\n", ::getpid(), host.data());
  if (::ftruncate(fd, 0) != 0) return errno;
  const auto written = ::pwrite(fd, text.data(), text.size(), 0);
  if (written < 0) return errno;
  return static_cast<std::size_t>(written) == text.size() ? 0 : ENOSPC;
}

core::Failure in_use(const std::filesystem::path& out, const Writer& owner) {
  const auto who = owner.pid > 0 ? fmt::format("pid {} on host {}", owner.pid, owner.host)
                                 : std::string("another lrsweep");
  return core::fail(ErrorKind::kStorage,
                    fmt::format("{} is in use by {}: wait for it, stop it with lrsweep stop, or "
                                "use another --out",
                                out.string(), who));
}

}  // namespace

core::Result<Lock> Lock::take(const std::filesystem::path& out) {
  const auto path = lock_path(out);
  Lock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (lock.fd_ < 0) return system_failure(path, errno);
  if (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return in_use(out, read_owner(lock.fd_));
    return system_failure(path, errno);
  }
  if (const int error = write_owner(lock.fd_)) return system_failure(path, error);
  return lock;
}

Lock::Lock(Lock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Lock& Lock::operator=(Lock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Lock::~Lock() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<Writer> current_writer(const std::filesystem::path& out) {
  const int fd = ::open(lock_path(out).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::optional<Writer> writer;
  // Shared: two who ask at once must not take each other for a writer.
  if (::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) writer = read_owner(fd);
  ::close(fd);
  return writer;
}

}  // namespace lrsweep::storage
