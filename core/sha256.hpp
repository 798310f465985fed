// SHA-256 (FIPS 180-4), for identities and checksums.
#pragma once

#include <string>
#include <string_view>

namespace lrsweep::core {

// 64 hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace lrsweep::core
