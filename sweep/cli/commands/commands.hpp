// One declaration a command; the registry in commands.cpp lists them.
#pragma once

#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

[[nodiscard]] Command devices_command();
[[nodiscard]] Command doctor_command();
[[nodiscard]] Command help_command();
[[nodiscard]] Command help_spec_command();
[[nodiscard]] Command list_command();
[[nodiscard]] Command logs_command();
[[nodiscard]] Command range_test_command();
[[nodiscard]] Command report_command();
[[nodiscard]] Command resume_command();
[[nodiscard]] Command schedule_command();
[[nodiscard]] Command show_command();
[[nodiscard]] Command status_command();
[[nodiscard]] Command suggest_command();
[[nodiscard]] Command train_command();
[[nodiscard]] Command version_command();

}  // namespace lrsweep::cli
