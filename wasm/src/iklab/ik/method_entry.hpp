// What there is to know of a method, in one place: page, link, command line and tests are made from
// the entries of a registry (registry.hpp).
#pragma once

#include <memory>
#include <span>
#include <string>

#include "iklab/ik/method.hpp"
#include "iklab/ik/observable.hpp"
#include "iklab/ik/param.hpp"

namespace iklab {

enum Trait : unsigned {
  kSpectral = 1u << 0,       // a filter tau(sigma) of the singular values
  kStage = 1u << 1,          // may be a stage of another method
  kUnclamped = 1u << 2,      // sees the unclamped error: a target clamp on it is a fault
  kHandlesLimits = 1u << 3,  // where problem.limitsHold, its step keeps the limits
  kPerJoint = 1u << 4,       // what it does is best seen joint by joint,
  kPerTarget = 1u << 5,      // or target by target; else direction by direction
};

// by bit
inline constexpr std::array kTraits = {"spectral",       "stage",     "unclamped",
                                       "handles-limits", "per-joint", "per-target"};

// What a method makes of the problem, the family's branches as a reader looks for them.
enum class Group { spectral, constrained, optimisation, geometric, staged, written };
inline constexpr auto kGroups = words<Group::written>("spectral", "constrained", "optimisation",
                                                      "geometric", "staged", "written");

// A maxStep that is the method's own at every update: Method::stepLimit().
inline constexpr double kByStage = -1;

struct MethodEntry {
  using Pointer = std::shared_ptr<const MethodEntry>;

  const char* id = "";  // lower-case letters, digits and hyphens, a letter first
  const char* name = "";
  Group group = Group::spectral;
  double maxStep = kInfinity;  // default, radians; kInfinity: none; kByStage
  unsigned traits = 0;         // Trait
  std::span<const Param> params = {};
  std::span<const Observable> observables = {};
  // given: of this entry and sound (MethodOptions::fault), read at once
  std::unique_ptr<Method> (*make)(const Model&, const MethodOptions& given) = nullptr;
  // Why it cannot serve this mechanism; empty: it can. None given: it serves all.
  std::string (*refuses)(const Model&, const MethodOptions& given) = nullptr;
  const char* fault = "";  // of one that is none: why
  // What there is to say of it in words, as JSON with the fields of the cards beside the library's
  // methods; "": none, or the card beside the method (cardOf).
  const char* card = "";

  // numbers that all observables take
  int observedSize(const Model& model) const;
  // all of them, as of the update that `report` is of; kNotUsed behind them
  void observe(const Method& method, const Report& report, const Model& model,
               std::span<double> seen) const;
};

// The card of an entry: its own, or of a method of the library the one beside it, which the build
// joins to it. The page's module has none of these: the page has them as files.
std::string_view cardOf(const MethodEntry& entry);

// The entry of the method that takes these options, the same at every call: defined beside the method.
template <class Options>
const MethodEntry& describe();

template <class Options>
MethodEntry::Pointer methodOf() {
  return {MethodEntry::Pointer(), &describe<Options>()};  // a constant: nobody owns it
}

#define METHOD(Options) \
  struct Options;       \
  template <>           \
  const MethodEntry& describe<Options>();
#include "iklab/ik/methods/methods.def"
#undef METHOD

}  // namespace iklab
