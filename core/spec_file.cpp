#include "core/spec_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/spec_document.hpp"
#include "core/spec_table.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

constexpr std::size_t kDeepest = 16;

// Characters of a text that counts the lines they are on: the parser takes no more than it needs,
// so that inside a callback for a key the count is the key's line. A newline counts when the
// character after it is taken: what goes wrong at the end of a line is a problem of that line.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, int* line) : begin_(at), at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (at_ != begin_ && at_[-1] == '\n') ++*line_;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* begin_;
  const char* at_;
  int* line_;
};

// Notes the line of each key, by path, and what only a pass over the text can see: keys given
// twice, nesting too deep (the DOM parser recurses when it is destroyed).
class KeyLines : public nlohmann::json_sax<Json> {
 public:
  explicit KeyLines(const int* line) : line_(line) {}

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override {
    ++arrays_;
    return open();
  }
  bool end_array() override {
    --arrays_;
    return close();
  }
  bool key(string_t& name) override {
    path_.back() = name;
    if (arrays_ > 0) return true;  // objects in a list may well have the same keys
    const auto [at, is_new] = lines.emplace(path(), *line_);
    if (!is_new) twice.emplace_back(at->first, *line_);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& e) override {
    error = e.what();
    return false;
  }

  std::map<std::string, int> lines;
  std::vector<std::pair<std::string, int>> twice;
  std::string error;

 private:
  static bool value() { return true; }
  bool open() {
    path_.emplace_back();
    if (path_.size() <= kDeepest) return true;
    error = fmt::format("nested deeper than {} levels", kDeepest);
    return false;
  }
  bool close() {
    path_.pop_back();
    return true;
  }
  [[nodiscard]] std::string path() const { return fmt::format("{}", fmt::join(path_, ".")); }

  const int* line_;
  std::vector<std::string> path_;
  int arrays_ = 0;
};

class Reader {
 public:
  explicit Reader(const KeyLines& keys) : keys_(keys) {
    for (const SpecKey& row : spec_table()) {
      known_.push_back(row.key);
      known_.push_back(row.key.substr(0, row.key.find('.')));
    }
  }

  SpecFile read(const Json& document) {
    for (const auto& [path, line] : keys_.twice) {
      problem(line, fmt::format("{} is given twice", printable(path)));
    }
    if (document.is_object()) {
      walk(document, "");
    } else {
      problem(1, "not a JSON object; allowed: { \"model\": { … }, … }");
    }
    return std::move(file_);
  }

 private:
  void walk(const Json& object, const std::string& prefix) {
    for (const auto& [name, value] : object.items()) visit(prefix + name, value);
  }

  void visit(const std::string& path, const Json& value) {
    const auto found = keys_.lines.find(path);
    const int line = found == keys_.lines.end() ? 1 : found->second;
    if (find_spec_key(path) != nullptr) {
      file_.entries.push_back({path, dump(value), line});
    } else if (!is_section(path)) {
      problem(line, unknown(path));
    } else if (!value.is_object()) {
      problem(line, fmt::format("{} is a section; allowed: an object of keys", path));
    } else {
      walk(value, path + ".");
    }
  }

  [[nodiscard]] std::string unknown(const std::string& path) const {
    const std::string near = nearest(path, known_);
    const std::string hint =
        near.empty() ? "lrsweep help-spec lists the keys" : "did you mean " + near + "?";
    return fmt::format("unknown key {}; {}", core::quoted(path), hint);
  }

  void problem(int line, std::string text) { file_.problems.push_back({line, std::move(text)}); }

  const KeyLines& keys_;
  std::vector<std::string_view> known_;
  SpecFile file_;
};

// nlohmann's "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error …"
// without what the place says already.
std::string syntax_text(std::string error) {
  if (const auto end = error.find("] "); end != std::string::npos) error.erase(0, end + 2);
  if (const auto end = error.find(": ");
      error.starts_with("parse error") && end != std::string::npos) {
    error.erase(0, end + 2);
  }
  return printable(error);
}

}  // namespace

SpecFile read_spec_text(std::string_view text) {
  int line = 1;
  KeyLines keys(&line);
  const CountingIterator begin(text.data(), &line);
  const CountingIterator end(text.data() + text.size(), &line);
  if (!Json::sax_parse(begin, end, &keys, Json::input_format_t::json, true, true)) {
    return {{}, {{line, syntax_text(keys.error)}}};
  }
  return Reader(keys).read(Json::parse(text, nullptr, false, true));
}

}  // namespace lrsweep::core
