// A parameter of a method: its name, range and default, and how it is read and set.
//
//   number<&DlsOptions::stepBound>("stepBound", "rad", 1e-6, 100, Scale::log)   a member, or
//   Param{.key = "factor", .max = 10, .initial = 1}                             a number of its own
#pragma once

#include <string_view>
#include <type_traits>

#include "iklab/core/words.hpp"
#include "iklab/ik/options.hpp"

namespace iklab {

class MethodOptions;

enum class Scale { linear, log, integer, toggle, choice, method, even };
inline constexpr auto kScales =
    words<Scale::even>("linear", "log", "integer", "toggle", "choice", "method", "even");

// How an unspecified number is scaled to the mechanism: fitted.hpp.
enum class Fit { none, damping, cutoff, length, area };

// Texts must live as long as the entry: constants, or stored by a RunTimeMethod.
struct Param {
  const char* key = "";
  const char* unit = "";    // As printed: "rad", "m"; "" if it has none.
  double min = 0, max = 0;  // Unused for a stage.
  Scale scale = Scale::linear;
  double initial = 0;  // Default, from min to max. Toggle: 0 or 1; choice: an index in `options`.
  const char* options = "";  // For a choice: "OPTION OPTION...".
  // "KEY: OPTION OPTION...": the parameter only has an effect if that choice of the same method is
  // one of these options (for a toggle: on).
  const char* when = "";
  const char* stage = "";  // For a stage: the id of its default method.
  Fit fit = Fit::none;
  const char *label = "", *help = "";  // Used if no card has them.

  // Access to the member of an options struct. All null if a method reads MethodOptions::numbers.
  double (*get)(const void* options) = nullptr;  // The member as a number.
  void (*set)(void* options, double) = nullptr;  // Sets the member; the number is in range.
  // True if the member is an unspecified length.
  bool (*open)(const void* options) = nullptr;
  MethodOptions& (*nested)(void* options) = nullptr;  // For a stage: its options.

  // A copy with another default, for options that are not constants.
  constexpr Param from(double value) const {
    Param param = *this;
    param.initial = value;
    return param;
  }
};

namespace detail {
template <class Options, class Value>
Options ownerOf(Value Options::*);

template <auto member>
using OwnerOf = decltype(ownerOf(member));

// The parameter for a member of an options struct, with its published value as default.
template <auto member>
constexpr Param memberParam(Param param) {
  using Options = OwnerOf<member>;
  using Value = std::remove_cvref_t<decltype(Options{}.*member)>;
  if constexpr (std::is_trivially_copyable_v<Options>)
    param.initial = static_cast<double>(kPublished<Options>.*member);
  param.get = [](const void* options) {
    return static_cast<double>(static_cast<const Options*>(options)->*member);
  };
  param.set = [](void* options, double number) {
    static_cast<Options*>(options)->*member = static_cast<Value>(number);
  };
  if constexpr (std::is_same_v<Value, Length>)
    param.open = [](const void* options) {
      return (static_cast<const Options*>(options)->*member).fits();
    };
  return param;
}
}  // namespace detail

// A number from min to max; a whole number for the scales integer and even.
template <auto member>
constexpr Param number(const char* key, const char* unit, double min, double max,
                       Scale scale = Scale::linear, const char* when = "") {
  return detail::memberParam<member>(
      {.key = key, .unit = unit, .min = min, .max = max, .scale = scale, .when = when});
}

// A Length, in metres; an area in square metres, a cutoff of singular values without a unit.
template <auto member>
constexpr Param length(const char* key, double min, double max, Fit fit, const char* when = "") {
  const char* unit = fit == Fit::area ? "m²" : fit == Fit::cutoff ? "" : "m";
  Param param = number<member>(key, unit, min, max, Scale::log, when);
  param.fit = fit;
  return param;
}

// A bool member.
template <auto member>
constexpr Param toggle(const char* key, const char* when = "") {
  return number<member>(key, "", 0, 1, Scale::toggle, when);
}

// An enum member. options: "OPTION OPTION...", in the order of the enum.
template <auto member>
constexpr Param choice(const char* key, const char* options, const char* when = "") {
  double last = 0;
  for (const char c : std::string_view(options)) last += c == ' ';
  Param param = number<member>(key, "", 0, last, Scale::choice, when);
  param.options = options;
  return param;
}

// A MethodOptions member: another method with its parameters.
template <auto member>
constexpr Param stage(const char* key, const char* initial) {
  Param param = {.key = key, .scale = Scale::method, .stage = initial};
  param.nested = [](void* options) -> MethodOptions& {
    return static_cast<detail::OwnerOf<member>*>(options)->*member;
  };
  return param;
}

}  // namespace iklab
