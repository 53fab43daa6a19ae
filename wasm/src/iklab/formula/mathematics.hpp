// The lines of a formula as MathML, according to their meaning: fractions, roots, sums.
#pragma once

#include "iklab/formula/checked.hpp"
#include "iklab/math/json.hpp"

namespace iklab::formula {

// Writes {"line": NUMBER, "depth": NUMBER, "mathml": "<math>..."} for each line that computes
// something. text: must have no faults.
void mathematicsOf(const Checked& text, detail::JsonWriter& to);

}  // namespace iklab::formula
