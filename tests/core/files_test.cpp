#include "core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.hpp"

using namespace lrsweep::core;
namespace fs = std::filesystem;

namespace {

// What the code under test asks of the system, in order: its calls of fsync and rename come here
// first, and fail where a test says so.
struct Calls {
  std::vector<std::string> log;
  int fsync_fails_with = 0;
  int rename_fails_with = 0;
};
Calls* watched = nullptr;

class Watch {
 public:
  Watch() { watched = &calls; }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() { watched = nullptr; }
  Calls calls;
};

std::string kind_of(int fd) {
  struct stat status {};
  ::fstat(fd, &status);
  return S_ISDIR(status.st_mode) ? "folder" : "file of " + std::to_string(status.st_size);
}

int failed_with(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" int fsync(int fd) {
  if (watched != nullptr) {
    watched->log.push_back("fsync " + kind_of(fd));
    if (watched->fsync_fails_with != 0) return failed_with(watched->fsync_fails_with);
  }
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (watched != nullptr) {
    watched->log.push_back("rename");
    if (watched->rename_fails_with != 0) return failed_with(watched->rename_fails_with);
  }
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

namespace {

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

std::string error_of(const Result<void>& result) {
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::kStorage);
  return result.error().message;
}

}  // namespace

TEST_CASE("files: a file is written whole, over the old one, and nothing is left beside it") {
  const TemporaryFolder folder;
  const auto path = folder / "report.html";
  REQUIRE(write_file_atomically(path, "old"));
  const std::string bytes = std::string(3'000'000, 'x') + std::string("\0\n", 2);
  REQUIRE(write_file_atomically(path, bytes));
  CHECK(contents(path) == bytes);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"report.html"});
}

TEST_CASE("files: bytes reach the disk before the name does, and the name before the answer") {
  const TemporaryFolder folder;
  const Watch watch;
  REQUIRE(write_file_atomically(folder / "a", "12345"));
  CHECK(watch.calls.log == std::vector<std::string>{"fsync file of 5", "rename", "fsync folder"});
}

TEST_CASE("files: where the disk fails, the old file stays and the temporary one goes") {
  const TemporaryFolder folder;
  const auto path = folder / "x.html";
  REQUIRE(write_file_atomically(path, "old"));
  Watch watch;
  SECTION("no space for the bytes") {
    watch.calls.fsync_fails_with = ENOSPC;
    CHECK(error_of(write_file_atomically(path, "new")) ==
          "cannot write " + path.string() + ": No space left on device");
  }
  SECTION("a broken disk: never tried again, the kernel has dropped the bytes") {
    watch.calls.fsync_fails_with = EIO;
    CHECK(error_of(write_file_atomically(path, "new")) ==
          "cannot write " + path.string() + ": Input/output error");
    CHECK(watch.calls.log == std::vector<std::string>{"fsync file of 3"});
  }
  SECTION("no rename") {
    watch.calls.rename_fails_with = EACCES;
    CHECK(error_of(write_file_atomically(path, "new")) ==
          "cannot write " + path.string() + ": Permission denied");
  }
  CHECK(contents(path) == "old");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"x.html"});
}

TEST_CASE("files: paths that cannot be written are named, made printable") {
  const TemporaryFolder folder;
  const auto missing = folder / "no" / "x";
  CHECK(error_of(write_file_atomically(missing, "")) ==
        "cannot write " + missing.string() + ": No such file or directory");
  fs::create_directory(folder / "taken");
  CHECK(error_of(write_file_atomically(folder / "taken", "")) ==
        "cannot write " + (folder / "taken").string() + ": Is a directory");
  CHECK(error_of(write_file_atomically(folder / "\x1b[2J" / "x", "")).find('\x1b') ==
        std::string::npos);
  CHECK(write_file_atomically(folder / std::string(255, 'n'), "the longest name"));
  CHECK(names_in(folder.path()).size() == 2);
}

TEST_CASE("files: a name without a folder is written where the program runs") {
  const TemporaryFolder folder;
  const auto before = fs::current_path();
  fs::current_path(folder.path());
  const auto written = write_file_atomically("plain", "1");
  fs::current_path(before);
  CHECK(written);
  CHECK(contents(folder / "plain") == "1");
}

TEST_CASE("files: reading") {
  const TemporaryFolder folder;
  const auto path = folder / "a";
  REQUIRE(write_file_atomically(path, "12345"));
  CHECK(read_file(path, 5, ErrorKind::kData).value() == "12345");

  const auto large = read_file(path, 4, ErrorKind::kUsage);
  REQUIRE_FALSE(large);
  CHECK(large.error().kind == ErrorKind::kUsage);
  CHECK(large.error().message == "cannot read " + path.string() + ": larger than 4 bytes");

  const auto missing = read_file(folder / "b", 5, ErrorKind::kData);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().kind == ErrorKind::kData);
  CHECK(missing.error().message ==
        "cannot read " + (folder / "b").string() + ": No such file or directory");

  CHECK(read_file(folder.path(), 5, ErrorKind::kData).error().message ==
        "cannot read " + folder.path().string() + ": not a file");
  CHECK_FALSE(read_file("/dev/zero", 5, ErrorKind::kData));
}

TEST_CASE("files: folders with their parents") {
  const TemporaryFolder folder;
  const auto deep = folder / "a" / "b" / "c";
  REQUIRE(create_folder(deep));
  CHECK(fs::is_directory(deep));
  CHECK(create_folder(deep));
  REQUIRE(write_file_atomically(folder / "file", ""));
  CHECK(error_of(create_folder(folder / "file")) ==
        "cannot create folder " + (folder / "file").string() + ": Not a directory");
  CHECK(error_of(create_folder(folder / "file" / "below")).ends_with(": Not a directory"));
}
