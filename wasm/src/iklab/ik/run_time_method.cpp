#include "iklab/ik/run_time_method.hpp"

namespace iklab {

RunTimeMethod::RunTimeMethod(std::string id, std::string name, Make make) {
  described_->id = keep(std::move(id));
  described_->name = keep(std::move(name));
  if (!make) return;
  described_->ownMake = std::move(make);
  described_->make = [](const Model& model, const MethodOptions& given) {
    return static_cast<const Described&>(given.entry()).ownMake(model, given);
  };
}

void RunTimeMethod::add(const Param& param) {
  Param copy = param;
  for (const char** text :
       {&copy.key, &copy.unit, &copy.options, &copy.when, &copy.stage, &copy.label, &copy.help})
    *text = keep(*text);
  described_->ownParams.push_back(copy);
}

void RunTimeMethod::add(const Observable& observable) {
  Observable copy = observable;
  copy.key = keep(copy.key);
  copy.unit = keep(copy.unit);
  described_->ownObservables.push_back(copy);
}

// The entry shares the texts of the description and keeps them alive.
MethodEntry::Pointer RunTimeMethod::entry() const {
  struct Kept {
    std::shared_ptr<const Described> texts;
    Described entry;
  };
  auto kept = std::make_shared<Kept>(Kept{described_, *described_});
  kept->entry.texts.clear();
  kept->entry.params = kept->entry.ownParams;
  kept->entry.observables = kept->entry.ownObservables;
  const Described* entry = &kept->entry;
  return {std::move(kept), entry};
}

}  // namespace iklab
