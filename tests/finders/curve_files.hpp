// The curves and golden answers in data/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "finders/lr_suggestion.hpp"

namespace lrsweep::tests {

struct CurveFile {
  std::vector<double> lr;
  std::vector<double> loss;
};

// data/NAME: a CSV file with the columns lr, loss.
[[nodiscard]] CurveFile load_csv(std::string_view name);
// data/NAME as JSON.
[[nodiscard]] core::Json load_json(std::string_view name);

[[nodiscard]] CurveFile columns(const finders::RangeCurve& curve);
[[nodiscard]] finders::RangeCurve curve_of(const std::vector<double>& lr,
                                           const std::vector<double>& loss);

// `count` rates equally spaced in log from lo to hi.
[[nodiscard]] std::vector<double> log_rates(double lo, double hi, int count);

// Independent normal values of mean 0 and the given standard deviation; the same for a seed.
[[nodiscard]] std::vector<double> normal_noise(int count, double deviation, unsigned seed);

// A range test as it should look: level 2.3 until about 1e-3, a fall to 0.3 around 1e-2, and an
// explosion above `edge`; 100 rungs from 1e-6 to 10, the points above the explosion left out.
[[nodiscard]] finders::RangeCurve textbook_curve(double edge = 1.0, double fall_at = 1e-2);

}  // namespace lrsweep::tests
