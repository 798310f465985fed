#include "trainer/train/position.hpp"

#include <bit>
#include <exception>

#include "core/json.hpp"

namespace lrsweep::trainer {
namespace {

using core::Json;

// As its bits: the same number comes back, not finite ones too.
Json exact(double value) { return std::bit_cast<std::uint64_t>(value); }
double exact(const Json& json) { return std::bit_cast<double>(json.get<std::uint64_t>()); }

Json points_json(const std::vector<core::MetricPoint>& points) {
  Json list = Json::array();
  for (const auto& point : points) {
    list.push_back(Json::array({point.name, point.update, exact(point.value)}));
  }
  return list;
}

std::vector<core::MetricPoint> read_points(const Json& list) {
  std::vector<core::MetricPoint> points;
  for (const auto& row : list) {
    points.push_back(
        {row.at(0).get<std::string>(), row.at(1).get<std::int64_t>(), exact(row.at(2))});
  }
  return points;
}

Json sums_json(const EpochSums& sums) {
  return Json::array({exact(sums.loss), exact(sums.grad_norm), sums.clipped, sums.samples,
                      sums.updates, exact(sums.seconds)});
}

EpochSums read_sums(const Json& row) {
  return {exact(row.at(0)),
          exact(row.at(1)),
          row.at(2).get<std::int64_t>(),
          row.at(3).get<std::int64_t>(),
          row.at(4).get<std::int64_t>(),
          exact(row.at(5))};
}

Position read(const Json& json) {
  Position position;
  position.updates = json.at("updates").get<std::int64_t>();
  position.seconds = exact(json.at("seconds"));
  position.skipped = json.at("skipped").get<std::int64_t>();
  position.epoch = read_sums(json.at("epoch"));
  for (const auto& value : json.at("validations")) position.validations.push_back(exact(value));
  position.points = read_points(json.at("points"));
  position.best = read_points(json.at("best"));
  return position;
}

}  // namespace

std::string to_json(const Position& position) {
  Json validations = Json::array();
  for (const double value : position.validations) validations.push_back(exact(value));
  return core::dump({{"updates", position.updates},
                     {"seconds", exact(position.seconds)},
                     {"skipped", position.skipped},
                     {"epoch", sums_json(position.epoch)},
                     {"validations", validations},
                     {"points", points_json(position.points)},
                     {"best", points_json(position.best)}});
}

core::Result<Position> parse_position(const std::string& json) {
  const auto parsed = core::parse_json(json, "checkpoint");
  if (!parsed) return core::fail(core::ErrorKind::kData, parsed.error().message);
  try {
    return read(*parsed);
  } catch (const Json::exception& problem) {
    return core::fail(core::ErrorKind::kData, std::string("checkpoint: ") + problem.what());
  }
}

}  // namespace lrsweep::trainer
