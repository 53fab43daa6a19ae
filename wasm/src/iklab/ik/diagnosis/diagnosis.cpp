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
namespace {

constexpr double kNudge =
    EIGEN_PI / 36;  // Radians, 5 degrees; for a joint that slides, a share of the stretch.
constexpr int kNudges = 3;
constexpr int kMostAlone = 8;  // Joints whose limits are released one at a time.
// Radians or metres: a joint farther outside its limits counts as outside.
constexpr double kBeyond = 1e-6;
constexpr double kMostMeasured =
    1e9;  // Radians or metres: steps from larger values are lost in rounding.
// Relative to |J^T e|: smaller pulls on a joint count as rounding errors.
constexpr double kFelt = 1e-9;
constexpr double kStationary = 1e-3;  // Relative to |J|_F |e|.

// Insertion sort: stable, and a tenth of the code size of std::stable_sort.
template <class T, class Before>
void sort(std::vector<T>& all, const Before& before) {
  for (size_t i = 1; i < all.size(); ++i)
    for (size_t k = i; k > 0 && before(all[k], all[k - 1]); --k) std::swap(all[k], all[k - 1]);
}

struct Asked {
  const Solver& solver;
  std::span<const Goal> goals;
  const StopRules& rules;
  Stop stop;
  const DiagnosisBudget& budget;
  const Interrupt& interrupt;

  const Model& model() const { return solver.model(); }
  bool holds() const { return solver.settings().limits != LimitPolicy::ignore; }
};

class Search {
 public:
  Search(const Asked& asked, const Vector& theta)
      : asked_(asked),
        strong_(asked.model()),
        limits_(boundsOf(asked.model().tree, asked.holds())),
        theta_(theta.cwiseMax(limits_.lower).cwiseMin(limits_.upper)),
        at_(theta_) {}

  Diagnosis run() {
    const BoxLevenberg::End here = strong_.look(theta_, asked_.goals, asked_.rules);
    found_.error = found_.best = here.error;
    measure();
    const bool lost = theta_.cwiseAbs().maxCoeff() > kMostMeasured;
    if (here.reached)
      found_.cause = causeOfReached();
    else if (lost)
      found_.obstacle = "the joint values have diverged";
    else
      found_.cause = decide();
    if (interrupted() && found_.cause != Cause::none) {
      found_.cause = Cause::undiagnosed;
      found_.obstacle = "interrupted";
    }
    hardestFirst(found_.limiting);
    return std::move(found_);
  }

 private:
  // Handles a solution outside its limits, which the restarts of the solve reject.
  Cause causeOfReached() {
    if (asked_.stop != Stop::outside) return Cause::none;
    found_.limiting = outsideOf(theta_, boundsOf(asked_.model().tree, true));
    return found_.limiting.empty() ? Cause::none : Cause::jointLimits;
  }

  Cause decide() {
    found_.shortfall = unreachable();
    if (found_.shortfall > 0 && asked_.budget.causeOnly) return Cause::outOfReach;
    findPushed();
    at_ = theta_;
    found_.within = strong(at_, limits_);
    if (found_.shortfall > 0) {
      restart();
      return Cause::outOfReach;
    }
    if (found_.within.reached) return causeOfMethod();
    if (stationary_ && nudged()) return Cause::singularPose;
    const bool free = asked_.holds() && limited();
    const bool near = free && found_.released.reached && asked_.budget.thorough && reachedNearby();
    if (free && found_.released.reached && !near) return Cause::jointLimits;
    if (near || helps(found_.within)) {
      const Cause cause = causeOfMethod();
      if (cause != Cause::method || !free) return cause;
      // No change of the method helps, and without limits the error is smaller by a tenth.
      const bool more = found_.released.error <= kFallen * found_.within.error;
      return more ? Cause::jointLimits : cause;
    }
    if (free) return Cause::jointLimits;
    return restart() ? Cause::localMinimum : Cause::noPoseFound;
  }

  void measure() {
    const Vector& e = strong_.missing();
    for (const TaskTarget& t : asked_.model().task.targets()) {
      found_.distance += norm(load(&e[t.row]));
      if (t.oriented)
        found_.angle = std::max(found_.angle, norm(load(&e[t.row + 3])) / t.orientationWeight);
    }
    found_.placed = found_.distance <= asked_.rules.tolerance;
    found_.turned = found_.angle <= asked_.rules.orientationTolerance;
  }

  // Finds the joints at their limits that are pulled outward, and whether the pull of the others is
  // negligible.
  void findPushed() {
    const Vector& pull = strong_.pull(asked_.goals);
    const double whole = std::sqrt(squareOf(pull));
    double free = 0;
    for (int c = 0; c < theta_.size(); ++c) {
      const bool upper = pull[c] > 0;
      const double room = upper ? limits_.upper[c] - theta_[c] : theta_[c] - limits_.lower[c];
      if (room > kLimitSlack) free += pull[c] * pull[c];
      // A share, not its square, which may underflow.
      else if (whole > 0 && std::abs(pull[c]) > kFelt * whole)
        found_.pushed.push_back({c, upper, std::abs(pull[c]) / whole});
    }
    stationary_ = std::sqrt(free) <= kStationary * strong_.jacobianNorm() * found_.error;
    sort(found_.pushed, [](const auto& a, const auto& b) { return a.share > b.share; });
  }

  // Metres by which the goals are proved to be out of reach; 0 if that is within the tolerances.
  double unreachable() const {
    double sum = 0;
    const std::vector<TaskTarget>& targets = asked_.model().task.targets();
    for (size_t i = 0; i < targets.size(); ++i)
      if (!targets[i].freedom.anyPosition())
        sum += iklab::shortfall(reachOf(asked_.model().tree, targets[i].effector, asked_.holds()),
                                asked_.goals[i].position);
    return sum > largestTolerance() ? sum : 0;
  }
  // Largest sum of the distances that the tolerances allow, metres.
  double largestTolerance() const {
    if (asked_.rules.residual > 0)
      return asked_.rules.residual * std::sqrt(double(asked_.goals.size()));
    double sum = asked_.rules.tolerance;
    for (const TaskTarget& t : asked_.model().task.targets())
      if (t.tolerance) sum += std::sqrt(3.) * t.tolerance->position;
    return sum;
  }

  BoxLevenberg::End strong(Vector& theta, const Bounds& bounds) {
    const BoxLevenberg::End end = strong_.solve(theta, asked_.goals, asked_.rules, bounds,
                                                asked_.budget.strongUpdates, asked_.interrupt);
    if (&bounds == &limits_) found_.best = std::min(found_.best, end.error);
    return end;
  }

  bool helps(const BoxLevenberg::End& end) const {
    return end.reached || end.error <= kFallen * found_.error;
  }

  // True if a start close by ends with an error smaller than that of E1 by a tenth.
  bool nudged() {
    return anyNearby(
        [&](const auto& end) { return end.reached || end.error <= kFallen * found_.within.error; });
  }

  // True if E1 ended in a local minimum that the limits do not cause: a start close by, or the
  // solution of E2 moved into the limits, reaches the goals.
  bool reachedNearby() {
    at_ = outside_;
    ++found_.restarts;
    const bool reached = strong(at_, limits_).reached;
    found_.reached += reached;
    return reached || anyNearby([](const auto& end) { return end.reached; });
  }

  template <class Enough>
  bool anyNearby(const Enough& enough) {
    Random random(asked_.budget.seed);
    const double slide = kNudge * std::max(asked_.model().stretch, 0.);
    for (int k = 0; k < kNudges; ++k) {
      for (int c = 0; c < at_.size(); ++c) {
        const double most = asked_.model().tree.moving(c).slides() ? slide : kNudge;
        at_[c] = theta_[c] + random.uniform(-most, most);
      }
      ++found_.restarts;
      const BoxLevenberg::End end = strong(at_, limits_);
      found_.reached += end.reached;
      if (enough(end)) return true;
    }
    return false;
  }

  bool restart() {
    Random random(asked_.budget.seed);
    for (int k = 0; k < asked_.budget.restarts; ++k) {
      drawPose(asked_.model().tree, random, at_);
      ++found_.restarts;
      found_.reached += strong(at_, limits_).reached;
      if (asked_.budget.causeOnly && found_.reached > 0) break;
    }
    return found_.reached > 0;
  }

  // Runs E2, then finds the fewest limits whose release is enough.
  bool limited() {
    at_ = theta_;
    const Bounds released = boundsOf(asked_.model().tree, false);
    found_.released = strong(at_, released);
    outside_ = at_;
    if (!helps(found_.released)) return false;
    std::vector<LimitingJoint> outside = outsideOf(at_, limits_);
    if (outside.empty()) return false;  // A rounding error: the same pose is within the limits.
    found_.limiting = outside;
    if (outside.size() == 1) return true;
    sort(outside,
         [&](const auto& a, const auto& b) { return shareOf(a.column) > shareOf(b.column); });
    outside.resize(std::min<size_t>(outside.size(), asked_.budget.thorough ? kMostAlone : 1));
    for (const LimitingJoint& each : outside)
      if (enough({each})) return true;
    for (size_t count = outside.size() - 1; count > 1 && found_.limiting.size() > 2; --count) {
      outside.pop_back();
      if (!enough(outside)) break;
    }
    return true;
  }

  void hardestFirst(std::vector<LimitingJoint>& joints) const {
    sort(joints, [&](const auto& a, const auto& b) {
      return std::pair(shareOf(a.column), a.beyond) > std::pair(shareOf(b.column), b.beyond);
    });
  }

  double shareOf(int column) const {
    for (const PushedJoint& each : found_.pushed)
      if (each.column == column) return each.share;
    return 0;
  }

  // True if releasing these limits alone does as well as E2; then stores the result.
  bool enough(const std::vector<LimitingJoint>& joints) {
    Bounds some = limits_;
    for (const LimitingJoint& each : joints)
      (each.upper ? some.upper : some.lower)[each.column] = each.upper ? kInfinity : -kInfinity;
    at_ = theta_;
    const BoxLevenberg::End end = strong(at_, some);
    if (!helps(end) || end.reached < found_.released.reached) return false;
    std::vector<LimitingJoint> outside = outsideOf(at_, limits_);
    if (outside.empty()) return false;
    found_.released = end;
    found_.limiting = std::move(outside);
    return true;
  }

  static std::vector<LimitingJoint> outsideOf(const Vector& theta, const Bounds& limits) {
    std::vector<LimitingJoint> outside;
    for (int c = 0; c < theta.size(); ++c) {
      const double above = theta[c] - limits.upper[c], below = limits.lower[c] - theta[c];
      if (std::max(above, below) > kBeyond)
        outside.push_back({c, above > below, std::max(above, below)});
    }
    return outside;
  }

  Cause causeOfMethod() {
    if (asked_.budget.methodUpdates == 0) return Cause::method;
    if (asked_.budget.causeOnly && asked_.stop == Stop::breakdown) return Cause::breakdown;
    MethodTrials trials = tryMethod(asked_.solver, theta_, asked_.goals, asked_.rules,
                                    asked_.budget, asked_.interrupt);
    Experiment& unchanged = trials.unchanged;
    const bool goesOn = unchanged.reached || unchanged.error <= kFallen * found_.error;
    const auto better = [&](const Experiment& e) {
      if (unchanged.reached) return e.reached && e.updates <= kSooner * unchanged.updates;
      return e.reached || e.error <= kFallen * (goesOn ? unchanged.error : found_.error);
    };
    for (Experiment& each : trials.changed)
      if (better(each)) found_.helped.push_back(std::move(each));
    if (asked_.stop == Stop::iterationLimit)
      unchanged.cause = Cause::updateLimit;
    else if (asked_.stop != Stop::none)
      unchanged.cause = Cause::stopRule;
    if (goesOn) found_.helped.push_back(std::move(unchanged));
    sort(found_.helped, [](const Experiment& a, const Experiment& b) {
      if (a.reached != b.reached) return a.reached;
      return a.reached ? a.updates < b.updates : a.error < b.error;
    });
    if (asked_.stop == Stop::breakdown) return Cause::breakdown;
    return found_.helped.empty() ? Cause::method : found_.helped.front().cause;
  }

  bool interrupted() const { return asked_.interrupt && asked_.interrupt(); }

  const Asked asked_;
  BoxLevenberg strong_;
  const Bounds limits_;
  const Vector theta_;
  Vector at_;                // Scratch space.
  Vector outside_ = {};      // The solution of E2.
  bool stationary_ = false;  // True if J^T e is negligible for the joints that are not at a limit.
  Diagnosis found_;
};

}  // namespace

Result<Diagnosis> diagnose(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                           const StopRules& rules, Stop stop, const DiagnosisBudget& budget,
                           const Interrupt& interrupt) {
  const Model& model = solver.model();
  for (const std::string& fault : {solver.fault(), faultOf(model, theta, LimitPolicy::ignore),
                                   faultOf(model, goals), faultOf(rules)})
    if (!fault.empty()) return Fault{fault};
  return Search({solver, goals, rules, stop, budget, interrupt}, theta).run();
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
