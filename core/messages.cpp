#include "core/messages.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

// NaN and infinities as strings: JSON has no numbers for them, and which one it was matters.
Json real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// Reads the fields of one message; a missing field or a wrong type throws Malformed, which stops at
// decode_*().
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {
    if (!json.is_object()) throw Malformed("not a JSON object");
  }

  [[nodiscard]] const Json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) throw Malformed(fmt::format("field {} is missing", name));
    return *found;
  }
  [[nodiscard]] std::string text(const char* name) const {
    require(at(name).is_string(), name, "a string");
    return at(name).get<std::string>();
  }
  [[nodiscard]] std::int64_t integer(const char* name) const {
    require(at(name).is_number_integer(), name, "an integer");
    return at(name).get<std::int64_t>();
  }
  [[nodiscard]] int small(const char* name) const {
    const auto value = integer(name);
    require(value >= 0 && value <= std::numeric_limits<int>::max(), name, "a small integer");
    return static_cast<int>(value);
  }
  [[nodiscard]] double real(const char* name) const {
    const Json& value = at(name);
    if (value.is_number()) return value.get<double>();
    if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (value == "inf") return std::numeric_limits<double>::infinity();
    require(value == "-inf", name, "a number");
    return -std::numeric_limits<double>::infinity();
  }
  template <class T>
  [[nodiscard]] T word(const char* name) const {
    const auto value = parse<T>(text(name));
    require(value.has_value(), name, "a known word");
    return *value;
  }
  [[nodiscard]] RunId run_id() const { return RunId{integer("run_id")}; }
  [[nodiscard]] const Json& list(const char* name) const {
    require(at(name).is_array(), name, "a list");
    return at(name);
  }
  void require_version() const {
    const auto version = integer("version");
    if (version != kProtocolVersion) {
      throw Malformed(
          fmt::format("protocol version {}, this program speaks {}", version, kProtocolVersion));
    }
  }

 private:
  static void require(bool condition, const char* name, const char* what) {
    if (!condition) throw Malformed(fmt::format("field {} is not {}", name, what));
  }
  const Json& json_;
};

Json to_json(const Prepare& m) {
  return {{"type", "prepare"},   {"version", kProtocolVersion}, {"rank", m.rank},
          {"world", m.world},    {"local_rank", m.local_rank},  {"device", m.device},
          {"threads", m.threads}};
}
Prepare read_prepare(const Fields& f) {
  f.require_version();
  return {f.small("rank"), f.small("world"), f.small("local_rank"), f.text("device"),
          f.small("threads")};
}

Json to_json(const StoreAddress& m) {
  return {{"type", "store"}, {"host", m.host}, {"port", m.port}};
}
StoreAddress read_store(const Fields& f) { return {f.text("host"), f.small("port")}; }

Json to_json(const RunCommand& m) {
  return {{"type", "run"},           {"run_id", m.run_id.value}, {"attempt", m.attempt},
          {"kind", to_text(m.kind)}, {"seed", m.seed},           {"repeat", m.repeat},
          {"fold", m.fold},          {"spec", m.spec_json},      {"log_path", m.log_path}};
}
RunCommand read_run(const Fields& f) {
  return {f.run_id(),        f.small("attempt"), f.word<SweepKind>("kind"),
          f.integer("seed"), f.small("repeat"),  f.small("fold"),
          f.text("spec"),    f.text("log_path")};
}

Json to_json(const Cancel& m) {
  return {{"type", "cancel"}, {"run_id", m.run_id.value}, {"why", to_text(m.why)}};
}
Cancel read_cancel(const Fields& f) { return {f.run_id(), f.word<Cause>("why")}; }

Json to_json(const Shutdown&) { return {{"type", "shutdown"}}; }

Json to_json(const Ready& m) {
  return {{"type", "ready"}, {"version", kProtocolVersion}, {"torch", m.torch},
          {"nccl", m.nccl},  {"device", m.device},          {"memory_bytes", m.memory_bytes},
          {"port", m.port}};
}
Ready read_ready(const Fields& f) {
  f.require_version();
  return {f.text("torch"), f.text("nccl"), f.text("device"), f.integer("memory_bytes"),
          f.small("port")};
}

// Points are short lists, not objects: there are many of them.
Json to_json(const MetricPoint& p) { return Json::array({p.name, p.update, real(p.value)}); }
Json to_json(const RangePoint& p) {
  return Json::array({p.rung, real(p.lr), real(p.loss), real(p.grad_norm), real(p.clipped_share)});
}

// A point's list as an object, so that Fields reads it.
Json named(const Json& list, std::initializer_list<const char*> names) {
  if (!list.is_array() || list.size() != names.size()) throw Malformed("a point of another length");
  Json object = Json::object();
  std::size_t index = 0;
  for (const char* name : names) object[name] = list[index++];
  return object;
}
MetricPoint read_metric_point(const Json& list) {
  const Json object = named(list, {"name", "update", "value"});
  const Fields f(object);
  return {f.text("name"), f.integer("update"), f.real("value")};
}
RangePoint read_range_point(const Json& list) {
  const Json object = named(list, {"rung", "lr", "loss", "grad_norm", "clipped_share"});
  const Fields f(object);
  return {f.integer("rung"), f.real("lr"), f.real("loss"), f.real("grad_norm"),
          f.real("clipped_share")};
}

Json to_json(const Progress& m) {
  Json metrics = Json::array();
  for (const auto& point : m.metrics) metrics.push_back(to_json(point));
  Json rungs = Json::array();
  for (const auto& point : m.range_points) rungs.push_back(to_json(point));
  return {{"type", "progress"}, {"run_id", m.run_id.value},
          {"update", m.update}, {"total_updates", m.total_updates},
          {"metrics", metrics}, {"range_points", rungs}};
}
Progress read_progress(const Fields& f) {
  Progress m{f.run_id(), f.integer("update"), f.integer("total_updates"), {}, {}};
  for (const auto& point : f.list("metrics")) m.metrics.push_back(read_metric_point(point));
  for (const auto& point : f.list("range_points")) {
    m.range_points.push_back(read_range_point(point));
  }
  return m;
}

Json to_json(const RunResult& m) {
  return {{"type", "result"},
          {"run_id", m.run_id.value},
          {"updates_done", m.updates_done},
          {"train_seconds", real(m.train_seconds)},
          {"metrics", m.metrics_json}};
}
RunResult read_result(const Fields& f) {
  return {f.run_id(), f.integer("updates_done"), f.real("train_seconds"), f.text("metrics")};
}

Json to_json(const RunFailed& m) {
  return {{"type", "failed"},
          {"run_id", m.run_id ? Json(m.run_id->value) : Json(nullptr)},
          {"cause", to_text(m.cause)},
          {"message", m.message}};
}
RunFailed read_failed(const Fields& f) {
  std::optional<RunId> run_id;
  if (!f.at("run_id").is_null()) run_id = f.run_id();
  return {run_id, f.word<Cause>("cause"), f.text("message")};
}

Json to_json(const Heartbeat& m) { return {{"type", "heartbeat"}, {"update", m.update}}; }

template <class Message>
std::string encode_any(const Message& message) {
  return std::visit([](const auto& m) { return dump(to_json(m)) + "\n"; }, message);
}

ToWorker read_to_worker(const std::string& type, const Fields& f) {
  if (type == "prepare") return read_prepare(f);
  if (type == "store") return read_store(f);
  if (type == "run") return read_run(f);
  if (type == "cancel") return read_cancel(f);
  if (type == "shutdown") return Shutdown{};
  throw Malformed(fmt::format("unknown type {}", core::quoted(type)));
}

FromWorker read_from_worker(const std::string& type, const Fields& f) {
  if (type == "ready") return read_ready(f);
  if (type == "progress") return read_progress(f);
  if (type == "result") return read_result(f);
  if (type == "failed") return read_failed(f);
  if (type == "heartbeat") return Heartbeat{f.integer("update")};
  throw Malformed(fmt::format("unknown type {}", core::quoted(type)));
}

template <class Message, class Read>
Result<Message> decode_any(std::string_view line, Read read) {
  try {
    const Json json = Json::parse(line);
    const Fields fields(json);
    return read(fields.text("type"), fields);
  } catch (const Json::exception&) {
    return fail(ErrorKind::kInternal, fmt::format("not a message: {}", core::quoted(line)));
  } catch (const Malformed& problem) {
    return fail(ErrorKind::kInternal,
                fmt::format("{} in message {}", problem.what(), core::quoted(line)));
  }
}

}  // namespace

std::string encode(const ToWorker& message) { return encode_any(message); }
std::string encode(const FromWorker& message) { return encode_any(message); }

Result<ToWorker> decode_to_worker(std::string_view line) {
  return decode_any<ToWorker>(line, read_to_worker);
}

Result<FromWorker> decode_from_worker(std::string_view line) {
  return decode_any<FromWorker>(line, read_from_worker);
}

Result<std::vector<std::string>> LineSplitter::feed(std::string_view bytes) {
  std::vector<std::string> lines;
  for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    rest_.append(bytes.substr(0, end));
    if (rest_.size() > kMaxLineBytes) break;
    lines.push_back(std::exchange(rest_, {}));
    bytes.remove_prefix(end + 1);
  }
  if (rest_.size() + bytes.size() > kMaxLineBytes) {
    return fail(ErrorKind::kInternal, fmt::format("a line over {} bytes", kMaxLineBytes));
  }
  rest_.append(bytes);
  return lines;
}

Result<void> LineSplitter::finish() const {
  if (rest_.empty()) return {};
  return fail(ErrorKind::kInternal, fmt::format("a torn line: {}", core::quoted(rest_)));
}

}  // namespace lrsweep::core
