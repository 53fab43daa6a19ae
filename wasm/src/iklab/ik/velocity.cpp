#include "iklab/ik/velocity.hpp"

#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/solver.hpp"
#include "iklab/ik/stopping.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/random.hpp"
#include "iklab/math/svd.hpp"

namespace iklab {
namespace {

constexpr double kVelocityDampingShare = 0.05;  // Default damping, as a share of the stretch.

std::string countFault(const char* field, size_t wanted, size_t had) {
  return detail::concatenate(
      {field, " must have ", std::to_string(wanted), " values; got ", std::to_string(had)});
}

std::string faultOf(const std::vector<Twist>& twists) {
  for (size_t i = 0; i < twists.size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const double value = k < 3 ? twists[i].linear[k] : twists[i].angular[k - 3];
      const std::string field = detail::concatenate({"twists[", std::to_string(i), "]"});
      if (std::string fault = rangeFault(field, value, -kMagnitude, kMagnitude); !fault.empty())
        return fault;
    }
  return {};
}

std::string faultOf(const Model& model, const VelocityOptions& options) {
  if (!options.damping.fits() && !(options.damping > 0 && options.damping <= kMagnitude))
    return "damping must be above 0 and at most 1e15";
  if (!(options.horizon >= 0 && options.horizon <= kMagnitude))
    return "horizon must be from 0 to 1e15";
  const Vector& most = options.maxVelocity;
  if (most.size() == 0) return {};
  if (most.size() != model.columns())
    return countFault("maxVelocity", static_cast<size_t>(model.columns()),
                      static_cast<size_t>(most.size()));
  for (double each : most)
    if (!(each > 0)) return "maxVelocity must be above 0 for each joint";
  return {};
}

// The velocity that ends at the limit which `velocity` would pass; the same velocity if it passes
// none.
double limitedVelocity(const Joint& j, double value, double velocity, double horizon) {
  const double limit = velocity > 0 ? j.upper : j.lower;
  const double margin = velocity > 0 ? std::max(0.0, limit - value) : std::min(0.0, limit - value);
  if (std::abs(margin) <= kLimitSlack) return 0;
  return std::abs(velocity) * horizon > std::abs(margin) ? margin / horizon : velocity;
}

// The damped least-squares velocity for the rows v; returns lambda.
double dampedStep(const Matrix& j, const Vector& v, double damping, int rank, Vector& step) {
  Svd svd(static_cast<int>(j.rows()), static_cast<int>(j.cols()));
  svd.compute(j);
  const double smallest = rank > 0 ? svd.sigma(rank - 1) : 0;  // No joint moves an effector: 0.
  const double mu = std::max(0.0, damping * damping - smallest * smallest);
  step.setZero();
  for (int i = 0; i < rank; ++i) {
    const double sigma = svd.sigma(i);
    if (sigma > svd.noise()) step += svd.v(i) * (sigma * svd.u(i).dot(v) / (sigma * sigma + mu));
  }
  return std::sqrt(mu);
}

// Goals at the effectors: only free components depend on them.
std::vector<Goal> effectorGoals(const Model& model, const Pose& pose) {
  std::vector<Goal> goals;
  for (const TaskTarget& t : model.task.targets()) {
    const size_t tip = static_cast<size_t>(t.effector);
    goals.push_back({pose.tip[tip], Eigen::Quaterniond(pose.worldFromTip[tip])});
  }
  return goals;
}

// The largest rank of J without the columns of held joints, which stay where they are, over random
// poses of the others; at most `most`. The rank at theta itself would drop in a singularity, where
// the damping is needed.
int freeRank(const Model& model, Vector theta, const std::vector<int>& held, int most) {
  constexpr int kPoses = 8;
  constexpr double kRankCutoff = 1e-9;  // Relative to sigma_1.
  const Tree& tree = model.tree;
  std::vector<bool> moves(static_cast<size_t>(tree.columns()), true);
  for (int c : held) moves[static_cast<size_t>(c)] = false;
  most = std::min(most, tree.columns() - static_cast<int>(held.size()));
  Random random(1);
  Pose pose(tree);
  Jacobian jacobian(tree, model.task);
  Svd svd(model.rows(), model.columns());
  int rank = 0;
  for (int p = 0; p < kPoses && rank < most; ++p) {
    for (int c = 0; c < tree.columns(); ++c) {
      if (!moves[static_cast<size_t>(c)]) continue;
      const Joint& j = tree.moving(c);
      const double reach = j.slides() ? 1 : EIGEN_PI;
      const bool limited = std::isfinite(j.lower) && std::isfinite(j.upper);
      theta[c] = limited ? random.uniform(j.lower, j.upper) : random.uniform(-reach, reach);
    }
    forwardKinematics(tree, theta, pose);
    jacobian.compute(pose, effectorGoals(model, pose));
    for (int c : held) jacobian.zeroColumn(c);
    svd.compute(jacobian.matrix());
    rank = std::max(rank, std::min(most, svd.rankAbove(kRankCutoff * svd.largest())));
  }
  return rank;
}

// Slows all joints by one factor, which is returned.
double limitVelocity(const Vector& most, Vector& velocity) {
  double scale = 1;
  for (int c = 0; c < most.size(); ++c)
    if (std::abs(velocity[c]) * scale > most[c]) scale = most[c] / std::abs(velocity[c]);
  velocity *= scale;
  return scale;
}

}  // namespace

Result<JointVelocity> solveVelocity(const Model& model, const Vector& theta,
                                    const std::vector<Twist>& twists,
                                    const VelocityOptions& options) {
  const std::vector<TaskTarget>& targets = model.task.targets();
  if (twists.size() != targets.size())
    return Fault{countFault("twists", targets.size(), twists.size())};
  for (const std::string& fault :
       {faultOf(model, theta, LimitPolicy::clamp), faultOf(twists), faultOf(model, options)})
    if (!fault.empty()) return Fault{fault};

  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  const std::vector<Goal> goals = effectorGoals(model, pose);
  Jacobian jacobian(model.tree, model.task);
  jacobian.compute(pose, goals);
  const Matrix all = jacobian.matrix();
  Matrix wanted(model.rows(), 1);
  for (size_t i = 0; i < targets.size(); ++i) {
    const TaskTarget& t = targets[i];
    wanted.block<3, 1>(t.row, 0) = twists[i].linear;
    if (t.oriented) wanted.block<3, 1>(t.row + 3, 0) = t.orientationWeight * twists[i].angular;
  }
  if (model.task.partial()) reduceRows(model.task, pose, goals, wanted);

  const double damping = options.damping.fits()
                             ? kVelocityDampingShare * (model.stretch > 0 ? model.stretch : 1)
                             : double(options.damping);
  int rank = model.rankWith(jacobian.idle());
  JointVelocity found;
  Vector &velocity = found.velocity, step = Vector::Zero(model.columns());
  velocity = step;
  Matrix left = all;
  Vector v = wanted.col(0);
  for (bool again = true; again;) {
    again = false;
    found.lambda = dampedStep(left, v, damping, rank, step);
    for (int c : found.heldByLimits) step[c] = velocity[c];
    for (int c = 0; c < step.size(); ++c) {
      if (left.col(c).isZero(0)) continue;
      const double limited =
          limitedVelocity(model.tree.moving(c), theta[c], step[c], options.horizon);
      if (limited == step[c]) continue;
      step[c] = limited;
      found.heldByLimits.push_back(c);
      v -= all.col(c) * limited;
      left.col(c).setZero();
      again = true;
    }
    if (again) rank = freeRank(model, theta, found.heldByLimits, rank);
    velocity = step;
  }
  found.scale = limitVelocity(options.maxVelocity, velocity);
  const Vector reached = all * velocity;
  for (const TaskTarget& t : targets) {
    Twist twist{.linear = reached.segment<3>(t.row)};
    if (t.oriented) twist.angular = reached.segment<3>(t.row + 3) / t.orientationWeight;
    found.twists.push_back(twist);
  }
  return found;
}

}  // namespace iklab
