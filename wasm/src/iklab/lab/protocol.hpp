// What the other side must know of the core's numbers: the words of its enums, what stands where in
// its buffers, and how many numbers a row has. web/packages/iklab/engine/protocol.ts is written
// from it.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/registry.hpp"

namespace iklab {

// JSON: {"words": {NAME: [WORD…]}, "fields": {NAME: [FIELD…]}, "numbers": {NAME: NUMBER}}
std::string protocol();

// The methods of a registry as JSON: {"panelStride": NUMBER, "methods": [ENTRY…]}, enums as their
// words, `traits` as bits, a card as the text that it is;
std::string catalogue(const MethodRegistry& methods);
// and what is not whole in it: of every method maxStep, then min, max and initial of each
// parameter, of a stage the place of its default.
std::vector<double> catalogueNumbers(const MethodRegistry& methods);

// Of one of them: an entry as it stands in `catalogue`, and its numbers. Empty: there is no such
// place.
std::string catalogueRow(const MethodRegistry& methods, int place);
std::vector<double> catalogueRowNumbers(const MethodRegistry& methods, int place);

// What fits each parameter of the method at a place for a mechanism that stretches so far (metres),
// as ik/fitted.hpp has it; NaN where it is no length. Empty: there is no such place.
std::vector<double> fittedNumbers(const MethodRegistry& methods, int place, double stretch);

}  // namespace iklab
