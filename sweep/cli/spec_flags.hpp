// The flags that set spec keys, shared by every command that starts a sweep.
#pragma once

#include "core/spec.hpp"
#include "core/words.hpp"
#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

// --config, --set, and one flag for each common key of that kind of sweep.
void declare_spec_flags(options::options_description& table, core::SweepKind kind);
// Only the flags that say where and how long runs are placed: what resume may change.
void declare_placement_flags(options::options_description& table);

// Files, then flags, then --set: later wins.
void add_spec_flags(const Arguments& arguments, core::SpecBuilder& builder, core::SweepKind kind);
void add_placement_flags(const Arguments& arguments, core::SpecBuilder& builder);

}  // namespace lrsweep::cli
