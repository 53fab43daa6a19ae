// The constants of the core that other languages need: the names of its enum values, the fields of
// its buffers, and the sizes of rows. web/packages/core/engine/protocol.ts is generated from it.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/registry.hpp"

namespace iklab {

// JSON: {"words": {NAME: [WORD...]}, "fields": {NAME: [FIELD...]}, "numbers": {NAME: NUMBER}}
std::string protocol();

// The methods of a registry as JSON: {"panelStride": NUMBER, "methods": [ENTRY...]}, with enum
// values as their names, `traits` as bits, and a card as its text.
std::string catalogue(const MethodRegistry& methods);
// The numbers of the catalogue that are not integers: per method maxStep, then min, max and initial
// value of each parameter; for a stage the index of its default.
std::vector<double> catalogueNumbers(const MethodRegistry& methods);

// For one method: its entry in `catalogue`, and its numbers. Empty if there is no such index.
std::string catalogueRow(const MethodRegistry& methods, int index);
std::vector<double> catalogueRowNumbers(const MethodRegistry& methods, int index);

// The scaled value of each parameter of a method for a mechanism with this stretch (metres):
// ik/fitted.hpp; NaN if it is not a length. Empty if there is no such index.
std::vector<double> fittedNumbers(const MethodRegistry& methods, int index, double stretch);

}  // namespace iklab
