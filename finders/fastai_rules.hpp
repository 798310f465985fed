// The four suggestions of fastai 2.8 (fastai/callback/schedule.py) on its smoothed curve: without
// the first tenth and the last 5 points, cut at the first NaN.
#pragma once

#include <optional>
#include <span>

#include "finders/peer_window.hpp"

namespace lrsweep::finders {

// Raw losses by increasing rate; what the rules below take.
[[nodiscard]] Window fastai_window(std::span<const double> lr, std::span<const double> loss);

// With D_i the length of the longest strictly falling subsequence that ends at i, e the first i
// with the largest D and b = e − D_e: the rate at b + ⌊(e − b)/3⌋ + ⌊(e − b)/6⌋. Nothing without
// points.
[[nodiscard]] std::optional<double> fastai_valley(const Window& part);

// From the right end, while the slopes at two rungs 15 apart differ by more than 0.005, both move
// left; the rate at the left one. Nothing with 15 points or fewer.
[[nodiscard]] std::optional<double> fastai_slide(const Window& part);

// A tenth of the rate at the lowest loss. Nothing without points.
[[nodiscard]] std::optional<double> fastai_minimum(const Window& part);

// The rate at the lowest (s_{i+1} − s_i)/(ln l_{i+1} − ln l_i). Nothing with one point.
[[nodiscard]] std::optional<double> fastai_steep(const Window& part);

}  // namespace lrsweep::finders
