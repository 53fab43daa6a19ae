// Custom methods written as formulas: FormulaOptions, formulaEntry, describeFormula,
// formulaMathematics.
#pragma once

#include "iklab/formula/formula.hpp"
#include "iklab/ik/method_options.hpp"
