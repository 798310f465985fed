// Foreign text on its way into an HTML page.
#pragma once

#include <string>
#include <string_view>

namespace lrsweep::reports {

// As text or a quoted attribute value: & < > " ' as character references, NUL (which HTML cannot
// carry) as U+FFFD.
[[nodiscard]] std::string html_escaped(std::string_view text);

// JSON text for a <script type="application/json"> element: < > & U+2028 U+2029 as \u escapes, so
// that nothing in it ends the element or begins a comment. Reads back as the same JSON.
[[nodiscard]] std::string json_for_script(std::string_view json);

}  // namespace lrsweep::reports
