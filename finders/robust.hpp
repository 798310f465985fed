// Order statistics that a few wild losses do not move.
#pragma once

#include <span>

namespace lrsweep::finders {

// Middle value; mean of the two middle ones for an even count. Requires at least one value, none of
// them NaN.
[[nodiscard]] double median(std::span<const double> values);

// Standard deviation of one loss, from the differences of neighbouring losses, so that a trend or
// an offset does not count: 1.4826·MAD(differences)/√2, where MAD is the median absolute deviation
// from the median (Rousseeuw and Croux, JASA 88, 1993: 1.4826 makes it that of a normal
// distribution) and √2 undoes the subtraction of two independent losses. 0 with fewer than two
// losses. Requires finite losses.
[[nodiscard]] double noise_of(std::span<const double> losses);

// Number of losses at the start of a run whose median is its initial loss, and within which a run
// never counts as diverged: max(8, rungs/10).
[[nodiscard]] std::size_t burn_in(std::size_t rungs);

}  // namespace lrsweep::finders
