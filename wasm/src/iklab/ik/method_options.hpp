// A method with its numbers, whichever it is: what a solver is made with. Converts from the options
// of every method.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/method_entry.hpp"

namespace iklab {

class MethodRegistry;
struct FormulaOptions;

// A method, its numbers, and those of its stages.
class MethodOptions {
 public:
  // of a method: DlsOptions{.lambda = 0.3}
  template <class Options>
  requires(std::is_class_v<Options>&& std::is_aggregate_v<Options>)
      MethodOptions(const Options& options)
      : MethodOptions(Members{&options}, methodOf<Options>()) {}
  // of a method written as text
  MethodOptions(const FormulaOptions& options);
  // by its id, with lengths that fit the mechanism; the fault: there is no such method
  explicit MethodOptions(const std::string& id);
  MethodOptions(const std::string& id, const MethodRegistry& methods);
  // a number for each parameter, of a stage any; the stages in the order of their parameters. The
  // faults: no method, another count of numbers or stages
  MethodOptions(MethodEntry::Pointer method, std::vector<double> numbers,
                std::vector<MethodOptions> stages = {});

  MethodOptions(const MethodOptions&);
  MethodOptions(MethodOptions&&) noexcept;
  MethodOptions& operator=(const MethodOptions&);
  MethodOptions& operator=(MethodOptions&&) noexcept;
  ~MethodOptions();

  const MethodEntry& entry() const { return *entry_; }
  const MethodEntry::Pointer& shared() const { return entry_; }
  // one for each parameter, of a stage 0; those left open, before a solver fits them, as published
  const std::vector<double>& numbers() const { return numbers_; }
  const std::vector<MethodOptions>& stages() const { return stages_; }
  // the same method, and the same stages; numbers may differ
  bool sameMethod(const MethodOptions& other) const;

  // Sets each that was left open to what `fitting` says: const MethodEntry&, its Param, its numbers.
  template <class Fitting>
  void fit(const Fitting& fitting) {
    for (size_t i = 0; i < open_.size(); ++i) {
      if (!open_[i]) continue;
      numbers_[i] = fitting(*entry_, entry_->params[i], numbers_);
      open_[i] = 0;
    }
    for (MethodOptions& each : stages_) each.fit(fitting);
  }

  // Sets a parameter by its key, a choice by its index, a toggle by 0 or 1; one of a stage by
  // "STAGE.KEY". The fault: no such key.
  std::string set(const std::string& key, double value);

  // Which number is not what its parameter allows; empty: none.
  std::string fault() const;

  // The method: never null, of one that makes none it is one that breaks down.
  std::unique_ptr<Method> make(const Model& model) const;
  // The options struct of this very method.
  template <class Options>
  Options as() const {
    Options options{};
    writeTo(&options);
    return options;
  }
  // options: of the type that the entry's parameters are members of
  void writeTo(void* options) const;

 private:
  struct Members {
    const void* of;
  };
  MethodOptions(Members options, MethodEntry::Pointer method);

  MethodEntry::Pointer entry_;
  std::vector<double> numbers_;
  std::vector<char> open_;  // of each: it is a length that has not been given
  std::vector<MethodOptions> stages_;
};

// The last of options.hpp: `first` while the mean distance of the targets is above switchAt.
struct TwoStageOptions {
  MethodOptions first = DlsOptions{};
  MethodOptions second = SdlsOptions{};
  Length switchAt = {};         // m
  bool clampFirstOnly = false;  // the target clamp holds for the first alone
};

}  // namespace iklab
