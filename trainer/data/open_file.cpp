#include "trainer/data/open_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/text.hpp"

namespace lrsweep::trainer {

core::Failure data_error(const std::filesystem::path& path, std::string_view problem) {
  return core::fail(core::ErrorKind::kData,
                    fmt::format("{}: {}", core::printable(path.string()), problem));
}

OpenFile::OpenFile(int handle, std::filesystem::path path)
    : handle_(handle), path_(std::move(path)) {}

OpenFile::~OpenFile() { ::close(handle_); }

core::Result<std::unique_ptr<OpenFile>> OpenFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer.
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (handle < 0) return data_error(path, std::strerror(errno));
  std::unique_ptr<OpenFile> file(new OpenFile(handle, path));
  struct stat status {};
  if (::fstat(handle, &status) != 0) return file->error(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return file->error("not a regular file");
  file->size_ = status.st_size;
  return file;
}

core::Failure OpenFile::error(std::string_view problem) const { return data_error(path_, problem); }

core::Result<std::int64_t> OpenFile::read(std::uint8_t* to, std::int64_t count) {
  const auto got = read_at(place_, to, count);
  if (got) place_ += *got;
  return got;
}

core::Result<std::int64_t> OpenFile::read_at(std::int64_t place, std::uint8_t* to,
                                             std::int64_t count) const {
  std::int64_t done = 0;
  while (done < count) {
    const auto got =
        ::pread(handle_, to + done, static_cast<std::size_t>(count - done), place + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return error(std::strerror(errno));
    if (got == 0) break;
    done += got;
  }
  return done;
}

}  // namespace lrsweep::trainer
