#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "core/messages.hpp"

using namespace lrsweep::core;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void check_round_trip(const ToWorker& message, const std::string& wire) {
  CHECK(encode(message) == wire + "\n");
  const auto back = decode_to_worker(wire);
  REQUIRE(back);
  CHECK(*back == message);
  CHECK_FALSE(decode_from_worker(wire));
}

void check_round_trip(const FromWorker& message, const std::string& wire) {
  CHECK(encode(message) == wire + "\n");
  const auto back = decode_from_worker(wire);
  REQUIRE(back);
  CHECK(*back == message);
  CHECK_FALSE(decode_to_worker(wire));
}

std::string error_of(const std::string& wire) {
  const auto to_worker = decode_to_worker(wire);
  const auto from_worker = decode_from_worker(wire);
  REQUIRE_FALSE(from_worker);
  REQUIRE_FALSE(to_worker);
  CHECK(from_worker.error().kind == ErrorKind::kInternal);
  return from_worker.error().message;
}

double over_the_wire(double value) {
  MetricPoint point;
  point.name = "loss";
  point.value = value;
  Progress progress;
  progress.metrics = {point};
  auto wire = encode(FromWorker(progress));
  wire.pop_back();
  return std::get<Progress>(decode_from_worker(wire).value()).metrics.at(0).value;
}

}  // namespace

TEST_CASE("messages: to the worker, as they travel") {
  check_round_trip(
      ToWorker(Prepare{1, 2, 1, "cuda:1", 4}),
      R"({"type":"prepare","version":2,"rank":1,"world":2,"local_rank":1,"device":"cuda:1","threads":4})");
  check_round_trip(ToWorker(StoreAddress{"127.0.0.1", 29500}),
                   R"({"type":"store","host":"127.0.0.1","port":29500})");
  check_round_trip(
      ToWorker(RunCommand{RunId{7}, 2, SweepKind::kRangeTest, 5876733520225071, 1, 0,
                          R"({"name":null})", "/out/logs/run 7.log", "/out/checkpoints/7"}),
      R"({"type":"run","run_id":7,"attempt":2,"kind":"range_test","seed":5876733520225071,"repeat":1,"fold":0,"spec":"{\"name\":null}","log_path":"/out/logs/run 7.log","checkpoint_path":"/out/checkpoints/7"})");
  check_round_trip(ToWorker(Cancel{RunId{7}, Cause::kPruned}),
                   R"({"type":"cancel","run_id":7,"why":"pruned"})");
  check_round_trip(ToWorker(Shutdown{}), R"({"type":"shutdown"})");
}

TEST_CASE("messages: from the worker, as they travel") {
  check_round_trip(
      FromWorker(Ready{"2.15.0", "", "cpu", 68719476736, 0}),
      R"({"type":"ready","version":2,"torch":"2.15.0","nccl":"","device":"cpu","memory_bytes":68719476736,"port":0})");
  Progress progress{RunId{7}, 20, 100, {}, {}};
  progress.metrics.push_back({"val_loss", 20, 0.1});
  progress.range_points.push_back({19, 1e-6, kInfinity, 2.5, 1});
  check_round_trip(
      FromWorker(progress),
      R"({"type":"progress","run_id":7,"update":20,"total_updates":100,"metrics":[["val_loss",20,0.1]],"range_points":[[19,1e-06,"inf",2.5,1.0]]})");
  check_round_trip(
      FromWorker(RunResult{RunId{7}, 100, 1.25, R"({"stop":"end"})"}),
      R"({"type":"result","run_id":7,"updates_done":100,"train_seconds":1.25,"metrics":"{\"stop\":\"end\"}"})");
  check_round_trip(
      FromWorker(RunFailed{RunId{7}, Cause::kOomDevice, "out of memory"}),
      R"({"type":"failed","run_id":7,"cause":"oom_device","message":"out of memory"})");
  check_round_trip(FromWorker(RunFailed{{}, Cause::kData, "no such folder"}),
                   R"({"type":"failed","run_id":null,"cause":"data","message":"no such folder"})");
  check_round_trip(FromWorker(Heartbeat{19}), R"({"type":"heartbeat","update":19})");
}

TEST_CASE("messages: doubles arrive bit for bit") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value))
      REQUIRE(std::bit_cast<std::uint64_t>(over_the_wire(value)) ==
              std::bit_cast<std::uint64_t>(value));
  }
  for (const double value : {0.1, 5e-324, 1.7976931348623157e308, kInfinity, -kInfinity}) {
    CHECK(over_the_wire(value) == value);
  }
  CHECK(std::signbit(over_the_wire(-0.0)));
  CHECK(std::isnan(over_the_wire(std::nan(""))));
}

TEST_CASE("messages: text that is not UTF-8, or holds newlines, stays one line") {
  const auto wire = encode(FromWorker(RunFailed{{}, Cause::kData, "a\nb\xff\u2028"}));
  CHECK(wire.find('\n') == wire.size() - 1);
  const auto back = decode_from_worker(wire.substr(0, wire.size() - 1));
  CHECK(std::get<RunFailed>(back.value()).message == "a\nb\xEF\xBF\xBD\u2028");
}

TEST_CASE("messages: what is wrong with a line is said") {
  CHECK(error_of("") == R"(not a message: "")");
  CHECK(error_of("ready\x1b[2J") == R"(not a message: "ready\x1b[2J")");
  CHECK(error_of("[1]") == R"(not a JSON object in message "[1]")");
  CHECK(error_of("{}") == R"(field type is missing in message "{}")");
  CHECK(error_of(R"({"type":1})") == R"(field type is not a string in message "{"type":1}")");
  CHECK(error_of(R"({"type":"gossip"})") ==
        R"(unknown type "gossip" in message "{"type":"gossip"}")");
  CHECK(error_of(R"({"type":"heartbeat"})") ==
        R"(field update is missing in message "{"type":"heartbeat"}")");
  CHECK(error_of(R"({"type":"heartbeat","update":1.5})")
            .starts_with("field update is not an integer"));
  CHECK(error_of(R"({"type":"heartbeat","update":18446744073709551615})")
            .starts_with("field update is not an integer of 64 bits"));
  CHECK(error_of(R"({"type":"failed","run_id":"7","cause":"data","message":""})")
            .starts_with("field run_id is not an integer"));
  CHECK(error_of(R"({"type":"failed","run_id":7,"cause":"bad luck","message":""})")
            .starts_with("field cause is not a known word"));
}

TEST_CASE("messages: another version, a rank or port that cannot be") {
  const auto ready = decode_from_worker(
      R"({"type":"ready","version":3,"torch":"","nccl":"","device":"","memory_bytes":0,"port":0})");
  REQUIRE_FALSE(ready);
  CHECK(ready.error().message.starts_with("protocol version 3, this program speaks 2"));
  const auto prepare = decode_to_worker(
      R"({"type":"prepare","version":0,"rank":0,"world":1,"local_rank":0,"device":"cpu","threads":1})");
  CHECK(prepare.error().message.starts_with("protocol version 0"));
  const auto no_version = decode_to_worker(
      R"({"type":"prepare","rank":0,"world":1,"local_rank":0,"device":"cpu","threads":1})");
  CHECK(no_version.error().message.starts_with("field version is missing"));
  CHECK(decode_to_worker(R"({"type":"store","host":"h","port":-1})")
            .error()
            .message.starts_with("field port is not a small integer"));
}

TEST_CASE("messages: points of another shape") {
  const auto progress = [](const std::string& metrics, const std::string& points) {
    const auto line = R"({"type":"progress","run_id":1,"update":1,"total_updates":1,"metrics":)" +
                      metrics + R"(,"range_points":)" + points + "}";
    return decode_from_worker(line);
  };
  CHECK(progress("[]", "[]"));
  CHECK(progress(R"([["a",1,2]])", "[[0,1,2,3,0]]"));
  CHECK_FALSE(progress("{}", "[]"));
  CHECK_FALSE(progress("[1]", "[]"));
  CHECK_FALSE(progress(R"([["a",1]])", "[]"));
  CHECK_FALSE(progress(R"([["a",1,"huge"]])", "[]"));
  CHECK_FALSE(progress(R"([["a","1",2]])", "[]"));
  CHECK_FALSE(progress("[]", "[[0,1,2,3]]"));
  CHECK_FALSE(progress("[]", "[[0,1,2,3,0,0]]"));
  CHECK_FALSE(progress("[]", "[[0.5,1,2,3,0]]"));
}

TEST_CASE("messages: a line torn at any byte, or nested without end, is an error") {
  const auto whole = encode(
      ToWorker(RunCommand{RunId{7}, 2, SweepKind::kRangeTest, 1, 0, 0, R"({"name":"é"})", "/log"}));
  for (std::size_t bytes = 0; bytes + 1 < whole.size() - 1; ++bytes) {
    REQUIRE_FALSE(decode_to_worker(whole.substr(0, bytes)));
  }
  CHECK_FALSE(decode_to_worker(std::string(kMaxLineBytes, '[')));
  CHECK_FALSE(
      decode_to_worker("{\"type\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}
