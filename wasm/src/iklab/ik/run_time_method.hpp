// A method that is described at run time; it owns its texts and lists.
//
//   RunTimeMethod mine("mine", "Mine", [](const Model& model, const MethodOptions& given) {...});
//   mine.add({.key = key.c_str(), .max = 1, .initial = 0.5});
//   const auto methods = MethodRegistry::builtIn()->with(mine.entry());
#pragma once

#include <functional>
#include <list>
#include <string>

#include "iklab/ik/method_options.hpp"

namespace iklab {

class RunTimeMethod {
 public:
  using Make = std::function<std::unique_ptr<Method>(const Model&, const MethodOptions& given)>;

  // make: as in MethodEntry; an empty function creates an invalid method.
  RunTimeMethod(std::string id, std::string name, Make make);

  // Appends a copy.
  void add(const Param& param);
  void add(const Observable& observable);
  // JSON with the fields of the cards of the library's methods.
  void setCard(std::string card) { described_->card = keep(std::move(card)); }
  void setGroup(Group group) { described_->group = group; }
  void setMaxStep(double maxStep) { described_->maxStep = maxStep; }
  void setTraits(unsigned traits) { described_->traits = traits; }

  // The entry of the method as described so far; later additions are not included.
  MethodEntry::Pointer entry() const;

 private:
  struct Described : MethodEntry {
    std::list<std::string> texts = {};  // A list, so that addresses are stable.
    std::vector<Param> ownParams = {};
    std::vector<Observable> ownObservables = {};
    Make ownMake = {};
  };

  const char* keep(std::string text) {
    return described_->texts.emplace_back(std::move(text)).c_str();
  }

  std::shared_ptr<Described> described_ = std::make_shared<Described>();
};

}  // namespace iklab
