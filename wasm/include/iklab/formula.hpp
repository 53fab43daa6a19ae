// Custom methods written as formulas: FormulaOptions, formulaEntry, describeFormula,
// formulaMathematics.
#pragma once

#include "iklab/ik/formula/formula.hpp"
#include "iklab/ik/method_options.hpp"
