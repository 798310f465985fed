// One self-contained offline page: shell, style, data and scripts in one file, under a policy that
// allows nothing else.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"

namespace lrsweep::reports {

struct PageParts {
  std::string_view shell;  // a file of reports/page with {{slots}}
  std::span<const std::string_view>
      scripts;        // files of reports/page, in the order they build on each other
  std::string title;  // foreign text is escaped
  std::string plain;  // the same in words, for readers without JavaScript
};

// `data` is embedded as JSON; the scripts find it under the id "report".
[[nodiscard]] std::string build_page(const PageParts& parts, const core::Json& data);

}  // namespace lrsweep::reports
