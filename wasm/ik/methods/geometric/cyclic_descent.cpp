// Cyclic coordinate descent: one joint after the other, from the last to the root, is moved to
// where it serves best, all others held:  min over step_j of  ½ sum |t - s|^2, the sum over the
// targets that the joint carries.
//
// Wang & Chen 1991; Welman 1993 (maxTurn). With r = s - p, t - p seen from the axis z through p:
//   hinge   step = atan2(b, a), a = sum r_perp . t_perp, b = sum z . (r x t)
//   slide   step = mean of z . (t - s)
//   screw   the zero of the derivative in the right valley, by Newton inside a bracket
// An orientation adds ½ w_o^2 (tr M - z^T M z) to a and ½ w_o^2 z . (M23 - M32, M31 - M13,
// M12 - M21) to b, M = R_s R_t^T: it counts by the chord, 2 w_o^2 (1 - cos angle), which is
// w_o^2 angle^2 where the angle is small. Limits, where they hold, bound each move: the best in the
// range is taken. One sweep an update; the sum of squares never rises in it.
// Cost: no forward kinematics and no Jacobian; a 3 x 3 moment is passed from joint to joint.
// Fails: bends the last joints most; crawls where the target is nearly out of reach; an arm that
// points at the target or away from it does not bend.
#include <cmath>

#include "ik/methods/geometric/turning.hpp"

namespace iklab {
namespace {

enum { kMaxTurn };

constexpr Param kParams[] = {
    {.key = "maxTurn",
     .label = "Largest turn",
     .unit = "rad",
     .min = 0,
     .max = 2 * EIGEN_PI,
     .initial = 0,
     .scale = Scale::linear,
     .help = "Of one joint in an update. Small values share the bending more evenly. 0: no bound."},
};

class CyclicDescent : public Method {
 public:
  CyclicDescent(const Model& model, const double* params)
      : Method(params),
        model_(model),
        ranges_(model.columns()),
        moments_(model.tree.joints().size()) {}

  void update(const Problem& problem, Report& report) override {
    for (Moments& m : moments_) m.clear();
    for (size_t i = 0; i < model_.task.targets().size(); ++i)
      addTarget(problem, model_.task.targets()[i]);
    for (int c = 0; c < model_.columns(); ++c) ranges_[c] = allowed(problem, c);
    sweep(model_.tree, problem.state.pose, ranges_, moments_, report.step);
  }

 private:
  // t = s + e, R_t R_s^T = exp(e_o / w_o): the gain shortens the way
  void addTarget(const Problem& problem, const TaskTarget& t) {
    const Pose& pose = problem.state.pose;
    const int carrier = model_.tree.effectors()[t.effector].parent;
    const Eigen::Vector3d& tip = pose.tip[t.effector];
    const Eigen::Vector3d goal = tip + problem.gain * problem.raw.segment<3>(t.row);
    moments_[carrier].add(tip, goal, pose.origin[carrier]);
    if (!t.oriented) return;
    const Eigen::Vector3d turn =
        problem.gain / t.orientationWeight * problem.raw.segment<3>(t.row + 3);
    moments_[carrier].addTurn(turnBy(-turn), t.orientationWeight);
  }

  Range allowed(const Problem& problem, int column) const {
    const Joint& joint = model_.tree.moving(column);
    Range range = rangeOf(problem, joint);
    const double most = param(kMaxTurn);
    if (!(most > 0) || joint.slides() || problem.locked[column]) return range;
    range.high = std::min(range.high, most);
    range.low = std::min(std::max(range.low, -most), range.high);
    return range;
  }

  const Model& model_;
  std::vector<Range> ranges_;
  std::vector<Moments> moments_;  // per joint
};

constexpr Showing kFailures[] = {
    {"A straight arm, the target on its axis",
     "No single joint can bring the tip nearer. Beside it a secondary goal bends the arm first.",
     R"({"iklab":1,"tree":{"joints":[{"id":"a","rest":0.6},{"id":"b","parent":"a",)"
     R"("xyz":[1,0,0],"rest":-1.2}],"effectors":[{"id":"tip","parent":"b","xyz":[1,0,0]}]},)"
     R"("start":[0,0],"targets":[{"effector":"tip","position":[1.5,0,0]}],)"
     R"("methods":[{"id":"ccd"},{"id":"dls","label":"DLS, bent rest pose",)"
     R"("secondary":{"kind":"rest"}}],"run":{"mode":"converge"},"view":{"up":"y",)"
     R"("camera":[0.25,0.35,1]}})",
     "stalled and error > 0.49", "reached"},
    {"Nearly at full reach",
     "Turning one joint at a time it creeps; turning all at once arrives in a few updates.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1,1]}},"start":[0.5,0.5,0.5],)"
     R"("targets":[{"effector":"tip","position":[2.95,0,0]}],"methods":[{"id":"ccd"})"
     R"(,{"id":"sdls"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "no-improvement and updates > 100", "reached and updates < 10"},
};

constexpr Showing kStrengths[] = {
    {"A chain of sixteen joints",
     "Each joint goes straight to its best angle, where the transpose turns all of them a little.",
     R"({"iklab":1,"tree":{"planar":{"links":[0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,)"
     R"(0.1,0.1,0.1,0.1]}},"start":[0.06,0.06,0.06,0.06,0.06,0.06,0.06,0.06,0.06,0.06,0.06,0.06,)"
     R"(0.06,0.06,0.06,0.06],"targets":[{"effector":"tip","position":[0.5,0.6,0]}],)"
     R"("methods":[{"id":"ccd"},{"id":"transpose"}],"run":{"mode":"converge"},)"
     R"("view":{"camera":[0.25,0.35,1]}})",
     "reached and updates < 8", "updates > 12"},
    {"Across the gap of a joint’s range",
     "Each joint goes straight to its best angle, also the long way round; a method of small steps "
     "stops at the limit.",
     R"({"iklab":1,"tree":{"joints":[{"id":"a","limits":[-3,3]},{"id":"b","parent":"a",)"
     R"("xyz":[1,0,0],"limits":[-0.3,0.3]}],"effectors":[{"id":"tip","parent":"b",)"
     R"("xyz":[1,0,0]}]},"start":[2.8,0],"limitPolicy":"clamp","targets":[{"effector":"tip",)"
     R"("position":[-1.87,-0.665,0]}],"methods":[{"id":"ccd"},{"id":"qp"}],)"
     R"("run":{"mode":"converge","tolerance":0.001},"view":{"up":"y","camera":[0.25,0.35,1]}})",
     "reached", "at-limit and error > 0.4"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Wang, L.-C. T. and Chen, C. C.",
        .year = 1991,
        .title = "A combined optimization method for solving the inverse kinematics problem of "
                 "mechanical manipulators",
        .in = "IEEE Transactions on Robotics and Automation",
        .volume = "7",
        .number = "4",
        .pages = "489-499",
        .doi = "10.1109/70.86079",
    },
};

}  // namespace

extern const MethodRow cyclicDescentRow = {
    .id = "ccd",
    .name = "CCD",
    .fullName = "Cyclic coordinate descent",
    .group = Group::geometric,
    .summary =
        "Turns one joint after the other, from the last to the root, each as well as it can.",
    .parent = "",
    .change = "move one joint at a time",
    .idea =
        "Only one joint moves at a time, from the last to the root, and each goes straight to "
        "the angle that serves its targets best: a closed form, no model of small steps. "
        "Limits cost nothing, since each joint simply stops at the better end. No update makes "
        "the sum of squares larger.",
    .equation = R"(\Delta\theta_j &= \operatorname{atan2}(b, a) \\)"
                R"(a &= \sum r_\perp \cdot t_\perp, \quad b = \sum z \cdot (r \times t))",
    .cost = "No Jacobian: one arc tangent a joint, and a 3 × 3 sum handed from joint to joint.",
    .good = "Any kind of joint, limits kept exactly, never wild; cheap for long chains.",
    .bad =
        "Bends the last joints most, needs many updates, and stalls where all points are in line.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kUnclamped | kHandlesLimits | kPerJoint,
    .params = kParams,
    .make = makeMethod<CyclicDescent>,
};

}  // namespace iklab
