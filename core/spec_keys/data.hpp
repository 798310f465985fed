// Keys of the section data: what is learnt from.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kData = std::to_array<SpecKey>({
    {.key = "data.source",
     .type = kText,
     .default_json = R"("fashion-mnist")",
     .help = "A built-in name (fashion-mnist) or the path of a folder or file; its format is told "
             "by content."},
    {.key = "data.dir",
     .type = kText,
     .default_json = "null",
     .nullable = true,
     .help = "Folder that holds a built-in data set; null looks where Debian's packages put it."},
    {.key = "data.test",
     .type = kText,
     .default_json = "null",
     .nullable = true,
     .help =
         "Path of the test samples; null takes what the format keeps beside the training samples."},
    {.key = "data.label",
     .type = kText,
     .default_json = "null",
     .nullable = true,
     .help = "CSV: column of the labels; NPZ and safetensors: array of the labels; null takes "
             "label, labels, target or y."},
    {.key = "data.drop",
     .type = kText,
     .default_json = "null",
     .nullable = true,
     .help = "CSV: columns to leave out, separated by commas."},
    {.key = "data.task",
     .type = kText,
     .default_json = R"("auto")",
     .choices = "auto|classification|regression",
     .help = "What the labels are: classes or numbers; auto takes integers and words for classes."},
    {.key = "data.limit",
     .type = kInteger,
     .default_json = "null",
     .low = 1,
     .nullable = true,
     .unit = "samples",
     .help = "Use only the first samples of the training file; null uses all."},
    {.key = "data.share",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .low_is_open = true,
     .high = 1,
     .nullable = true,
     .unit = "share",
     .help = "Use only this share of the training samples, the first ones; null uses all."},
    {.key = "data.validation",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .high = 0.9,
     .nullable = true,
     .unit = "share",
     .help = "Share of the training samples held out for validation; null is 0.1."},
    {.key = "data.augment",
     .type = kText,
     .default_json = R"("none")",
     .choices = "none|flip|crop_flip",
     .help = "Random changes of each training image: mirrored, or shifted by up to an eighth of "
             "its side and mirrored."},
    {.key = "data.residency",
     .type = kText,
     .default_json = R"("auto")",
     .choices = "auto|device|host",
     .placement = true,
     .help = "Where samples wait between updates: in the memory of the device, or of the host; "
             "auto takes the device where they fill less than half of it."},
});

}  // namespace lrsweep::core::keys
