#include "reports/csp_hash.hpp"

#include <sys/types.h>

#include <sha2.h>

#include <array>
#include <cstdint>
#include <span>

namespace lrsweep::reports {
namespace {

// RFC 4648, §4, with padding.
std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8U | (j < count ? bytes[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= count ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace

std::string csp_hash(std::string_view content) {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
  SHA256Final(digest.data(), &context);
  return "'sha256-" + base64(digest) + "'";
}

}  // namespace lrsweep::reports
