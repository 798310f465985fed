#include "sweep/cli/commands/commands.hpp"

namespace lrsweep::cli {

std::span<const Command> commands() {
  static const std::vector<Command> all{
      range_test_command(), train_command(),   resume_command(),  suggest_command(),
      schedule_command(),   report_command(),  list_command(),    status_command(),
      show_command(),       logs_command(),    devices_command(), doctor_command(),
      help_spec_command(),  version_command(), help_command(),
  };
  return all;
}

}  // namespace lrsweep::cli
