#include "finders/compat.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/check.hpp"
#include "core/text.hpp"
#include "finders/fastai_rules.hpp"
#include "finders/peer_smoothing.hpp"
#include "finders/peer_window.hpp"
#include "finders/smoothing.hpp"

namespace lrsweep::finders {
namespace {

using Rate = std::optional<double>;

constexpr std::array<std::string_view, 4> kPeers{"fastai", "lightning", "torch-lr-finder",
                                                 "ignite"};

std::vector<PeerSuggestion> fastai(std::span<const double> lr, std::span<const double> loss) {
  const Window part = fastai_window(lr, loss);
  return {{"fastai", "valley", fastai_valley(part)},
          {"fastai", "slide", fastai_slide(part)},
          {"fastai", "minimum", fastai_minimum(part)},
          {"fastai", "steep", fastai_steep(part)}};
}

std::vector<PeerSuggestion> lightning(std::span<const double> lr, std::span<const double> loss) {
  const Window all = window(lr, lightning_smoothed(loss), 10, 1);
  Window part;
  for (std::size_t i = 0; i < all.loss.size(); ++i) {
    if (!std::isfinite(all.loss[i])) continue;
    part.lr.push_back(all.lr[i]);
    part.loss.push_back(all.loss[i]);
  }
  Rate found;
  if (part.loss.size() >= 2) found = part.lr[argmin(slope(part.lr, part.loss))];
  return {{"lightning", "lr", found}};
}

std::vector<PeerSuggestion> torch_lr_finder(std::span<const double> lr,
                                            std::span<const double> loss) {
  const Window part = window(lr, torch_lr_finder_smoothed(loss), 10, 5);
  Rate found;
  if (part.loss.size() >= 2) found = part.lr[argmin(index_slope(part.loss))];
  return {{"torch-lr-finder", "lr", found}};
}

std::vector<PeerSuggestion> ignite(std::span<const double> lr, std::span<const double> loss) {
  const auto smooth = torch_lr_finder_smoothed(loss);
  Rate found;
  const std::size_t count = smooth.empty() ? 0 : argmin(smooth) + 1;
  if (count >= 3) {
    const auto slopes = index_slope(std::span(smooth).first(count));
    found = lr[1 + argmin(std::span(slopes).subspan(1, count - 2))];
  }
  return {{"ignite", "lr", found}};
}

}  // namespace

std::span<const std::string_view> peers() { return kPeers; }

core::Result<std::vector<PeerSuggestion>> peer_suggestions(std::string_view peer,
                                                           std::span<const double> lr,
                                                           std::span<const double> loss) {
  LRSWEEP_CHECK(lr.size() == loss.size(), "a curve with more rates than losses");
  constexpr std::array kRules{fastai, lightning, torch_lr_finder, ignite};
  std::vector<PeerSuggestion> result;
  bool known = false;
  for (std::size_t i = 0; i < kPeers.size(); ++i) {
    if (peer != "all" && peer != kPeers[i]) continue;
    known = true;
    for (auto& suggestion : kRules[i](lr, loss)) result.push_back(std::move(suggestion));
  }
  if (!known) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("unknown peer {}: known are {}, all", core::quoted(peer),
                                  fmt::join(kPeers, ", ")));
  }
  return result;
}

}  // namespace lrsweep::finders
