// A verdict in a few words, for the top of a page; finders::advice() says the rest.
#pragma once

#include <string_view>

#include "core/words.hpp"

namespace lrsweep::reports {

[[nodiscard]] std::string_view verdict_headline(core::Verdict verdict);

}  // namespace lrsweep::reports
