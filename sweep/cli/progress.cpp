#include "sweep/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "core/json.hpp"
#include "core/text.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/run_board.hpp"

namespace lrsweep::cli {
namespace {

class QuietProgress : public sweep::Progress {
 public:
  void sweep_started(core::SweepId, const std::string&, std::int64_t, std::int64_t) override {}
  void run_started(const sweep::RunLabel&) override {}
  void run_progress(const sweep::RunLabel&, const core::Progress&) override {}
  void run_ended(const sweep::RunLabel&, core::RunState, const std::string&) override {}
  void note(const std::string&) override {}
  void tick() override {}
};

std::string started_line(core::SweepId sweep, const std::string& name) {
  return fmt::format("sweep {} {}", sweep.value, core::printable(name));
}

std::string ended_line(const sweep::RunLabel& run, core::RunState state,
                       const std::string& reason) {
  // Why a run failed is said at the end, where it is said once.
  const std::string why =
      state == core::RunState::kFailed ? reason.substr(0, reason.find(':')) : reason;
  return fmt::format("{}: {}{}{}", run_name(run), to_text(state), why.empty() ? "" : ": ",
                     core::printable(why));
}

// Lines that stay, for logs and pipes; one about progress every ten seconds.
class PlainProgress : public sweep::Progress {
 public:
  explicit PlainProgress(const core::Clock& clock) : board_(clock), clock_(clock) {}

  void sweep_started(core::SweepId sweep, const std::string& name, std::int64_t runs,
                     std::int64_t done) override {
    board_.start(runs, done);
    last_ = clock_.now();
    line(started_line(sweep, name));
  }
  void run_started(const sweep::RunLabel& run) override { board_.run_started(run); }
  void run_progress(const sweep::RunLabel& run, const core::Progress& progress) override {
    board_.run_progress(run, progress);
  }
  void run_ended(const sweep::RunLabel& run, core::RunState state,
                 const std::string& reason) override {
    board_.run_ended(run, state);
    line(ended_line(run, state, reason));
  }
  void note(const std::string& text) override { line(core::printable(text)); }
  void tick() override {
    constexpr std::chrono::seconds kEvery{10};
    if (clock_.now() - last_ < kEvery) return;
    last_ = clock_.now();
    line(board_.total_line());
  }

 protected:
  virtual void line(const std::string& text) { say(fmt::format("{}\n", text)); }
  RunBoard board_;

 private:
  const core::Clock& clock_;
  core::Instant last_{};
};

// Redraws its lines in place about four times a second; lines that stay are printed above them.
class LiveProgress final : public PlainProgress {
 public:
  explicit LiveProgress(const core::Clock& clock) : PlainProgress(clock) {}
  ~LiveProgress() override { erase(); }
  LiveProgress(const LiveProgress&) = delete;
  LiveProgress& operator=(const LiveProgress&) = delete;

  void tick() override { redraw(); }

 private:
  void line(const std::string& text) override {
    erase();
    say(fmt::format("{}\n", text));
    redraw();
  }
  void erase() {
    if (drawn_ > 0) say(fmt::format("\x1b[{}A\x1b[J", drawn_));
    drawn_ = 0;
  }
  void redraw() {
    erase();
    const auto width = static_cast<std::size_t>(std::max(20, terminal_width(STDERR_FILENO))) - 1;
    auto lines = board_.run_lines();
    lines.push_back(board_.total_line());
    for (const auto& text : lines) say(fmt::format("{}\n", text.substr(0, width)));
    drawn_ = lines.size();
  }

  std::size_t drawn_ = 0;
};

// One JSON object a line on stderr.
class JsonProgress final : public QuietProgress {
 public:
  void sweep_started(core::SweepId sweep, const std::string& name, std::int64_t runs,
                     std::int64_t done) override {
    event({{"event", "sweep_started"},
           {"sweep", sweep.value},
           {"name", name},
           {"runs", runs},
           {"done", done}});
  }
  void run_started(const sweep::RunLabel& run) override { event(labelled("run_started", run)); }
  void run_progress(const sweep::RunLabel& run, const core::Progress& progress) override {
    auto json = labelled("run_progress", run);
    json["update"] = progress.update;
    json["total_updates"] = progress.total_updates;
    event(json);
  }
  void run_ended(const sweep::RunLabel& run, core::RunState state,
                 const std::string& reason) override {
    auto json = labelled("run_ended", run);
    json["state"] = to_text(state);
    json["reason"] = reason;
    event(json);
  }
  void note(const std::string& line) override { event({{"event", "note"}, {"line", line}}); }

 private:
  static core::Json labelled(const char* name, const sweep::RunLabel& run) {
    return {{"event", name},        {"trial", run.key.trial}, {"repeat", run.key.repeat},
            {"fold", run.key.fold}, {"attempt", run.attempt}, {"devices", run.devices}};
  }
  static void event(const core::Json& json) { say(fmt::format("{}\n", core::dump(json))); }
};

}  // namespace

std::unique_ptr<sweep::Progress> make_progress(ProgressKind kind, const core::Clock& clock) {
  switch (kind) {
    case ProgressKind::kQuiet:
      return std::make_unique<QuietProgress>();
    case ProgressKind::kPlain:
      return std::make_unique<PlainProgress>(clock);
    case ProgressKind::kLive:
      return std::make_unique<LiveProgress>(clock);
    case ProgressKind::kJson:
      return std::make_unique<JsonProgress>();
  }
  return std::make_unique<QuietProgress>();
}

}  // namespace lrsweep::cli
