// What the scheduler and its workers say to each other: one JSON object a line on a channel of its
// own (a socket inherited as descriptor 3; never stdout, where any library may print). Both
// programs are built from the same sources; `version` in prepare and ready guards against a stale
// binary.
//
//   scheduler → worker: Prepare, StoreAddress, RunCommand, Cancel, Shutdown
//   worker → scheduler: Ready, Progress, RunResult, RunFailed, Heartbeat
//
// A line over kMaxLineBytes, torn, not JSON, of an unknown type or version is an error; its
// receiver ends the attempt with cause `protocol`. NaN and infinities travel as the strings "nan",
// "inf",
// "-inf", so that a diverged loss arrives bit for bit in kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "core/result.hpp"
#include "core/words.hpp"

namespace lrsweep::core {

inline constexpr int kProtocolVersion = 2;
inline constexpr std::size_t kMaxLineBytes = 1U << 20U;
inline constexpr int kChannelDescriptor = 3;

// First message to each rank: who it is.
struct Prepare {
  int rank = 0;
  int world = 1;
  int local_rank = 0;
  std::string device;  // "cpu", or "cuda:0" as the worker sees it
  int threads = 1;     // CPU threads for this rank
  friend bool operator==(const Prepare&, const Prepare&) = default;
};

// Where rank 0's key-value store listens; to ranks > 0, and only when world > 1.
struct StoreAddress {
  std::string host;
  int port = 0;
  friend bool operator==(const StoreAddress&, const StoreAddress&) = default;
};

// Train this run now. `spec_json` is a whole resolved spec with the trial's parameters put in.
struct RunCommand {
  RunId run_id;
  int attempt = 1;
  SweepKind kind = SweepKind::kRangeTest;
  std::int64_t seed = 0;  // run_seed(train.seed, repeat)
  int repeat = 0;
  int fold = 0;
  std::string spec_json;
  std::string log_path;  // absolute; the worker sends its stdout and stderr there from now on
  // Absolute folder of this run's checkpoints and weights: where there is one to go on from, it
  // does.
  std::string checkpoint_path = {};
  friend bool operator==(const RunCommand&, const RunCommand&) = default;
};

// Stop the run at the next update; answered by RunFailed{kInterrupted or kPruned}.
struct Cancel {
  RunId run_id;
  Cause why = Cause::kInterrupted;
  friend bool operator==(const Cancel&, const Cancel&) = default;
};

struct Shutdown {
  friend bool operator==(const Shutdown&, const Shutdown&) = default;
};

// Answer to Prepare: rank 0 of a group with world > 1 names the port its store listens on, and is
// complete only once all ranks have joined.
struct Ready {
  std::string torch;   // "2.15.0"
  std::string nccl;    // "" without
  std::string device;  // "cpu", "NVIDIA H200"
  std::int64_t memory_bytes = 0;
  int port = 0;  // rank 0 of a group: the store's; else 0
  friend bool operator==(const Ready&, const Ready&) = default;
};

struct RangePoint {
  std::int64_t rung = 0;
  double lr = 0;
  double loss = 0;
  double grad_norm = 0;
  double clipped_share = 0;
  friend bool operator==(const RangePoint&, const RangePoint&) = default;
};

struct MetricPoint {
  std::string name;
  std::int64_t update = 0;
  double value = 0;
  friend bool operator==(const MetricPoint&, const MetricPoint&) = default;
};

// New points since the last Progress, at most ten messages a second; from rank 0 only.
struct Progress {
  RunId run_id;
  std::int64_t update = 0;         // updates done
  std::int64_t total_updates = 0;  // planned; may grow (a ladder that is extended)
  std::vector<MetricPoint> metrics;
  std::vector<RangePoint> range_points;
  friend bool operator==(const Progress&, const Progress&) = default;
};

// The run ended with a result. All its points were sent before.
struct RunResult {
  RunId run_id;
  std::int64_t updates_done = 0;
  double train_seconds = 0;  // without model construction and data loading
  std::string metrics_json = "{}";
  friend bool operator==(const RunResult&, const RunResult&) = default;
};

// The run (or, with no run_id, the preparation) failed for a reason the worker knows.
struct RunFailed {
  std::optional<RunId> run_id;
  Cause cause = Cause::kConfig;
  std::string message;
  friend bool operator==(const RunFailed&, const RunFailed&) = default;
};

// Once a second while a run trains: liveness is this counter moving.
struct Heartbeat {
  std::int64_t update = 0;
  friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

using ToWorker = std::variant<Prepare, StoreAddress, RunCommand, Cancel, Shutdown>;
using FromWorker = std::variant<Ready, Progress, RunResult, RunFailed, Heartbeat>;

// One line, with its newline.
[[nodiscard]] std::string encode(const ToWorker& message);
[[nodiscard]] std::string encode(const FromWorker& message);

// `line` without its newline. The error says what is wrong with it (kInternal).
[[nodiscard]] Result<ToWorker> decode_to_worker(std::string_view line);
[[nodiscard]] Result<FromWorker> decode_from_worker(std::string_view line);

// Cuts a byte stream into lines. feed() returns the whole lines so far, or an error once a line
// grows over kMaxLineBytes; finish() is an error when bytes without a newline are left.
class LineSplitter {
 public:
  [[nodiscard]] Result<std::vector<std::string>> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish() const;

 private:
  std::string rest_;
};

}  // namespace lrsweep::core
