// FABRIK, forward and backward reaching: moves points along the bones instead of rotating joints.
// Backward: the tip is placed on its target, and each point is moved along the line to the one
// after it until the bone between them has its length; a point that carries several chains moves to
// the mean of their positions (a sub-base). Forward: the same from the base, which stays.
//
//   p_i <- p_{i+1} + d_i (p_i - p_{i+1}) / |p_i - p_{i+1}|,   then
//   p_{i+1} <- p_i + d_i (p_{i+1} - p_i) / |p_{i+1} - p_i|
//
// Aristidou & Lasenby 2011. A single chain whose target is farther than the sum of its bones is
// placed straight towards it, as there. Beyond the paper: the joints are then fitted to the points
// (point_fit.hpp); the remaining distance of the joints is the infeasibility. A bone with a slide
// or screw in it may have any length that this allows. With an orientation, the last bone is placed
// as the target requires, and the fit rotates the frame accordingly. Active joint limits are
// respected by the fit; the points ignore them. Joints that follow one another are fitted one by
// one, and then agree by least squares on the value of their column. Unconstrained components stay
// as they are during an update: the goal is the nearest point, and the nearest orientation, that
// the target allows.
// Cost: a pass is one square root per bone; the fit a few Newton steps per point, and sweeps if it
// is not exact.
// Fails: hinges cannot follow points that leave their planes, so that it is slow or stops early; an
// arm that points at the target or away from it does not bend.
#include <cmath>

#include "iklab/ik/methods/geometric/point_fit.hpp"
#include "iklab/math/arctangent.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The smallest rotation that takes one direction to another.
Matrix3d rotationBetween(const Vector3d& from, const Vector3d& to) {
  const double lengths = from.norm() * to.norm();
  if (!(lengths > 0)) return Matrix3d::Identity();
  const Vector3d axis = from.cross(to);
  const double sine = axis.norm(), angle = arctangent2(sine, from.dot(to));
  if (sine > 1e-12 * lengths) return rotationBy(axis * (angle / sine));
  if (from.dot(to) > 0) return Matrix3d::Identity();
  return rotationBy(from.unitOrthogonal() *
                    EIGEN_PI);  // Rotates by pi about any perpendicular axis.
}

class Fabrik : public MethodOf<FabrikOptions> {
 public:
  Fabrik(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        points_(model),
        fit_(model, points_),
        start_(points_.points().size(), Vector3d::Zero()),
        wanted_(start_),
        sum_(start_),
        childCount_(start_.size(), 0),
        bones_(start_.size()),
        targets_(model.task.targets().size()),
        attitudes_(targets_.size()) {}

  void update(const Problem& problem, Report& report) override {
    prepare(problem);
    for (int i = 0; i < options.passes; ++i) {
      backward();
      forward();
    }
    straightenChains();
    for (int i = 0; i < points_.size(); ++i) adjustAttitude(points_.points()[i], i);
    fit_.run(problem, wanted_, attitudes_, options.tipWeight, options.sweeps);
    report.step = fit_.theta() - problem.state.theta;
    report.infeasibility = fit_.farthest();
  }

 private:
  struct Bone {
    double shortest, longest;
  };
  struct Target {
    Vector3d position;
    Matrix3d turn;  // Remaining rotation of the frame.
    bool oriented;
    bool isFree;  // True if its position is unconstrained.
  };

  void prepare(const Problem& problem) {
    const Pose& pose = problem.state.pose;
    for (size_t i = 0; i < targets_.size(); ++i) {
      const TaskTarget& t = model_.task.targets()[i];
      Vector3d way = problem.gain * problem.unclampedError.segment<3>(t.row);
      const auto& free = t.freedom.position;
      if (t.freedom.anyPosition())
        way = (positionRows(t.freedom, problem.state.goals[i]).transpose() * way).eval();
      targets_[i] = {pose.tip[t.effector] + way, Matrix3d::Identity(), t.oriented,
                     free[0] && free[1] && free[2]};
      attitudes_[i].weight = 0;
      if (!t.oriented) continue;
      if (t.freedom.anyTurn()) {
        setPartialOrientation(problem, static_cast<int>(i));
        continue;
      }
      const Vector3d turn =
          problem.gain / t.orientationWeight * problem.unclampedError.segment<3>(t.row + 3);
      targets_[i].turn = rotationBy(turn);
      attitudes_[i] = {targets_[i].turn * pose.worldFromTip[t.effector], t.orientationWeight};
    }
    for (int i = 0; i < points_.size(); ++i) {
      const Point& p = points_.points()[i];
      start_[i] = wanted_[i] = points_.position(p, pose);
      bones_[i] = lengths(problem, p);
    }
  }

  // Rotates to the nearest orientation that the target allows. For a spin or a cone the fit only
  // uses the axis.
  void setPartialOrientation(const Problem& problem, int i) {
    const TaskTarget& t = model_.task.targets()[i];
    const Matrix3d& tip = problem.state.pose.worldFromTip[t.effector];
    const TurnRows rows(t.freedom, problem.state.goals[i], tip);
    targets_[i].oriented = !rows.idle();
    if (rows.idle()) return;
    targets_[i].turn = rotationBy(problem.gain * rows.nearest());
    attitudes_[i] = {targets_[i].turn * tip, t.orientationWeight};
    if (rows.directed()) attitudes_[i].direction = tip.transpose() * rows.axis();
  }

  // The lengths that a slide or screw can give its bone, within the limits if active.
  Bone lengths(const Problem& problem, const Point& p) const {
    const Vector3d bone = p.offset - p.parentOffset;
    const Joint* j = p.slides() ? &model_.tree.joints()[p.joint] : nullptr;
    const auto length = [&](double value) { return (bone + p.slideAxis * value).norm(); };
    if (!j) return {bone.norm(), bone.norm()};
    const double value = problem.state.pose.values[j->place];
    const Range range = moveRange(problem, model_.tree, *j);
    const double low = value + range.low, high = value + range.high;
    const double foot =
        -bone.dot(p.slideAxis) / p.slideAxis.squaredNorm();  // Value of the shortest bone.
    const double far = foot - low > high - foot ? low : high;
    return {length(std::min(std::max(foot, low), high)), std::isinf(far) ? kInfinity : length(far)};
  }

  // Moves a point along the line from another point until the bone has its length.
  Vector3d pullToBone(const Vector3d& from, const Vector3d& at, const Bone& bone,
                      const Vector3d& otherwise) const {
    Vector3d way = at - from;
    double apart = way.norm();
    if (!(apart > 0)) {
      way = otherwise;
      apart = way.norm();
      if (!(apart > 0)) return from;
    }
    const double length = std::min(std::max(apart, bone.shortest), bone.longest);
    return from + way * (length / apart);
  }

  void backward() {
    for (size_t i = 0; i < sum_.size(); ++i) sum_[i].setZero(), childCount_[i] = 0;
    for (int i = points_.size() - 1; i >= 0; --i) {
      const Point& p = points_.points()[i];
      if (p.parent < 0) continue;
      wanted_[i] = p.target >= 0 ? computeTipGoal(p, i) : Vector3d(sum_[i] / childCount_[i]);
      sum_[p.parent] += parentPosition(p, i);
      ++childCount_[p.parent];
    }
  }

  // A tip with an unconstrained position only rotates with its bone.
  Vector3d computeTipGoal(const Point& p, int i) const {
    const Target& t = targets_[p.target];
    if (!t.isFree) return t.position;
    return wanted_[p.parent] + t.turn * (start_[i] - start_[p.parent]);
  }

  // The bone of a tip for its target orientation. If the tip may spin about an axis, the bone is
  // rotated about that axis to be nearest to the points.
  Vector3d wantedBone(const Point& p, int i) const {
    const Attitude& attitude = attitudes_[p.target];
    const Vector3d bone = targets_[p.target].turn * (start_[i] - start_[p.parent]);
    if (attitude.isFullOrientation()) return bone;
    const Vector3d axis = attitude.worldFromTip * attitude.direction;
    const Vector3d lying = wanted_[i] - wanted_[p.parent];
    const Vector3d along = axis * axis.dot(bone), way = lying - axis * axis.dot(lying);
    const double length = way.norm(), across = (bone - along).norm();
    if (!(length > 1e-9 * lying.norm()) || !(across > 1e-9 * bone.norm())) return bone;
    return along + way * (across / length);
  }

  // The position of the previous point that this point requires.
  Vector3d parentPosition(const Point& p, int i) const {
    if (p.target >= 0 && targets_[p.target].oriented) return wanted_[i] - wantedBone(p, i);
    return pullToBone(wanted_[i], wanted_[p.parent], bones_[i], start_[p.parent] - start_[i]);
  }

  void forward() {
    for (int i = 0; i < points_.size(); ++i) {
      const Point& p = points_.points()[i];
      if (p.parent < 0)
        wanted_[i] = start_[i];
      else
        wanted_[i] =
            pullToBone(wanted_[p.parent], wanted_[i], bones_[i], start_[i] - start_[p.parent]);
    }
  }

  // Places a single chain that is too short for its target in a straight line.
  void straightenChains() {
    for (int root = 0; root < points_.size(); ++root) {
      if (points_.points()[root].parent >= 0) continue;
      double reach = 0;
      int end = root;
      while (points_.points()[end].children.size() == 1) {
        end = points_.points()[end].children[0];
        reach += bones_[end].longest;
      }
      const int target = points_.points()[end].target;
      if (target < 0 || targets_[target].isFree) continue;
      const Vector3d way = targets_[target].position - start_[root];
      if (way.norm() < reach || !(way.norm() > 0)) continue;
      for (int i = root; i != end;) {
        const int next = points_.points()[i].children[0];
        wanted_[next] = wanted_[i] + way * (bones_[next].longest / way.norm());
        i = next;
      }
    }
  }

  // The last bone may not have the direction of the target yet; the frame is rotated with it.
  void adjustAttitude(const Point& p, int i) {
    if (p.target < 0 || !targets_[p.target].oriented) return;
    const Vector3d asked = wantedBone(p, i);
    Matrix3d& frame = attitudes_[p.target].worldFromTip;
    frame = (rotationBetween(asked, wanted_[i] - wanted_[p.parent]) * frame).eval();
  }

  const Model& model_;
  const PointTree points_;
  PointFit fit_;
  std::vector<Vector3d> start_, wanted_, sum_;  // Per point.
  std::vector<int> childCount_;
  std::vector<Bone> bones_;
  std::vector<Target> targets_;
  std::vector<Attitude> attitudes_;
};

}  // namespace

template <>
const MethodEntry& describe<FabrikOptions>() {
  static constexpr Param params[] = {
      number<&FabrikOptions::passes>("passes", "", 1, 20, Scale::integer),
      number<&FabrikOptions::tipWeight>("tipWeight", "", 1, 1000, Scale::log),
      number<&FabrikOptions::sweeps>("sweeps", "", 0, 100, Scale::integer),
  };
  static constexpr Observable observables[] = {kSeenInfeasibility};
  static constexpr MethodEntry entry = {
      .id = "fabrik",
      .name = "FABRIK",
      .group = Group::geometric,
      .maxStep = kInfinity,
      .traits = kUnclamped | kHandlesLimits | kPerJoint,
      .params = params,
      .observables = observables,
      .make = makeMethod<Fabrik>,
  };
  return entry;
}

}  // namespace iklab
