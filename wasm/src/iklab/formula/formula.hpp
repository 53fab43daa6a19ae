// A method written as a formula, a few lines of mathematics; docs/formula.md describes the
// language.
//
//   Solver solver(model, FormulaOptions{.text = "Δθ = Jᵀ (J Jᵀ + 0.01 I)⁻¹ e"});
//   if (!solver.fault().empty()) ...   "line 1, column 6: There is no x. ..."
//
// Its lines are checked once, with symbolic sizes, so that a formula is valid for every mechanism
// or for none. They run as operations on the library's own kernels. An update does not allocate and
// always ends: every loop has a known limit, and the cost is bounded before the first update.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "iklab/ik/method_entry.hpp"

namespace iklab {

// A formula, and values of its parameters by name: a choice by its index, yes and no as 1 and 0.
struct FormulaOptions {
  std::string text = {};
  std::vector<std::pair<std::string, double>> params = {};

  // The method with its numbers, to which these options convert.
  MethodOptions methodOptions() const;
};

// The entry of a method written as a formula. If the formula is faulty, the entry's `fault` is the
// message with its position. id: must satisfy `isId` of the registry.
MethodEntry::Pointer formulaEntry(std::string text, std::string id = "formula",
                                  std::string name = "Formula");

// What an editor shows of a formula, as JSON; positions are in UTF-16 units:
//   {"faults": [{from, to, line, column, message, fixes: [{label, from, to, text}]}],
//    "tokens": [[from, to, kind]], "lines": [{line, shape, size}], "names": [{name, kind, shape}],
//    "functions": [{name, signature, gives}], "shows": [{line, key, curve}],
//    "params": [{key, line, from, to}], "cost": {operations, allowed} or null}
// model: used for sizes and cost; null: they are omitted.
std::string describeFormula(std::string text, const Model* model = nullptr);

// The lines that compute something, as MathML: [{line, depth, mathml}]. depth: number of enclosing
// blocks. Empty for a faulty formula.
std::string formulaMathematics(std::string text);

}  // namespace iklab
