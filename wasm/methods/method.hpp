// The contract of a method, and the table that page, link, command line and tests are made from.
//
// A method computes one step and nothing else: it does not iterate to convergence, test it, keep
// time, limit its step or know of joint limits (unless it says so), and after `make` it never
// allocates. The Runner does the rest, once, the same for every method.
//
// Adding a method: one .cpp beside this file that defines `extern const MethodRow <name>Row`, and
// the line METHOD(<name>) in methods.def.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/spectrum.hpp"

namespace iklab {

inline constexpr double kNotUsed = std::numeric_limits<double>::quiet_NaN();

// ---- what a method is told -------------------------------------------------------------------

// A scene's constants, known when a method is made.
struct Setup {
  const Tree& tree;
  const Task& task;
  int workingRank;  // r_0: the "smallest singular value" of every rule is the r_0-th

  int rows() const { return task.rows(); }
  int columns() const { return tree.columns(); }
};

// One linearised problem J step = e at a pose. With joints locked, their columns of J are zero
// and e has their motion taken out.
class Problem {
 public:
  explicit Problem(const Setup& setup)
      : jacobian(setup.tree, setup.task),
        error(Vector::Zero(setup.rows())),
        raw(Vector::Zero(setup.rows())),
        locked(setup.columns(), 0),
        spectrum_(setup.rows(), setup.columns()) {}

  Jacobian jacobian;         // m x n
  Vector error;              // e after the target clamp, times the gain: what a method follows
  Vector raw;                // e as it is
  std::vector<char> locked;  // n: 1 where a limit holds the joint in this update
  double totalDistance = 0;  // sum of the targets' unclamped distances, metres

  // of `jacobian`, found when first asked for
  const Spectrum& spectrum() const {
    if (!known_) spectrum_.compute(jacobian.matrix());
    known_ = true;
    return spectrum_;
  }
  // to be called whenever `jacobian` has changed
  void jacobianChanged() { known_ = false; }

 private:
  mutable Spectrum spectrum_;
  mutable bool known_ = false;
};

// What a method says back.
struct Report {
  explicit Report(const Setup& setup) : step(Vector::Zero(setup.columns())) {}
  void clear() {
    step.setZero();
    rank = kNoRank;
    lambda = kNotUsed;
    breakdown = false;
  }

  static constexpr int kNoRank = -1;        // the method has no notion of it
  static constexpr int kSpectralRank = -2;  // sigma > 1e-10 sigma_1, counted where it is shown

  Vector step;               // n: radians, metres for prismatic joints
  int rank = kNoRank;        // directions used
  double lambda = kNotUsed;  // damping used
  bool breakdown = false;    // the method could not compute a step; `step` is zero
};

// ---- the table -------------------------------------------------------------------------------

enum class Scale { linear, log, integer, toggle, choice, method };

struct Param {
  const char* key;
  const char* label;
  const char* unit;
  double min, max, initial;  // toggle: 0 or 1; choice, method: an index
  Scale scale;
  const char* help;
  std::span<const char* const> options = {};  // of a choice; of a method: the table says
};

struct Reference {
  const char* text;
  const char* doi;
};

enum Trait : unsigned {
  kSpectral = 1u << 0,   // a filter tau(sigma) of the singular values
  kStage = 1u << 1,      // may be a stage of another method
  kUnclamped = 1u << 2,  // sees the unclamped error: a target clamp on it is a fault
};

// A method's own parameters come first in its row of numbers; the parameters of the method that
// its i-th Scale::method parameter names (i from 0) follow at kStageStride * (i + 1).
inline constexpr int kStageStride = 24;
inline constexpr int kMaxStages = 2;
inline constexpr int kParamStride = kStageStride * (1 + kMaxStages);

class Method {
 public:
  // params: the row of numbers, alive as long as the method and free to change between updates
  // (a Scale::method parameter is read once, here)
  explicit Method(const double* params) : params_(params) {}
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  // One step for `problem` into a cleared `report`.
  virtual void update(const Problem& problem, Report& report) = 0;

  // tau(sigma) of the last update, where the method is such a filter.
  virtual double filter(double /*sigma*/) const { return kNotUsed; }

  // True where the target clamp is not for an update that starts at this total distance (metres).
  virtual bool ignoresClamp(double /*totalDistance*/) const { return false; }

  // Largest joint change an update where the panel leaves it to the method (kByStage).
  virtual double stepLimit() const { return kInfinity; }

 protected:
  double param(int index) const { return params_[index]; }
  bool on(int index) const { return params_[index] != 0; }
  int choice(int index) const { return static_cast<int>(params_[index]); }

 private:
  const double* params_;
};

inline constexpr double kByStage = -1;

struct MethodRow {
  const char* id;
  const char* name;
  const char* summary;
  Reference reference;
  double maxStep;  // default, radians; kInfinity: none; kByStage: Method::stepLimit()
  unsigned traits;
  std::span<const Param> params;
  std::unique_ptr<Method> (*make)(const Setup&, const double* params);
};

// In display order.
std::span<const MethodRow* const> methodTable();

// -1 where there is none
int methodIndex(const std::string& id);

// Writes the defaults of a method, and of its default stages, to a row of kParamStride numbers.
void defaultParams(const MethodRow& row, double* params);

template <class T>
std::unique_ptr<Method> makeMethod(const Setup& setup, const double* params) {
  return std::make_unique<T>(setup, params);
}

}  // namespace iklab
