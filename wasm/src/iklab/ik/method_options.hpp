// The options of any method, from which a solver is created. The options of every method convert to
// it.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/method_entry.hpp"

namespace iklab {

class MethodRegistry;

// Options whose method depends on their values, such as the text of a formula: their member
// `methodOptions` makes it.
template <class Options>
concept MakesMethod = requires(const Options& options) {
  options.methodOptions();
};

// A method, its numbers, and the numbers of its stages.
class MethodOptions {
 public:
  // From the options of a method: DlsOptions{.lambda = 0.3}.
  template <class Options>
  requires(std::is_class_v<Options>&& std::is_aggregate_v<Options> && !MakesMethod<Options>)
      MethodOptions(const Options& options)
      : MethodOptions(Members{&options}, methodOf<Options>()) {}
  // From options that make their method: FormulaOptions{.text = "Δθ = Jᵀ e"}.
  template <class Options>
  requires(std::is_class_v<Options>&& std::is_aggregate_v<Options>&& MakesMethod<Options>)
      MethodOptions(const Options& options)
      : MethodOptions(options.methodOptions()) {}
  // By id, with lengths scaled to the mechanism. Fault: an unknown method.
  explicit MethodOptions(const std::string& id);
  MethodOptions(const std::string& id, const MethodRegistry& methods);
  // numbers: one per parameter (any value for a stage). stages: in the order of their parameters.
  // Faults: no method; a wrong count of numbers or stages.
  MethodOptions(MethodEntry::Pointer method, std::vector<double> numbers,
                std::vector<MethodOptions> stages = {});

  MethodOptions(const MethodOptions&);
  MethodOptions(MethodOptions&&) noexcept;
  MethodOptions& operator=(const MethodOptions&);
  MethodOptions& operator=(MethodOptions&&) noexcept;
  ~MethodOptions();

  const MethodEntry& entry() const { return *entry_; }
  const MethodEntry::Pointer& shared() const { return entry_; }
  // One per parameter, 0 for a stage. An unspecified length has the published value until a solver
  // scales it.
  const std::vector<double>& numbers() const { return numbers_; }
  const std::vector<MethodOptions>& stages() const { return stages_; }
  // True if method and stages are the same; numbers may differ.
  bool sameMethod(const MethodOptions& other) const;

  // Sets each unspecified number to the result of `fitting`(const MethodEntry&, its Param, its
  // numbers).
  template <class Fitting>
  void fit(const Fitting& fitting) {
    for (size_t i = 0; i < open_.size(); ++i) {
      if (!open_[i]) continue;
      numbers_[i] = fitting(*entry_, entry_->params[i], numbers_);
      open_[i] = 0;
    }
    for (MethodOptions& each : stages_) each.fit(fitting);
  }

  // Sets a parameter by key: a choice by index, a toggle by 0 or 1, a parameter of a stage by
  // "STAGE.KEY". Returns the fault if the key is unknown; empty if there is none.
  [[nodiscard]] std::string set(const std::string& key, double value);

  // The fault of the options, such as a number that its parameter does not allow; empty if there is
  // none.
  [[nodiscard]] std::string fault() const;

  // Creates the method. Never null: if the method cannot be created, returns one that breaks down.
  [[nodiscard]] std::unique_ptr<Method> make(const Model& model) const;
  // The options struct of this method.
  template <class Options>
  Options as() const {
    Options options{};
    writeTo(&options);
    return options;
  }
  // options: of the type whose members are the entry's parameters.
  void writeTo(void* options) const;

 private:
  struct Members {
    const void* of;
  };
  MethodOptions(Members options, MethodEntry::Pointer method);

  MethodEntry::Pointer entry_;
  std::vector<double> numbers_;
  std::vector<char> open_;  // Per number: whether it is an unspecified length.
  std::vector<MethodOptions> stages_;
};

// Two stages: `first` while the mean distance of the targets is above switchAt. Completes
// options.hpp.
struct TwoStageOptions {
  MethodOptions first = DlsOptions{};
  MethodOptions second = SdlsOptions{};
  Length switchAt = {};         // Metres.
  bool clampFirstOnly = false;  // The target clamp applies to the first stage only.
};

}  // namespace iklab
