#include "finders/schedules/wsd.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace lrsweep::finders {
namespace {

double fallen(const std::string& shape, double q) {
  if (shape == "cosine") return (1 + std::cos(std::numbers::pi * q)) / 2;
  if (shape == "sqrt") return 1 - std::sqrt(q);
  return 1 - q;
}

}  // namespace

ScheduleCurve make_wsd(ScheduleParams& params, const ScheduleAxis& axis) {
  const auto fifth = std::max<std::int64_t>(1, std::llround(0.2 * static_cast<double>(axis.total)));
  const std::int64_t decay = params.duration("decay", std::min(fifth, axis.updates), axis);
  const std::int64_t rest = std::max<std::int64_t>(0, axis.updates - decay);
  const std::int64_t stable = params.duration("stable", rest, axis, 0);
  const std::string shape = params.choice("shape", {"linear", "cosine", "sqrt"});
  const double end = params.number("end_factor", 0, {.low = 0});
  if (stable + decay > axis.updates) {
    params.problem("decay", fmt::format("and stable are {} updates together; the run has {} after "
                                        "its warm-up",
                                        stable + decay, axis.updates));
  }
  return {.lr =
              [lr = axis.lr, shape, end, stable, decay](double t) {
                const double past = t - static_cast<double>(stable);
                const double q = std::clamp(past / static_cast<double>(decay), 0.0, 1.0);
                return lr * (end + (1 - end) * fallen(shape, q));
              },
          .momentum = {},
          .hold = static_cast<double>(axis.updates),
          .plateau = {}};
}

}  // namespace lrsweep::finders
