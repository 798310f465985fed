#include "core/sha256.hpp"

#include <sha2.h>

#include <array>
#include <cstdint>

namespace lrsweep::core {

std::string sha256_hex(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> hex{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), hex.data());
  return hex.data();
}

}  // namespace lrsweep::core
