// Where the samples that a spec names lie.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

// data.source's path, or where a built-in set of that name lies: data.dir, or its package's folder.
[[nodiscard]] std::filesystem::path source_path(const core::Spec& spec);

// The format of what lies there. kData where nothing or nothing known does, with what to do; kUsage
// for a data.dir that data.source cannot use.
[[nodiscard]] core::Result<const DataFormat*> source_format(const core::Spec& spec);

// The path, and the files that its format would read with their sizes and times.
[[nodiscard]] std::string identity_of(const std::filesystem::path& path);

}  // namespace lrsweep::trainer
