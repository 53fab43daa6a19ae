// A method written as text, a few lines of mathematics: docs/formula.md has the language.
//
//   Solver solver(model, FormulaOptions{.text = "Δθ = Jᵀ (J Jᵀ + 0.01 I)⁻¹ e"});
//   if (!solver.fault().empty()) …   "line 1, column 6: There is no x. …"
//
// Its lines are checked once, by the names of sizes alone, so that a text is right for every
// mechanism or for none; they run as operations on the library's own kernels. An update takes
// nothing from the heap and always ends: loops have ends that are known, and what they cost is
// bounded before the first.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "iklab/ik/method_entry.hpp"

namespace iklab {

// A text, and numbers for its parameters by their names: a choice by its index, yes and no as 1 and
// 0.
struct FormulaOptions {
  std::string text = {};
  std::vector<std::pair<std::string, double>> params = {};
};

// The entry of a method written as text; of a faulty one `fault` says where and why. id: as others
// know it, by `isId` of the registry.
MethodEntry::Pointer formulaEntry(std::string text, std::string id = "formula",
                                  std::string name = "Formula");

// What an editor shows of a text, as JSON; places in UTF-16 units:
//   {"faults": [{from, to, line, column, message, fixes: [{label, from, to, text}]}],
//    "tokens": [[from, to, kind]], "lines": [{line, shape, size}], "names": [{name, kind, shape}],
//    "functions": [{name, signature, gives}], "shows": [{line, key, curve}],
//    "params": [{key, line, from, to}], "cost": {operations, allowed} or null}
// model: sizes and cost are those for it; null: none are told.
std::string describeFormula(std::string text, const Model* model = nullptr);

// The lines that calculate as MathML: [{line, depth, mathml}], depth: how many blocks it stands in;
// none of a faulty text.
std::string formulaMathematics(std::string text);

}  // namespace iklab
