// The description of a method. The page, links, the command line and tests are generated from the
// entries of a registry (registry.hpp).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "iklab/ik/method.hpp"
#include "iklab/ik/observable.hpp"
#include "iklab/ik/param.hpp"

namespace iklab {

enum Trait : unsigned {
  kSpectral = 1u << 0,       // A filter tau(sigma) of the singular values.
  kStage = 1u << 1,          // May be a stage of another method.
  kUnclamped = 1u << 2,      // Uses the unclamped error: a target clamp is not allowed.
  kHandlesLimits = 1u << 3,  // Its step respects the joint limits if problem.limitsHold.
  kPerJoint = 1u << 4,       // Its effect is best shown per joint.
  kPerTarget = 1u << 5,      // Its effect is best shown per target; without either, per direction.
};

// In the order of the bits.
inline constexpr std::array kTraits = {"spectral",       "stage",     "unclamped",
                                       "handles-limits", "per-joint", "per-target"};

enum class Group { spectral, constrained, optimisation, geometric, staged, written };
inline constexpr auto kGroups = words<Group::written>("spectral", "constrained", "optimisation",
                                                      "geometric", "staged", "written");

// A maxStep that the method itself sets in every update: Method::stepLimit().
inline constexpr double kByStage = -1;

struct MethodEntry {
  using Pointer = std::shared_ptr<const MethodEntry>;

  const char* id = "";  // Lower-case letters, digits and hyphens, starting with a letter.
  const char* name = "";
  Group group = Group::spectral;
  double maxStep = kInfinity;  // Default step limit, radians; kInfinity: none; or kByStage.
  unsigned traits = 0;         // Trait bits.
  std::span<const Param> params = {};
  std::span<const Observable> observables = {};
  // given: valid options of this entry (MethodOptions::fault); only valid during the call.
  std::unique_ptr<Method> (*make)(const Model&, const MethodOptions& given) = nullptr;
  // Returns why the method cannot be used with this model; empty if it can. Null if it can be used
  // with all models.
  std::string (*refuses)(const Model&, const MethodOptions& given) = nullptr;
  const char* fault = "";  // Why the method is invalid; empty if it is valid.
  // Its description as JSON with the fields of the cards beside the library's methods. Empty if it
  // has none, or if its card is the one beside the method (cardOf).
  const char* card = "";

  // Count of numbers of all observables.
  int observedSize(const Model& model) const;
  // Writes all observables for the update of `report`; sets the rest of `seen` to kNotUsed.
  void observe(const Method& method, const Report& report, const Model& model,
               std::span<double> seen) const;
};

// The card of an entry: its own, or for a method of the library the one beside its source, which
// the build embeds. The page's module embeds no cards, because the page has them as files.
std::string_view cardOf(const MethodEntry& entry);

// The entry of the method with these options, defined with the method. Returns the same object at
// every call.
template <class Options>
const MethodEntry& describe();

template <class Options>
MethodEntry::Pointer methodOf() {
  // Static data, so the pointer has no owner.
  return {MethodEntry::Pointer(), &describe<Options>()};
}

#define METHOD(Options) \
  struct Options;       \
  template <>           \
  const MethodEntry& describe<Options>();
#include "iklab/ik/methods/methods.def"
#undef METHOD

}  // namespace iklab
