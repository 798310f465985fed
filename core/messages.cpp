#include "core/messages.hpp"

#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/message_fields.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

// NaN and infinities as strings: JSON has no numbers for them, and which one it was matters.
Json real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

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
  return {{"type", "run"},          {"run_id", m.run_id.value},
          {"attempt", m.attempt},   {"kind", to_text(m.kind)},
          {"seed", m.seed},         {"repeat", m.repeat},
          {"fold", m.fold},         {"spec", m.spec_json},
          {"log_path", m.log_path}, {"checkpoint_path", m.checkpoint_path}};
}
RunCommand read_run(const Fields& f) {
  return {f.run_id(),        f.small("attempt"), f.word<SweepKind>("kind"),
          f.integer("seed"), f.small("repeat"),  f.small("fold"),
          f.text("spec"),    f.text("log_path"), f.text("checkpoint_path")};
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
  const auto json = parse_json(line, "message");
  if (!json) {
    return fail(ErrorKind::kInternal, fmt::format("not a message: {}", core::quoted(line)));
  }
  try {
    const Fields fields(*json);
    return read(fields.text("type"), fields);
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

}  // namespace lrsweep::core
