#include "iklab/ik/method_options.hpp"

#include <cassert>

#include "iklab/ik/registry.hpp"
#include "iklab/ik/run_time_method.hpp"
#include "iklab/math/joined.hpp"

// none of this is done in an update: small before fast
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {
namespace {

// a method that is none: its fault is that it makes nothing
constexpr MethodEntry kNoMethod;

MethodEntry::Pointer none(const std::string& id) { return RunTimeMethod(id, "", {}).entry(); }

class Breakdown : public Method {
 public:
  void tune(const MethodOptions&) override {}
  void update(const Problem&, Report& report) override { report.breakdown = true; }
};

}  // namespace

MethodOptions::MethodOptions(const std::string& id)
    : MethodOptions(id, *MethodRegistry::builtIn()) {}

MethodOptions::MethodOptions(const std::string& id, const MethodRegistry& methods)
    : entry_(methods.find(id)) {
  if (!entry_) entry_ = none(id);
  for (const Param& each : entry_->params) {
    numbers_.push_back(each.initial);
    open_.push_back(each.fit != Fit::none);
    if (each.scale == Scale::method) stages_.emplace_back(each.stage, methods);
  }
}

MethodOptions::MethodOptions(MethodEntry::Pointer method, std::vector<double> numbers,
                             std::vector<MethodOptions> stages)
    : entry_(method ? std::move(method) : MethodEntry::Pointer(MethodEntry::Pointer(), &kNoMethod)),
      numbers_(std::move(numbers)),
      open_(numbers_.size(), 0),
      stages_(std::move(stages)) {}

MethodOptions::MethodOptions(Members options, MethodEntry::Pointer method)
    : entry_(std::move(method)) {
  for (const Param& each : entry_->params) {
    const bool open = each.open && each.open(options.of);
    open_.push_back(open);
    numbers_.push_back(each.get && !open ? each.get(options.of) : each.initial);
    if (each.nested) stages_.push_back(each.nested(const_cast<void*>(options.of)));
  }
}

MethodOptions::MethodOptions(const MethodOptions&) = default;
MethodOptions::MethodOptions(MethodOptions&&) noexcept = default;
MethodOptions& MethodOptions::operator=(const MethodOptions&) = default;
MethodOptions& MethodOptions::operator=(MethodOptions&&) noexcept = default;
MethodOptions::~MethodOptions() = default;

bool MethodOptions::sameMethod(const MethodOptions& other) const {
  bool same = entry_ == other.entry_ && stages_.size() == other.stages_.size();
  for (size_t i = 0; same && i < stages_.size(); ++i)
    same = stages_[i].sameMethod(other.stages_[i]);
  return same;
}

std::string MethodOptions::set(const std::string& key, double value) {
  size_t stage = 0;
  for (size_t i = 0; i < entry_->params.size(); ++i) {
    const Param& param = entry_->params[i];
    if (param.scale == Scale::method) {
      const std::string prefix = joined({param.key, "."});
      if (key.starts_with(prefix) && stage < stages_.size())
        return stages_[stage].set(key.substr(prefix.size()), value);
      ++stage;
    } else if (key == param.key && i < numbers_.size()) {
      numbers_[i] = value;
      open_[i] = 0;
      return {};
    }
  }
  return joined({entry_->id, " has no parameter '", key, "'"});
}

std::unique_ptr<Method> MethodOptions::make(const Model& model) const {
  assert(fault().empty());
  std::unique_ptr<Method> made = entry_->make(model, *this);
  return made ? std::move(made) : std::make_unique<Breakdown>();
}

void MethodOptions::writeTo(void* options) const {
  size_t stage = 0;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    const Param& param = entry_->params[i];
    if (param.nested)
      param.nested(options) = stages_[stage++];
    else if (param.set)
      param.set(options, numbers_[i]);
  }
}

#ifndef __EMSCRIPTEN__
namespace detail {
std::string_view joinedCard(std::string_view id);  // written by the build
}
#endif

std::string_view cardOf(const MethodEntry& entry) {
#ifndef __EMSCRIPTEN__
  if (*entry.card == '\0') return detail::joinedCard(entry.id);
#endif
  return entry.card;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
