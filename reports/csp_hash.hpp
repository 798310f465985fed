// Hashes by which a Content-Security-Policy names the inline scripts and styles that may run
// (W3C Content Security Policy Level 3, §2.3.1: hash-source).
#pragma once

#include <string>
#include <string_view>

namespace lrsweep::reports {

// 'sha256-<base64>' with its quotes, over the very bytes between the element's tags.
[[nodiscard]] std::string csp_hash(std::string_view content);

}  // namespace lrsweep::reports
