// What the other side must know of the core's numbers: the words of its enums, what stands where in
// its buffers, and how many numbers a row has. web/packages/iklab/engine/protocol.ts is written from it.
#pragma once

#include <string>
#include <vector>

namespace iklab {

// JSON: {"words": {NAME: [WORD…]}, "fields": {NAME: [FIELD…]}, "numbers": {NAME: NUMBER}}
std::string protocol();

// The method table as JSON: {"methods": [ROW…]}, enums as their words, `traits` as bits;
std::string methods();
// and what is not whole in it: of every row maxStep, then min, max and initial of each parameter.
const std::vector<double>& methodNumbers();

// What fits each parameter of a method of the table for a mechanism that stretches so far (metres), as
// ik/fitted.hpp has it; NaN where it is no length. Overwritten by the next call.
const std::vector<double>& fittedNumbers(int method, double stretch);

}  // namespace iklab
