// A method with its numbers, whichever it is: what a solver is made with. Converts from the options
// of every method.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/method.hpp"

namespace iklab {

struct TwoStageOptions;

// A method of the table and its numbers.
class MethodOptions {
 public:
  // of a method: DlsOptions{.lambda = 0.3}
  template <class Options>
  requires(std::is_class_v<Options>&& std::is_aggregate_v<Options>)
      MethodOptions(const Options& options)
      : row_(&rowOf<Options>()), numbers_(kParamStride, 0), open_(kParamStride, 0) {
    for (size_t i = 0; i < row_->params.size(); ++i) {
      const Param& param = row_->params[i];
      open_[i] = param.open(&options);
      numbers_[i] = open_[i] ? param.initial : param.get(&options);
    }
  }
  MethodOptions(const TwoStageOptions& options);
  // by its id, with lengths that fit the mechanism; the fault: there is no such method
  explicit MethodOptions(const std::string& id);
  // a row of the table and up to kParamStride numbers as defaultParams orders them
  MethodOptions(const MethodRow& row, std::span<const double> numbers);

  const MethodRow& row() const { return *row_; }
  // those left open, before a solver fits them, as published
  const std::vector<double>& numbers() const { return numbers_; }

  // Sets each that was left open to what `fitting` says: const MethodRow&, its Param, its numbers.
  template <class Fitting>
  void fit(const Fitting& fitting) {
    fitRow(*row_, 0, fitting);
    int stage = 0;
    for (size_t i = 0; i < row_->params.size(); ++i)
      if (row_->params[i].scale == Scale::method)
        if (const MethodRow* inner = stageOf(i)) fitRow(*inner, kStageStride * ++stage, fitting);
  }

  // Sets a parameter by its key, a choice by its index, a toggle by 0 or 1; the fault: no such key.
  std::string set(const std::string& key, double value);

  // Which number is not what its parameter allows; empty: none.
  std::string fault() const;

 private:
  const MethodRow* row_;
  std::vector<double> numbers_;  // kParamStride
  std::vector<char> open_;       // of each: it is a length that has not been given
  std::string unknown_;          // an id that is none

  const MethodRow* stageOf(size_t param) const;
  void closeOthers();
  template <class Fitting>
  void fitRow(const MethodRow& row, size_t from, const Fitting& fitting) {
    for (size_t i = 0; i < row.params.size(); ++i) {
      if (!open_[from + i]) continue;
      numbers_[from + i] = fitting(row, row.params[i], numbers_.data() + from);
      open_[from + i] = 0;
    }
  }
};

// The last of options.hpp: `first` while the mean distance of the targets is above switchAt.
struct TwoStageOptions {
  MethodOptions first = DlsOptions{};
  MethodOptions second = SdlsOptions{};
  Length switchAt = {};         // m
  bool clampFirstOnly = false;  // the target clamp holds for the first alone
};

}  // namespace iklab
