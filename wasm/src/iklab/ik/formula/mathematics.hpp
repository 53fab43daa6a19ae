// Lines of a text as MathML, as they are understood: fractions, roots, sums.
#pragma once

#include "iklab/ik/formula/checked.hpp"
#include "iklab/math/json.hpp"

namespace iklab::formula {

// {"line": NUMBER, "depth": NUMBER, "mathml": "<math>…"} for each line that calculates; text:
// sound.
void mathematicsOf(const Checked& text, JsonWriter& to);

}  // namespace iklab::formula
