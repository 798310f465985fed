// Text for people: terminals, messages, near misses.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lrsweep::core {

// `text` with everything a terminal could act on made harmless: control characters (C0, C1, DEL) as
// \xNN, newlines as \n, bidirectional overrides and line/paragraph separators as \u{…}, bytes that
// are not UTF-8 as U+FFFD. The result is one line.
[[nodiscard]] std::string printable(std::string_view text);

// printable(), cut to 80 characters and "…" where it is longer: for values in messages.
[[nodiscard]] std::string shortened(std::string_view text);

// shortened() in double quotes. Call it
// qualified (core::quoted), since std::quoted takes a std::string as well.
[[nodiscard]] std::string quoted(std::string_view text);

// True where all of `text` is UTF-8 (RFC 3629).
[[nodiscard]] bool is_utf8(std::string_view text);

// The candidate nearest to `word` (Damerau–Levenshtein distance of at most a third of its length,
// last part after a dot counted too), one that begins with `word`, or empty where none is near.
[[nodiscard]] std::string nearest(std::string_view word,
                                  std::span<const std::string_view> candidates);

// Shortest decimal text that reads back as the same double: 0.1, 1e-06, 100.
[[nodiscard]] std::string number_text(double value);

// "1.5 s", "12 min", "2 h 10 min".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace lrsweep::core
