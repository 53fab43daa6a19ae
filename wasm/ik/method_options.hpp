// A method with its numbers, whichever it is: what a solver is made with.
#pragma once

#include <string>
#include <vector>

#include "ik/method.hpp"

namespace iklab {

class MethodOptions {
 public:
  // by its id, with its defaults. id: one of the table's
  explicit MethodOptions(const std::string& id);
  // a row of the table and up to kParamStride numbers as defaultParams orders them
  MethodOptions(const MethodRow& row, std::span<const double> numbers);

  const MethodRow& row() const { return *row_; }
  const std::vector<double>& numbers() const { return numbers_; }

  // Sets a parameter by its key, a choice by its index, a toggle by 0 or 1; the fault: no such key.
  std::string set(const std::string& key, double value);

  // Which number is not what its parameter allows; empty: none.
  std::string fault() const;

 private:
  const MethodRow* row_;
  std::vector<double> numbers_;  // kParamStride
};

}  // namespace iklab
