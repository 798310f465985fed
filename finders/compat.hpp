// What other tools would say of the same curve, by their exact rules (each header section below
// names the tool, its version and its smoothing). Input: raw losses, one a rate, by increasing
// rate.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace lrsweep::finders {

struct PeerSuggestion {
  std::string peer;    // "fastai", "lightning", "torch-lr-finder", "ignite"
  std::string method;  // "valley", "slide", "minimum", "steep" for fastai; "lr" for the others
  std::optional<double> lr;  // nothing where the peer gives none (too few points)
};

// Names in the order in which they are shown.
[[nodiscard]] std::span<const std::string_view> peers();

// `peer` is one of peers() or "all"; another is a kUsage error that lists them.
[[nodiscard]] core::Result<std::vector<PeerSuggestion>> peer_suggestions(
    std::string_view peer, std::span<const double> lr, std::span<const double> loss);

}  // namespace lrsweep::finders
