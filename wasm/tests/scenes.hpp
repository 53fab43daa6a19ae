// Mechanisms and targets from the documents of the presets' folder, as far as tests and benchmark
// need them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "iklab/lab/lab.hpp"

namespace iklab::test {

using Json = nlohmann::json;

// File below the presets' folder, e.g. "trees/y.json".
Json preset(const std::string& file);

Tree treeFrom(const Json& document);
// The document's "targets".
std::vector<LabTarget> targetsFrom(const Json& document, const Tree& tree);

}  // namespace iklab::test
