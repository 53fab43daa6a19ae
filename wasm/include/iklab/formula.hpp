// A method written as a few lines of mathematics: FormulaOptions, formulaEntry,
// describeFormula, formulaMathematics.
#pragma once

#include "iklab/ik/formula/formula.hpp"
#include "iklab/ik/method_options.hpp"
