#include "iklab/ik/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/core/reach.hpp"
#include "iklab/ik/diagnosis/experiments.hpp"
#include "iklab/ik/stopping.hpp"
#include "iklab/math/three.hpp"

// Nearly all time is spent in the solvers: optimised for size.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

constexpr double kNudge =
    EIGEN_PI / 36;  // Radians, 5 degrees; for a joint that slides, a share of the stretch.
constexpr int kNudges = 3;
constexpr int kMaxReleasedAlone = 8;  // Joints whose limits are released one at a time.
// Radians or metres: a joint farther outside its limits counts as outside.
constexpr double kLimitExcess = 1e-6;
// Radians or metres: steps from larger values are lost in rounding.
constexpr double kMostMeasured = 1e9;
// Relative to |J^T e|: smaller pulls on a joint count as rounding errors.
constexpr double kMinPullShare = 1e-9;
constexpr double kStationary = 1e-3;  // Relative to |J|_F |e|.

// Insertion sort: stable, and a tenth of the code size of std::stable_sort.
template <class T, class Before>
void sort(std::vector<T>& all, const Before& before) {
  for (size_t i = 1; i < all.size(); ++i)
    for (size_t k = i; k > 0 && before(all[k], all[k - 1]); --k) std::swap(all[k], all[k - 1]);
}

struct DiagnosisInput {
  const Solver& solver;
  std::span<const Goal> goals;
  const StopRules& rules;
  Stop stop;
  const DiagnosisBudget& budget;
  const Interrupt& interrupt;

  const Model& model() const { return solver.model(); }
  bool holds() const { return solver.settings().limits != LimitPolicy::ignore; }
};

class CauseSearch {
 public:
  CauseSearch(const DiagnosisInput& asked, const Vector& theta)
      : input_(asked),
        strong_(asked.model()),
        limits_(boundsOf(asked.model().tree, asked.holds())),
        theta_(theta.cwiseMax(limits_.lower).cwiseMin(limits_.upper)),
        trial_(theta_) {}

  Diagnosis run() {
    const BoxLevenberg::End here = strong_.look(theta_, input_.goals, input_.rules);
    diagnosis_.error = diagnosis_.best = here.error;
    measure();
    const bool lost = theta_.cwiseAbs().maxCoeff() > kMostMeasured;
    if (here.reached)
      diagnosis_.cause = causeOfReached();
    else if (lost)
      diagnosis_.obstacle = "the joint values have diverged";
    else
      diagnosis_.cause = decide();
    if (interrupted() && diagnosis_.cause != Cause::none) {
      diagnosis_.cause = Cause::undiagnosed;
      diagnosis_.obstacle = "interrupted";
    }
    sortByPull(diagnosis_.limiting);
    return std::move(diagnosis_);
  }

 private:
  // Handles a solution outside its limits, which the restarts of the solve reject.
  Cause causeOfReached() {
    if (input_.stop != Stop::outside) return Cause::none;
    diagnosis_.limiting = findOutsideJoints(theta_, boundsOf(input_.model().tree, true));
    return diagnosis_.limiting.empty() ? Cause::none : Cause::jointLimits;
  }

  Cause decide() {
    diagnosis_.shortfall = computeShortfall();
    if (diagnosis_.shortfall > 0 && input_.budget.causeOnly) return Cause::outOfReach;
    findPushed();
    trial_ = theta_;
    diagnosis_.within = runStrongSolver(trial_, limits_);
    if (diagnosis_.shortfall > 0) {
      restart();
      return Cause::outOfReach;
    }
    if (diagnosis_.within.reached) return causeOfMethod();
    if (stationary_ && improvesNearby()) return Cause::singularPose;
    const bool free = input_.holds() && areLimitsToBlame();
    const bool near =
        free && diagnosis_.released.reached && input_.budget.thorough && reachedNearby();
    if (free && diagnosis_.released.reached && !near) return Cause::jointLimits;
    if (near || helps(diagnosis_.within)) {
      const Cause cause = causeOfMethod();
      if (cause != Cause::method || !free) return cause;
      // No change of the method helps, and without limits the error is smaller by a tenth.
      const bool more = diagnosis_.released.error <= kFallen * diagnosis_.within.error;
      return more ? Cause::jointLimits : cause;
    }
    if (free) return Cause::jointLimits;
    return restart() ? Cause::localMinimum : Cause::noPoseFound;
  }

  void measure() {
    const Vector& e = strong_.missing();
    for (const TaskTarget& t : input_.model().task.targets()) {
      diagnosis_.distance += norm(load(&e[t.row]));
      if (t.oriented)
        diagnosis_.angle =
            std::max(diagnosis_.angle, norm(load(&e[t.row + 3])) / t.orientationWeight);
    }
    diagnosis_.placed = diagnosis_.distance <= input_.rules.tolerance;
    diagnosis_.turned = diagnosis_.angle <= input_.rules.orientationTolerance;
  }

  // Finds the joints at their limits that are pulled outward, and whether the pull of the others is
  // negligible.
  void findPushed() {
    const Vector& pull = strong_.pull(input_.goals);
    const double whole = std::sqrt(squareOf(pull));
    double free = 0;
    for (int c = 0; c < theta_.size(); ++c) {
      const bool upper = pull[c] > 0;
      const double room = upper ? limits_.upper[c] - theta_[c] : theta_[c] - limits_.lower[c];
      if (room > kLimitSlack) free += pull[c] * pull[c];
      // A share, not its square, which may underflow.
      else if (whole > 0 && std::abs(pull[c]) > kMinPullShare * whole)
        diagnosis_.pushed.push_back({c, upper, std::abs(pull[c]) / whole});
    }
    stationary_ = std::sqrt(free) <= kStationary * strong_.jacobianNorm() * diagnosis_.error;
    sort(diagnosis_.pushed, [](const auto& a, const auto& b) { return a.share > b.share; });
  }

  // Metres by which the goals are proved to be out of reach; 0 if that is within the tolerances.
  double computeShortfall() const {
    double sum = 0;
    const std::vector<TaskTarget>& targets = input_.model().task.targets();
    for (size_t i = 0; i < targets.size(); ++i)
      if (!targets[i].freedom.anyPosition())
        sum += iklab::shortfall(reachOf(input_.model().tree, targets[i].effector, input_.holds()),
                                input_.goals[i].position);
    return sum > largestTolerance() ? sum : 0;
  }
  // Largest sum of the distances that the tolerances allow, metres.
  double largestTolerance() const {
    if (input_.rules.residual > 0)
      return input_.rules.residual * std::sqrt(double(input_.goals.size()));
    double sum = input_.rules.tolerance;
    for (const TaskTarget& t : input_.model().task.targets())
      if (t.tolerance) sum += std::sqrt(3.) * t.tolerance->position;
    return sum;
  }

  BoxLevenberg::End runStrongSolver(Vector& theta, const Bounds& bounds) {
    const BoxLevenberg::End end = strong_.solve(theta, input_.goals, input_.rules, bounds,
                                                input_.budget.strongUpdates, input_.interrupt);
    if (&bounds == &limits_) diagnosis_.best = std::min(diagnosis_.best, end.error);
    return end;
  }

  bool helps(const BoxLevenberg::End& end) const {
    return end.reached || end.error <= kFallen * diagnosis_.error;
  }

  // True if a start close by ends with an error smaller than that of E1 by a tenth.
  bool improvesNearby() {
    return anyNearby([&](const auto& end) {
      return end.reached || end.error <= kFallen * diagnosis_.within.error;
    });
  }

  // True if E1 ended in a local minimum that the limits do not cause: a start close by, or the
  // solution of E2 moved into the limits, reaches the goals.
  bool reachedNearby() {
    trial_ = releasedPose_;
    ++diagnosis_.restarts;
    const bool reached = runStrongSolver(trial_, limits_).reached;
    diagnosis_.reached += reached;
    return reached || anyNearby([](const auto& end) { return end.reached; });
  }

  template <class Enough>
  bool anyNearby(const Enough& enough) {
    Random random(input_.budget.seed);
    const double slide = kNudge * std::max(input_.model().stretch, 0.);
    for (int k = 0; k < kNudges; ++k) {
      for (int c = 0; c < trial_.size(); ++c) {
        const double most = input_.model().tree.moving(c).slides() ? slide : kNudge;
        trial_[c] = theta_[c] + random.uniform(-most, most);
      }
      ++diagnosis_.restarts;
      const BoxLevenberg::End end = runStrongSolver(trial_, limits_);
      diagnosis_.reached += end.reached;
      if (enough(end)) return true;
    }
    return false;
  }

  bool restart() {
    Random random(input_.budget.seed);
    for (int k = 0; k < input_.budget.restarts; ++k) {
      drawPose(input_.model().tree, random, trial_);
      ++diagnosis_.restarts;
      diagnosis_.reached += runStrongSolver(trial_, limits_).reached;
      if (input_.budget.causeOnly && diagnosis_.reached > 0) break;
    }
    return diagnosis_.reached > 0;
  }

  // Runs E2, then finds the fewest limits whose release is enough.
  bool areLimitsToBlame() {
    trial_ = theta_;
    const Bounds released = boundsOf(input_.model().tree, false);
    diagnosis_.released = runStrongSolver(trial_, released);
    releasedPose_ = trial_;
    if (!helps(diagnosis_.released)) return false;
    std::vector<LimitingJoint> outside = findOutsideJoints(trial_, limits_);
    if (outside.empty()) return false;  // A rounding error: the same pose is within the limits.
    diagnosis_.limiting = outside;
    if (outside.size() == 1) return true;
    sort(outside, [&](const auto& a, const auto& b) {
      return getPullShare(a.column) > getPullShare(b.column);
    });
    outside.resize(
        std::min<size_t>(outside.size(), input_.budget.thorough ? kMaxReleasedAlone : 1));
    for (const LimitingJoint& each : outside)
      if (isEnoughToRelease({each})) return true;
    for (size_t count = outside.size() - 1; count > 1 && diagnosis_.limiting.size() > 2; --count) {
      outside.pop_back();
      if (!isEnoughToRelease(outside)) break;
    }
    return true;
  }

  void sortByPull(std::vector<LimitingJoint>& joints) const {
    sort(joints, [&](const auto& a, const auto& b) {
      return std::pair(getPullShare(a.column), a.beyond) >
             std::pair(getPullShare(b.column), b.beyond);
    });
  }

  double getPullShare(int column) const {
    for (const PushedJoint& each : diagnosis_.pushed)
      if (each.column == column) return each.share;
    return 0;
  }

  // True if releasing these limits alone does as well as E2; then stores the result.
  bool isEnoughToRelease(const std::vector<LimitingJoint>& joints) {
    Bounds some = limits_;
    for (const LimitingJoint& each : joints)
      (each.upper ? some.upper : some.lower)[each.column] = each.upper ? kInfinity : -kInfinity;
    trial_ = theta_;
    const BoxLevenberg::End end = runStrongSolver(trial_, some);
    if (!helps(end) || end.reached < diagnosis_.released.reached) return false;
    std::vector<LimitingJoint> outside = findOutsideJoints(trial_, limits_);
    if (outside.empty()) return false;
    diagnosis_.released = end;
    diagnosis_.limiting = std::move(outside);
    return true;
  }

  static std::vector<LimitingJoint> findOutsideJoints(const Vector& theta, const Bounds& limits) {
    std::vector<LimitingJoint> outside;
    for (int c = 0; c < theta.size(); ++c) {
      const double above = theta[c] - limits.upper[c], below = limits.lower[c] - theta[c];
      if (std::max(above, below) > kLimitExcess)
        outside.push_back({c, above > below, std::max(above, below)});
    }
    return outside;
  }

  Cause causeOfMethod() {
    if (input_.budget.methodUpdates == 0) return Cause::method;
    if (input_.budget.causeOnly && input_.stop == Stop::breakdown) return Cause::breakdown;
    MethodTrials trials = tryMethod(input_.solver, theta_, input_.goals, input_.rules,
                                    input_.budget, input_.interrupt);
    Experiment& unchanged = trials.unchanged;
    const bool goesOn = unchanged.reached || unchanged.error <= kFallen * diagnosis_.error;
    const auto better = [&](const Experiment& e) {
      if (unchanged.reached) return e.reached && e.updates <= kSoonerShare * unchanged.updates;
      return e.reached || e.error <= kFallen * (goesOn ? unchanged.error : diagnosis_.error);
    };
    for (Experiment& each : trials.changed)
      if (better(each)) diagnosis_.helped.push_back(std::move(each));
    if (input_.stop == Stop::iterationLimit)
      unchanged.cause = Cause::updateLimit;
    else if (input_.stop != Stop::none)
      unchanged.cause = Cause::stopRule;
    if (goesOn) diagnosis_.helped.push_back(std::move(unchanged));
    sort(diagnosis_.helped, [](const Experiment& a, const Experiment& b) {
      if (a.reached != b.reached) return a.reached;
      return a.reached ? a.updates < b.updates : a.error < b.error;
    });
    if (input_.stop == Stop::breakdown) return Cause::breakdown;
    return diagnosis_.helped.empty() ? Cause::method : diagnosis_.helped.front().cause;
  }

  bool interrupted() const { return input_.interrupt && input_.interrupt(); }

  const DiagnosisInput input_;
  BoxLevenberg strong_;
  const Bounds limits_;
  const Vector theta_;
  Vector trial_;              // Scratch space.
  Vector releasedPose_ = {};  // The solution of E2.
  bool stationary_ = false;   // True if J^T e is negligible for the joints that are not at a limit.
  Diagnosis diagnosis_;
};

}  // namespace

Result<Diagnosis> diagnose(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                           const StopRules& rules, Stop stop, const DiagnosisBudget& budget,
                           const Interrupt& interrupt) {
  const Model& model = solver.model();
  for (const std::string& fault : {solver.fault(), faultOf(model, theta, LimitPolicy::ignore),
                                   faultOf(model, goals), faultOf(rules)})
    if (!fault.empty()) return Fault{fault};
  return CauseSearch({solver, goals, rules, stop, budget, interrupt}, theta).run();
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
