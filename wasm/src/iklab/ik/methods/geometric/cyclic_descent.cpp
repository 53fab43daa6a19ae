// Cyclic coordinate descent: one joint after the other, from the last to the root, is moved to its
// optimum, all others fixed:  min over step_j of  ½ sum |t - s|^2, the sum over the targets whose
// effectors the joint carries.
//
// Wang & Chen 1991; Welman 1993 (maxTurn). With r = s - p, t - p seen from the axis z through p:
//   hinge   step = atan2(b, a), a = sum r_perp . t_perp, b = sum z . (r x t)
//   slide   step = mean of z . (t - s)
//   screw   the zero of the derivative in the right valley, by Newton inside a bracket
// An orientation adds ½ w_o^2 (tr M - z^T M z) to a and ½ w_o^2 z . (M23 - M32, M31 - M13, M12 -
// M21) to b, M = R_s R_t^T: its error is the chord, 2 w_o^2 (1 - cos angle), which is w_o^2 angle^2
// for small angles. Active limits bound each move, which is then the best one in the range. One
// sweep per update; the sum of squares never increases in it. Joints that follow one another move
// together, after the others (group_search.hpp). Unconstrained components stay as they are in this
// sweep: t is the nearest point that the target allows, and likewise its orientation; for a spin or
// a cone only the direction of the tool's axis matters.
// Cost: no forward kinematics and no Jacobian; a 3 x 3 moment is passed from joint to joint.
// Fails: bends the last joints most; slow if the target is nearly out of reach; an arm that points
// at the target or away from it does not bend.
#include <cmath>

#include "iklab/ik/methods/geometric/group_search.hpp"

namespace iklab {
namespace {

class CyclicDescent : public MethodOf<CcdOptions> {
 public:
  CyclicDescent(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        ranges_(model.columns()),
        moments_(model.tree.joints().size()),
        groups_(model, model.task.targets().size()),
        theta_(Vector::Zero(model.columns())) {}

  void update(const Problem& problem, Report& report) override {
    for (Moments& m : moments_) m.clear();
    groups_.clear();
    for (size_t i = 0; i < model_.task.targets().size(); ++i)
      addTarget(problem, model_.task.targets()[i]);
    for (int c = 0; c < model_.columns(); ++c) ranges_[c] = allowed(problem, c);
    sweep(model_.tree, problem.state.pose, ranges_, moments_, report.step);
    if (!model_.tree.coupled()) return;
    theta_ = problem.state.theta + report.step;
    groups_.run(ranges_, theta_, report.step);
  }

 private:
  // t = s + e, R_t R_s^T = exp(e_o / w_o): a gain below 1 moves the target closer.
  void addTarget(const Problem& problem, const TaskTarget& t) {
    const Pose& pose = problem.state.pose;
    const int carrier = model_.tree.effectors()[t.effector].parent;
    const Eigen::Vector3d& tip = pose.tip[t.effector];
    Eigen::Vector3d offset = problem.gain * problem.unclampedError.segment<3>(t.row);
    const Goal& targetGoal = problem.state.goals[&t - model_.task.targets().data()];
    if (t.freedom.anyPosition())
      offset = (positionRows(t.freedom, targetGoal).transpose() * offset).eval();
    const Eigen::Vector3d goal = tip + offset;
    const auto& free = t.freedom.position;
    const double weight = free[0] && free[1] && free[2] ? 0 : 1;
    if (weight > 0) moments_[carrier].add(tip, goal, pose.origin[carrier]);
    groups_.add(carrier, tip, pose, goal, weight);
    if (!t.oriented) return;
    if (t.freedom.anyTurn()) return addTurn(problem, t, targetGoal, carrier);
    const Eigen::Vector3d turn =
        problem.gain / t.orientationWeight * problem.unclampedError.segment<3>(t.row + 3);
    moments_[carrier].addRotation(rotationBy(-turn), t.orientationWeight);
    if (model_.tree.coupled())
      groups_.addOrientation(model_.tree.effectors()[t.effector],
                             rotationBy(turn) * pose.worldFromTip[t.effector], t.orientationWeight);
  }

  // Adds the nearest orientation, or direction of the tool's axis, that the target allows.
  void addTurn(const Problem& problem, const TaskTarget& t, const Goal& targetGoal, int carrier) {
    const Pose& pose = problem.state.pose;
    const Eigen::Matrix3d& tip = pose.worldFromTip[t.effector];
    const TurnRows rows(t.freedom, targetGoal, tip);
    const Eigen::Matrix3d turn = rotationBy(problem.gain * rows.nearest());
    const Effector& effector = model_.tree.effectors()[t.effector];
    if (rows.directed() && !rows.idle()) {
      moments_[carrier].addDirection(rows.axis(), turn * rows.axis(), t.orientationWeight);
      groups_.addDirection(pose, rows.axis(), turn * rows.axis(), t.orientationWeight);
    } else if (!rows.idle()) {
      moments_[carrier].addRotation(turn.transpose(), t.orientationWeight);
      groups_.addOrientation(effector, turn * tip, t.orientationWeight);
    }
  }

  Range allowed(const Problem& problem, int column) const {
    const Tree& tree = model_.tree;
    Range range = moveRange(problem, tree, tree.moving(column));
    const double most = tree.bound(column, options.maxTurn, kInfinity);
    if (!(most > 0) || problem.locked[column]) return range;
    range.high = std::min(range.high, most);
    range.low = std::min(std::max(range.low, -most), range.high);
    return range;
  }

  const Model& model_;
  std::vector<Range> ranges_;
  std::vector<Moments> moments_;  // Per joint.
  GroupSearch groups_;
  Vector theta_;
};

}  // namespace

template <>
const MethodEntry& describe<CcdOptions>() {
  static constexpr Param params[] = {
      number<&CcdOptions::maxTurn>("maxTurn", "rad", 0, 2 * EIGEN_PI),
  };
  static constexpr MethodEntry entry = {
      .id = "ccd",
      .name = "CCD",
      .group = Group::geometric,
      .maxStep = kInfinity,
      .traits = kUnclamped | kHandlesLimits | kPerJoint,
      .params = params,
      .make = makeMethod<CyclicDescent>,
  };
  return entry;
}

}  // namespace iklab
