// The contract of a method, and the table that page, link, command line and tests are made from.
//
// A method computes one step and nothing else: it does not iterate to convergence, test it, keep
// time, limit its step or know of joint limits (unless it says so), and after `make` it never
// allocates. The Runner does the rest, once, the same for every method.
//
// Adding a method: in methods/<family>/ one .cpp that defines `extern const MethodRow <name>Row` and
// one .json of the same name, its card; and the line METHOD(<name>) in methods.def.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "math/svd.hpp"

namespace iklab {

inline constexpr double kNotUsed = std::numeric_limits<double>::quiet_NaN();

// ---- what a method is told -------------------------------------------------------------------

// Where the mechanism stands and what its targets ask.
struct State {
  explicit State(const Model& model)
      : theta(Vector::Zero(model.columns())),
        pose(model.tree),
        goals(model.task.targets().size()) {}

  Vector theta;             // n: radians, metres for prismatic joints
  Pose pose;                // at theta
  std::vector<Goal> goals;  // as many as targets
};

// One linearised problem J step = e at a pose. With joints locked, their columns of J are zero
// and e has their motion taken out.
class Problem {
 public:
  // state: what the problem is about, alive as long as it
  Problem(const Model& model, const State& state)
      : state(state),
        jacobian(model.tree, model.task),
        error(Vector::Zero(model.rows())),
        raw(Vector::Zero(model.rows())),
        locked(model.columns(), 0),
        model_(model),
        trial_(state),
        svd_(model.rows(), model.columns()) {}

  const State& state;
  Jacobian jacobian;            // m x n, at state.pose
  Vector error;                 // e after the target clamp, times the gain: what a method follows
  Vector raw;                   // e as it is
  std::vector<char> locked;     // n: not 0 where a limit holds the joint: 1 the upper, -1 the lower
  double gain = 1;              // e was multiplied by it
  double totalDistance = 0;     // sum of the targets' unclamped distances, metres
  bool limitsHold = false;      // the limit policy is not `ignore`
  double maxStep = kInfinity;   // the panel's step limit, radians; kInfinity: none or by stage
  double maxSlide = kInfinity;  // the same of sliding joints, metres

  // f = ½ |e|^2 of the unclamped e (m, times the gain) where `step` would lead, locked joints on
  // their limits. Counted, and without allocation.
  double evaluate(const Vector& step, Vector& e) const {
    for (int c = 0; c < step.size(); ++c) {
      const Joint& j = model_.tree.moving(c);
      trial_.theta[c] = locked[c] ? (locked[c] > 0 ? j.upper : j.lower) : state.theta[c] + step[c];
    }
    forwardKinematics(model_.tree, trial_.theta, trial_.pose);
    taskError(model_.task, trial_.pose, state.goals, e);
    e *= gain;
    ++evaluations_;
    return 0.5 * e.squaredNorm();
  }
  // the pose of the last `evaluate`
  const Pose& tried() const { return trial_.pose; }
  // calls of `evaluate` so far
  int evaluations() const { return evaluations_; }

  // of `jacobian`, found when first asked for
  const Svd& svd() const {
    asked_ = true;
    while (decompose()) continue;
    return svd_;
  }
  // A piece of the decomposition ahead of time, where the last step asked for it: true while there is
  // more to do.
  bool decomposeAhead() const { return expected_ && decompose(); }
  // to be called after every step,
  void answered() {
    expected_ = asked_;
    asked_ = false;
  }
  // and whenever `jacobian` has changed
  void jacobianChanged() { begun_ = known_ = false; }

 private:
  const Model& model_;
  mutable State trial_;
  mutable int evaluations_ = 0;
  mutable Svd svd_;
  mutable bool asked_ = false, begun_ = false, known_ = false;
  bool expected_ = false;

  bool decompose() const {
    if (known_) return false;
    if (!begun_) svd_.begin(jacobian.matrix());
    begun_ = true;
    known_ = !svd_.resume();
    return !known_;
  }
};

// What a method says back.
struct Report {
  explicit Report(const Model& model) : step(Vector::Zero(model.columns())) {}
  void clear() {
    step.setZero();
    rank = kNoRank;
    lambda = infeasibility = kNotUsed;
    breakdown = noImprovement = false;
  }

  static constexpr int kNoRank = -1;        // the method has no notion of it
  static constexpr int kSpectralRank = -2;  // sigma > 1e-10 sigma_1, counted where it is shown

  Vector step;                      // n: radians, metres for prismatic joints
  int rank = kNoRank;               // directions used
  double lambda = kNotUsed;         // damping used
  double infeasibility = kNotUsed;  // metres: by how much the joints miss what the method wanted
  bool breakdown = false;           // the method could not compute a step; `step` is zero
  bool noImprovement = false;       // it found no step that lowers f; `step` is zero
};

// ---- the table -------------------------------------------------------------------------------

enum class Scale { linear, log, integer, toggle, choice, method, even };
inline constexpr auto kScales =
    words<Scale::even>("linear", "log", "integer", "toggle", "choice", "method", "even");

struct Param {
  const char* key;
  const char* unit;
  double min, max, initial;  // toggle: 0 or 1; choice, method: an index
  Scale scale;
  std::span<const char* const> options = {};  // of a choice; of a method: the table says
  // "KEY: OPTION OPTION…": does something only where that choice of the same table (a toggle: on)
  // is one of these
  const char* when = "";
};

enum Trait : unsigned {
  kSpectral = 1u << 0,       // a filter tau(sigma) of the singular values
  kStage = 1u << 1,          // may be a stage of another method
  kUnclamped = 1u << 2,      // sees the unclamped error: a target clamp on it is a fault
  kHandlesLimits = 1u << 3,  // where problem.limitsHold, its step keeps the limits
  kReach = 1u << 4,          // direction i may turn a joint by N_i/M_i of its first parameter
  kPerJoint = 1u << 5,       // what it does is best seen joint by joint,
  kPerTarget = 1u << 6,      // or target by target; else direction by direction
};

// by bit
inline constexpr std::array kTraits = {"spectral", "stage",     "unclamped", "handles-limits",
                                       "reach",    "per-joint", "per-target"};

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

  // One step for `problem` into a cleared `report`. May be called more than once for one update
  // (limits that lock joints), so that memory changes in `applied` and `reset` alone.
  virtual void update(const Problem& problem, Report& report) = 0;

  // The step as applied, after limits: called before the next update. `problem` and its state are
  // still those it was computed for, with no joint locked.
  virtual void applied(const Problem& /*problem*/, const Vector& /*step*/) {}

  // Forgets what earlier updates taught: a target has jumped.
  virtual void reset() {}

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
  std::unique_ptr<Method> (*make)(const Model&, const double* params);
};

// In display order.
std::span<const MethodRow* const> methodTable();

// -1 where there is none
int methodIndex(const std::string& id);

// Writes the defaults of a method, and of its default stages, to a row of kParamStride numbers.
void defaultParams(const MethodRow& row, double* params);

template <class T>
std::unique_ptr<Method> makeMethod(const Model& model, const double* params) {
  return std::make_unique<T>(model, params);
}

}  // namespace iklab
