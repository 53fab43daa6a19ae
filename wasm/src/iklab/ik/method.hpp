// The contract of a method, and the table that page, link, command line and tests are made from.
//
// A method computes one step and nothing else: it does not iterate to convergence, test it, keep
// time, limit its step or know of joint limits (unless it says so), and after `make` it never
// allocates. The Workspace does the rest, once, the same for every method.
//
// Adding a method: in methods/FAMILY/ one .cpp that defines `extern const MethodRow NAMERow` and
// one .json of the same name, its card; and the line METHOD(NAME) in methods.def.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "iklab/ik/observable.hpp"
#include "iklab/ik/options.hpp"

namespace iklab {

enum class Scale { linear, log, integer, toggle, choice, method, even };
inline constexpr auto kScales =
    words<Scale::even>("linear", "log", "integer", "toggle", "choice", "method", "even");

// How a number follows the size of the mechanism: fitted.hpp.
enum class Fit { none, damping, cutoff, length, area };

// A parameter of a method, as the table has it.
struct Param {
  const char* key;
  const char* unit;
  double min = 0, max = 0;  // of a number
  Scale scale;
  std::span<const char* const> options = {};  // of a choice; of a method: the table says
  // "KEY: OPTION OPTION…": does something only where that choice of the same table (a toggle: on)
  // is one of these
  const char* when = "";
  const char* stage = "";  // of a method: the id that it has by default
  Fit fit = Fit::none;

  // `field` fills these:
  double initial = 0;                            // toggle: 0 or 1; choice: an index
  double (*get)(const void* options) = nullptr;  // the member as a number,
  void (*set)(void* options, double) = nullptr;  // and from one that is in range
  bool (*open)(const void* options) = nullptr;   // it is a length that has not been given
};

namespace detail {
template <class Options, class Value>
Options ownerOf(Value Options::*);
}

// The parameter that is a member of an options struct, with what is published as its default.
template <auto member>
constexpr Param field(Param param) {
  using Options = decltype(detail::ownerOf(member));
  using Value = std::remove_cvref_t<decltype(Options{}.*member)>;
  if (param.scale == Scale::toggle) param.max = 1;
  if (param.scale == Scale::choice) param.max = static_cast<double>(param.options.size() - 1);
  param.initial = static_cast<double>(kPublished<Options>.*member);
  param.get = [](const void* options) {
    return static_cast<double>(static_cast<const Options*>(options)->*member);
  };
  param.set = [](void* options, double number) {
    static_cast<Options*>(options)->*member = static_cast<Value>(number);
  };
  param.open = [](const void* options) {
    if constexpr (std::is_same_v<Value, Length>)
      return (static_cast<const Options*>(options)->*member).fits();
    return false;
  };
  return param;
}

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

// A method's own parameters come first in its row of numbers; the parameters of the method that
// its i-th Scale::method parameter names (i from 0) follow at kStageStride * (i + 1).
inline constexpr int kStageStride = 24;
inline constexpr int kMaxStages = 2;
inline constexpr int kParamStride = kStageStride * (1 + kMaxStages);

// One step for a linearised problem, and nothing else.
class Method {
 public:
  Method() = default;
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  // Other numbers, from the next update on: as `make` takes them, with the same stages.
  virtual void tune(const double* params) = 0;

  // One step for `problem` into a cleared `report`. May be called more than once for one update
  // (limits that lock joints), so that memory changes in `learn` and `forget` alone.
  virtual void update(const Problem& problem, Report& report) = 0;

  // What earlier updates teach stands outside, so that one method serves many instances: so many
  // numbers each, found again in `problem.learnt`.
  virtual int memorySize() const { return 0; }

  // Writes a memory that knows nothing: before the first update, and when a target has jumped.
  virtual void forget(std::span<double> /*learnt*/) const {}

  // Learns from the step as applied, after limits: called before the next update. `problem` and its
  // state are still those it was computed for, with no joint locked.
  virtual void learn(const Problem& /*problem*/, const Vector& /*step*/,
                     std::span<double> /*learnt*/) {}

  // tau(sigma) of the last update, where the method is such a filter.
  virtual double filter(double /*sigma*/) const { return kNotUsed; }

  // lambda_j of the last update at this value of the joint, where the method damps its joints by
  // where they stand.
  virtual double jointDamping(int /*column*/, double /*theta*/) const { return kNotUsed; }

  // Writes those of the row's observables that do not stand in the report, as of the last update.
  // seen: observedSize numbers, one observable after the other, kNotUsed to begin with.
  virtual void observe(std::span<double> /*seen*/) const {}

  // True where the target clamp is not for an update that starts at this total distance (metres).
  virtual bool ignoresClamp(double /*totalDistance*/) const { return false; }

  // Largest joint change an update where the panel leaves it to the method (kByStage).
  virtual double stepLimit() const { return kInfinity; }
};

inline constexpr double kByStage = -1;

// What a method makes of the problem, the family's branches as a reader looks for them.
enum class Group { spectral, constrained, optimisation, geometric, staged };
inline constexpr auto kGroups =
    words<Group::staged>("spectral", "constrained", "optimisation", "geometric", "staged");

// What there is to say of it in words stands in its card, the .json beside its .cpp.
struct MethodRow {
  const char* id;
  const char* name;
  Group group;
  double maxStep;  // default, radians; kInfinity: none; kByStage: Method::stepLimit()
  unsigned traits;
  std::span<const Param> params;
  std::span<const Observable> observables = {};
  // params: a row of numbers that is sound (MethodOptions::fault), read at once
  std::unique_ptr<Method> (*make)(const Model&, const double* params);
};

// What most methods derive from: their options, typed.
template <class Options>
class MethodOf : public Method {
 public:
  explicit MethodOf(const double* params) { MethodOf::tune(params); }
  void tune(const double* params) override {
    for (const Param& param : rowOf<Options>().params) param.set(&options, *params++);
  }

 protected:
  Options options;
};

// In display order.
std::span<const MethodRow* const> methodTable();

// -1 where there is none
int methodIndex(const std::string& id);

// The default as a number: of a method its index.
double initialOf(const Param& param);

// Writes the defaults of a method, and of its default stages, to a row of kParamStride numbers.
void defaultParams(const MethodRow& row, double* params);

// Numbers that all observables of a method take, and the most that those of any method do.
int observedSize(const MethodRow& row, const Model& model);
int mostObserved(const Model& model);

// All of them, as of the update that `report` is of; kNotUsed behind them.
void observe(const MethodRow& row, const Method& method, const Report& report, const Model& model,
             std::span<double> seen);

template <class T>
std::unique_ptr<Method> makeMethod(const Model& model, const double* params) {
  return std::make_unique<T>(model, params);
}

}  // namespace iklab
