// Mechanisms and targets from the documents in the presets' folder, as needed by tests and
// benchmark.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "iklab/lab/lab.hpp"

namespace iklab::test {

using Json = nlohmann::json;

// A file in the presets' folder, such as "trees/y.json".
Json preset(const std::string& file);

Tree treeFrom(const Json& document);
std::vector<LabTarget> targetsFrom(const Json& document, const Tree& tree);

}  // namespace iklab::test
