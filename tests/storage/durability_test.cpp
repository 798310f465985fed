// What was acknowledged is there after a crash; one writer at a time; a failing disk is said.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <future>
#include <string>

#include <catch2/catch.hpp>

#include "storage/reader.hpp"
#include "storage/sqlite_store.hpp"
#include "temporary_folder.hpp"

namespace lrsweep::storage {
namespace {

using core::TemporaryFolder;

// writer_child over a folder, with its stdout to read from. Killed at the end.
class WriterChild {
 public:
  explicit WriterChild(const std::filesystem::path& out) {
    int ends[2];
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::execl(LRSWEEP_WRITER_CHILD, "writer_child", out.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
  }
  WriterChild(const WriterChild&) = delete;
  WriterChild& operator=(const WriterChild&) = delete;
  ~WriterChild() {
    kill();
    std::fclose(output_);
  }

  // The next acknowledged sequence; 0 at the end.
  Sequence next() {
    unsigned long long value = 0;
    return std::fscanf(output_, "%llu", &value) == 1 ? value : 0;
  }
  void kill() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    pid_ = -1;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  std::FILE* output_ = nullptr;
};

core::Snapshot snapshot_of(const std::filesystem::path& out) {
  const auto reader = Reader::open(out);
  REQUIRE(reader);
  auto snapshot = (*reader)->snapshot({1});
  REQUIRE(snapshot);
  CHECK((*reader)->check()->empty());
  return *snapshot;
}

TEST_CASE("durability: everything acknowledged survives kill -9, at several instants") {
  for (int acknowledged = 1; acknowledged <= 9; acknowledged += 4) {
    const TemporaryFolder folder;
    WriterChild child(folder.path());
    Sequence last = 0;
    for (int i = 0; i < acknowledged; ++i) last = child.next();
    REQUIRE(last > 3);
    child.kill();
    for (Sequence more = child.next(); more != 0; more = child.next()) last = more;
    const auto metrics = snapshot_of(folder.path()).trials.at(0).runs.at(0).metrics;
    REQUIRE(metrics.size() >= last - 3);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      REQUIRE(metrics[i].value == static_cast<double>(i + 1));
    }
  }
}

TEST_CASE("durability: another process is refused while the writer lives, not after its death") {
  const TemporaryFolder folder;
  WriterChild child(folder.path());
  REQUIRE(child.next() > 0);
  const auto refused = SqliteStore::open(folder.path());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == core::ErrorKind::kStorage);
  CHECK(refused.error().message.find("in use by pid " + std::to_string(child.pid())) !=
        std::string::npos);
  CHECK(current_writer(folder.path())->pid == child.pid());
  child.kill();
  CHECK_FALSE(current_writer(folder.path()));
  CHECK(SqliteStore::open(folder.path()));
}

TEST_CASE("durability: readers see whole states while the writer goes on") {
  const TemporaryFolder folder;
  WriterChild child(folder.path());
  REQUIRE(child.next() > 0);
  std::size_t before = 0;
  for (int i = 0; i < 10; ++i) {
    REQUIRE(child.next() > 0);
    const auto now = snapshot_of(folder.path()).trials.at(0).runs.at(0).metrics.size();
    CHECK(now >= before);
    before = now;
  }
  CHECK(before > 0);
}

TEST_CASE("durability: a disk that fails ends all writing with its reason") {
  const TemporaryFolder folder;
  auto store = SqliteStore::open(folder.path());
  REQUIRE(store);
  core::SweepRecord sweep;
  sweep.id = {1};
  (*store)->append({sweep});
  REQUIRE((*store)->flush());
  std::promise<std::string> told;
  (*store)->on_durable([&told](core::Result<Sequence> durable) {
    if (!durable) told.set_value(durable.error().message);
  });
  // Files may not grow any more: what a full disk is to a program.
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto ignore_before = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight{4096, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &tight) == 0);
  sweep.environment_json = std::string(1 << 20, 'x');
  (*store)->append({sweep});
  const auto flushed = (*store)->flush();
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, ignore_before);
  REQUIRE_FALSE(flushed);
  CHECK(flushed.error().message.find("sweeps.db") != std::string::npos);
  auto future = told.get_future();
  REQUIRE(future.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
  CHECK(future.get() == flushed.error().message);
  (*store)->append({sweep});
  CHECK_FALSE((*store)->flush());  // for good: the first failure ends all writing
}

}  // namespace
}  // namespace lrsweep::storage
