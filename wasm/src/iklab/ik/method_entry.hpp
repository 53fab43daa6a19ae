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
  kUnclamped = 1u << 2,      // Sees the unclamped error: a target clamp is not allowed.
  kHandlesLimits = 1u << 3,  // If problem.limitsHold, its step respects the limits.
  kPerJoint = 1u << 4,       // Its effect is best shown per joint,
  kPerTarget = 1u << 5,      // Or per target; without either, per direction.
};

// In the order of the bits.
inline constexpr std::array kTraits = {"spectral",       "stage",     "unclamped",
                                       "handles-limits", "per-joint", "per-target"};

// The family of a method.
enum class Group { spectral, constrained, optimisation, geometric, staged, written };
inline constexpr auto kGroups = words<Group::written>("spectral", "constrained", "optimisation",
                                                      "geometric", "staged", "written");

// A maxStep that the method sets at every update: Method::stepLimit().
inline constexpr double kByStage = -1;

struct MethodEntry {
  using Pointer = std::shared_ptr<const MethodEntry>;

  const char* id = "";  // Lower-case letters, digits and hyphens, starting with a letter.
  const char* name = "";
  Group group = Group::spectral;
  double maxStep = kInfinity;  // Default, radians; kInfinity: none; kByStage.
  unsigned traits = 0;         // Trait.
  std::span<const Param> params = {};
  std::span<const Observable> observables = {};
  // given: options of this entry without a fault (MethodOptions::fault); only valid during the
  // call.
  std::unique_ptr<Method> (*make)(const Model&, const MethodOptions& given) = nullptr;
  // Why the method cannot be used with this model; empty if it can. Null: it can be used with all.
  std::string (*refuses)(const Model&, const MethodOptions& given) = nullptr;
  const char* fault = "";  // Why the method is invalid, if it is.
  // Its description as JSON with the fields of the cards beside the library's methods; "": none, or
  // the card beside the method (cardOf).
  const char* card = "";

  // Count of numbers of all observables.
  int observedSize(const Model& model) const;
  // Writes all observables of the update of `report`; the rest of `seen` is set to kNotUsed.
  void observe(const Method& method, const Report& report, const Model& model,
               std::span<double> seen) const;
};

// The card of an entry: its own, or for a method of the library the one beside its source, which
// the build embeds. The page's module embeds no cards: the page has them as files.
std::string_view cardOf(const MethodEntry& entry);

// The entry of the method with these options, the same object at every call: defined with the
// method.
template <class Options>
const MethodEntry& describe();

template <class Options>
MethodEntry::Pointer methodOf() {
  return {MethodEntry::Pointer(), &describe<Options>()};  // A constant: has no owner.
}

#define METHOD(Options) \
  struct Options;       \
  template <>           \
  const MethodEntry& describe<Options>();
#include "iklab/ik/methods/methods.def"
#undef METHOD

}  // namespace iklab
