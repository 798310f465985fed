#include "sweep/cli/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "core/text.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

using core::ErrorKind;
using core::fail;

constexpr unsigned kHelpWidth = 100;

options::options_description everything(const Command& command) {
  auto all = options_of(command);
  options::options_description hidden;
  for (const auto name : command.positional) {
    hidden.add_options()(std::string(name).c_str(), text_value("X"));
  }
  all.add(hidden);
  return all;
}

std::string nearest_option(const options::options_description& table, std::string_view typed) {
  std::vector<std::string> names;
  for (const auto& option : table.options()) names.push_back("--" + option->long_name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return core::nearest(typed, views);
}

core::Failure unknown_option(const Command& command, const options::options_description& table,
                             const std::string& typed) {
  const std::string near = nearest_option(table, typed);
  const std::string hint = near.empty() ? fmt::format("lrsweep {} --help lists them", command.name)
                                        : fmt::format("did you mean {}?", near);
  return fail(ErrorKind::kUsage, fmt::format("unknown option {}; {}", core::quoted(typed), hint));
}

// Boost's message without its quirks, as one printable line.
std::string tidy(const std::exception& error) { return core::printable(error.what()); }

}  // namespace

options::options_description options_of(const Command& command) {
  options::options_description own("options", kHelpWidth, kHelpWidth / 2);
  command.declare(own);
  declare_common(own);
  return own;
}

core::Result<const Command*> find_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
    names.push_back(command.name);
  }
  const std::string near = core::nearest(name, names);
  return fail(ErrorKind::kUsage, fmt::format("unknown command {}; {}", core::quoted(name),
                                             near.empty() ? "lrsweep --help lists them"
                                                          : fmt::format("did you mean {}?", near)));
}

core::Result<Arguments> parse_arguments(const Command& command,
                                        const std::vector<std::string>& arguments) {
  const auto table = everything(command);
  options::positional_options_description positional;
  for (const auto name : command.positional) positional.add(std::string(name).c_str(), 1);
  try {
    using style = options::command_line_style::style_t;
    options::command_line_parser parser(arguments);
    parser.options(table).positional(positional);
    parser.style(style::unix_style & ~style::allow_guessing);
    Arguments values;
    options::store(parser.run(), values);
    options::notify(values);
    return values;
  } catch (const options::unknown_option& error) {
    return unknown_option(command, table, error.get_option_name());
  } catch (const options::too_many_positional_options_error&) {
    return fail(ErrorKind::kUsage, fmt::format("too many arguments; usage: lrsweep {} {}",
                                               command.name, command.usage));
  } catch (const options::error& error) {
    return fail(ErrorKind::kUsage,
                fmt::format("{}; lrsweep {} --help lists the options", tidy(error), command.name));
  }
}

}  // namespace lrsweep::cli
