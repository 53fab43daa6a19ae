#include "iklab/core/ready_pose.hpp"

#include <algorithm>

#include "iklab/core/pose_search.hpp"

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

constexpr size_t kMaxArms = 2;  // A tree with more effectors is a figure or a hand.
// Mean distance of mirror images, as a share of the reach.
constexpr double kMirrorTolerance = 0.02;

// Up and forward: as in ROS if z is up, as in glTF if y is up.
constexpr std::array<Vec3, 2> kDirections[] = {
    {{{1, 0, 0}, {0, 0, 1}}}, {{{0, 1, 0}, {0, 0, 1}}}, {{{0, 0, 1}, {1, 0, 0}}}};

ConstrainedRows toConstrainedRows(EffectorGoal goal, UpAxis up) {
  ConstrainedRows constrained;
  for (size_t axis = 0; axis < 3 && goal != EffectorGoal::position; ++axis)
    if (goal == EffectorGoal::pose || axis != static_cast<size_t>(up))
      constrained.rows[constrained.count++] = 3 + axis;
  return constrained;
}

// All joints at zero, or at the nearest limit.
Values zeroPose(const Tree& tree) {
  Values pose(static_cast<size_t>(tree.columns()));
  for (int column = 0; column < tree.columns(); ++column)
    pose[static_cast<size_t>(column)] = clampToLimits(tree.moving(column), 0);
  return pose;
}

Vec3 reflected(const Vec3& v, const Vec3& side) { return addScaled(v, side, -2 * dot(v, side)); }

// Mean distance of the joints and the tip from those of another limb, mirrored.
double mirrorDistance(const Limb& limb, const Values& image, const Limb& other, const Values& pose,
                      const Vec3& side) {
  const LimbPose here = computeLimbPose(limb, image), there = computeLimbPose(other, pose);
  double sum = 0;
  for (size_t i = 0; i < here.points.size(); ++i)
    sum += norm(addScaled(here.points[i], reflected(there.points[i], side), -1));
  return sum / static_cast<double>(here.points.size());
}

// The pose in which a limb is the mirror image of another, in the plane through the root with
// normal `side`; only its joints in `free` change. Empty if there is none or the limits exclude it.
Values mirrorPose(const Tree& tree, const Limb& limb, const Limb& other, const Values& pose,
                  const std::vector<int>& free, const Vec3& side) {
  if (limb.columns.size() != other.columns.size() || limb.movers.size() != other.movers.size())
    return {};
  const Values zero(pose.size());
  const LimbPose here = computeLimbPose(limb, zero), there = computeLimbPose(other, zero);
  Values image = pose;
  for (size_t i = 0; i < limb.movers.size(); ++i) {
    const Joint& joint = *limb.movers[i].joint;
    if (!contains(free, joint.column)) continue;
    // A mirror reverses rotations.
    const double way = joint.slides() ? 1 : -1;
    const double sign = way * dot(here.axes[i], reflected(there.axes[i], side)) < 0 ? -1 : 1;
    const double value = sign * pose[static_cast<size_t>(other.movers[i].joint->column)] + 0.0;
    image[static_cast<size_t>(joint.column)] = clampToLimits(tree.moving(joint.column), value);
  }
  return mirrorDistance(limb, image, other, pose, side) <= kMirrorTolerance * limb.reach ? image
                                                                                         : Values();
}

// Columns of joints that move more than one limb.
std::vector<int> findSharedColumns(const std::vector<Limb>& limbs) {
  std::vector<int> seen, several;
  for (const Limb& limb : limbs)
    for (const int column : limb.columns)
      if (contains(seen, column))
        several.push_back(column);
      else
        seen.push_back(column);
  return several;
}

// Number of independent moving joints on the chain to an effector.
int countIndependentJoints(const Tree& tree, size_t effector) {
  int count = 0;
  for (const int joint : tree.chainToEffector(static_cast<int>(effector)))
    count += !tree.joints()[static_cast<size_t>(joint)].follows;
  return count;
}

// Five joints cannot meet every pose. Most arms of five joints keep tool and wrist in the vertical
// plane through their base, so the heading of the tool follows from its position.
bool canOmitHeading(const Tree& tree, UpAxis up) {
  if (tree.columns() != 5 || tree.effectors().size() != 1) return false;
  const Limb limb = makeLimb(tree, 0, true);
  const ConstrainedRows constrained = toConstrainedRows(EffectorGoal::poseWithoutHeading, up);
  const Values zero = zeroPose(tree);
  Values pose = zero;
  for (int k = 0; k < 4; ++k) {
    for (size_t i = 0; i < pose.size(); ++i)
      pose[i] = zero[i] + 0.3 * k * rigid::sineCosine(1 + 2.4 * static_cast<double>(i) + k).sine;
    if (computeFreedom(tree, limb, computeLimbPose(limb, pose), constrained).rank == 5) return true;
  }
  return false;
}

// Works limb by limb: the mirror image of a previous limb, or the best pose found.
Values findReadyPose(const Tree& tree, const std::vector<EffectorGoal>& goals, UpAxis up) {
  std::vector<Limb> limbs(tree.effectors().size());
  for (size_t i = 0; i < limbs.size(); ++i) limbs[i] = makeLimb(tree, i);
  const std::array<Vec3, 2>& ways = kDirections[static_cast<size_t>(up)];
  const Vec3 side = rigid::cross(ways[0], ways[1]);
  const bool figure = limbs.size() > kMaxArms;
  const Values zero = zeroPose(tree);
  Values pose = zero;
  // Joints that move several limbs of a figure stay at zero.
  std::vector<int> settled = figure ? findSharedColumns(limbs) : std::vector<int>();
  for (size_t i = 0; i < limbs.size(); ++i) {
    const Limb& limb = limbs[i];
    std::vector<int> free;
    for (const int column : limb.columns)
      if (!contains(settled, column)) free.push_back(column);
    for (const int column : free) settled.push_back(column);
    if (!(limb.reach > 0) || free.empty()) continue;
    Values found;
    for (size_t k = 0; k < i && found.empty(); ++k)
      found = mirrorPose(tree, limb, limbs[k], pose, free, side);
    if (found.empty()) {
      const ConstrainedRows constrained =
          toConstrainedRows(i < goals.size() ? goals[i] : EffectorGoal::position, up);
      found = bestPose(LimbFrame(tree, limb, constrained, ways, zero, figure), free, pose);
    }
    pose = std::move(found);
  }
  return pose;
}

}  // namespace
}  // namespace iklab::ready

namespace iklab {

std::vector<EffectorGoal> defaultGoals(const Tree& tree, UpAxis up) {
  const auto& effectors = tree.effectors();
  bool enough = 6 * effectors.size() <= static_cast<size_t>(tree.columns());
  for (size_t i = 0; i < effectors.size(); ++i)
    enough = enough && ready::countIndependentJoints(tree, i) >= 6;
  const EffectorGoal goal = ready::canOmitHeading(tree, up) ? EffectorGoal::poseWithoutHeading
                            : enough                        ? EffectorGoal::pose
                                                            : EffectorGoal::position;
  return std::vector<EffectorGoal>(effectors.size(), goal);
}

Eigen::VectorXd readyPose(const Tree& tree, const std::vector<EffectorGoal>& goals, UpAxis up) {
  if (goals.empty()) return readyPose(tree, defaultGoals(tree, up), up);
  const ready::Values pose = ready::findReadyPose(tree, goals, up);
  Eigen::VectorXd values(tree.columns());
  for (size_t i = 0; i < pose.size(); ++i) values[static_cast<Eigen::Index>(i)] = pose[i];
  return values;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
