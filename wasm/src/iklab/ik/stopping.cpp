#include "iklab/ik/stopping.hpp"

#include <cmath>

#include "iklab/ik/restarts.hpp"

namespace iklab {
namespace {

// True if J^T e = 0 to rounding. scale: |J|_F |e|. heldOnly: ignores components that pull a joint
// against its limit.
bool isStationary(const UpdateState& now, double scale, bool heldOnly) {
  const Vector &theta = now.memory.theta, &gradient = now.gradient;
  double square = 0;
  for (int c = 0; c < gradient.size(); ++c) {
    const Joint& j = now.model.tree.moving(c);
    const bool held = (theta[c] >= j.upper - kLimitSlack && gradient[c] > 0) ||
                      (theta[c] <= j.lower + kLimitSlack && gradient[c] < 0);
    const bool stopped = held && !(now.wraps && goesRound(now.model.tree, c));
    if (!heldOnly || !stopped) square += gradient[c] * gradient[c];
  }
  return std::sqrt(square) <= kStandstill * scale;
}

}  // namespace

void countSlow(Memory& memory, const StopRules& rules, double before, double now) {
  if (rules.maxSlow > 0)
    memory.slow = before - now >= rules.slowShare * before ? 0 : memory.slow + 1;
}

Stop judge(const UpdateState& now, const StopRules& rules) {
  if (within(rules, now.model.task, now.e)) return Stop::reached;
  const double scale = now.jacobianNorm * now.e.norm();
  const bool off = !now.e.isZero(0);
  const double gain = now.objectiveBefore - now.objective;
  if (off && isStationary(now, scale, false)) return Stop::stalled;
  if (off && now.holds && isStationary(now, scale, true)) return Stop::atLimit;
  if (now.breakdown) return Stop::breakdown;
  if (now.noImprovement || (gain >= 0 && gain < rules.minImprovement)) return Stop::noImprovement;
  if (now.objective > now.objectiveBefore && now.memory.rises >= rules.maxRises)
    return Stop::oscillating;
  if (rules.maxSlow > 0 && now.memory.slow >= rules.maxSlow) return Stop::tooSlow;
  if (now.memory.updatesInAttempt >= rules.maxUpdates) return Stop::iterationLimit;
  return Stop::none;
}

bool within(const StopRules& rules, const Task& task, const Vector& e) {
  if (rules.residual > 0) return e.norm() <= rules.residual;
  double sum = 0;
  for (const TaskTarget& t : task.targets()) {
    const Eigen::Vector3d off = e.segment<3>(t.row);
    const Eigen::Vector3d turn =
        t.oriented ? Eigen::Vector3d(e.segment<3>(t.row + 3)) : Eigen::Vector3d::Zero();
    if (!t.tolerance) {
      sum += off.norm();
      if (!(turn.norm() / t.orientationWeight <= rules.orientationTolerance)) return false;
    } else if (!((off.array().abs() <= t.tolerance->position).all() &&
                 (turn.array().abs() / t.orientationWeight <= t.tolerance->rotation).all())) {
      return false;
    }
  }
  return sum <= rules.tolerance;
}

}  // namespace iklab
