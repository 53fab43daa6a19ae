// A method with its numbers, whichever it is: what a solver is made with. Converts from the options
// of every method.
#pragma once

#include <string>
#include <vector>

#include "ik/method.hpp"

namespace iklab {

struct TwoStageOptions;

// A method of the table and its numbers.
class MethodOptions {
 public:
  // of a method: DlsOptions{.lambda = 0.3}
  template <class Options>
  requires(std::is_class_v<Options>&& std::is_aggregate_v<Options>)
      MethodOptions(const Options& options)
      : row_(&rowOf<Options>()), numbers_(kParamStride, 0) {
    double* to = numbers_.data();
    for (const Param& param : row_->params) *to++ = param.get(&options);
  }
  MethodOptions(const TwoStageOptions& options);
  // by its id, with its defaults; the fault: there is no such method
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
  std::string unknown_;          // an id that is none
};

// The last of options.hpp: `first` while the mean distance of the targets is above switchAt.
struct TwoStageOptions {
  MethodOptions first = DlsOptions{};
  MethodOptions second = SdlsOptions{};
  double switchAt = 0.01;       // m
  bool clampFirstOnly = false;  // the target clamp holds for the first alone
};

}  // namespace iklab
