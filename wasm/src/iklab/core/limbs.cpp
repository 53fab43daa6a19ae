#include "iklab/core/limbs.hpp"

#include <algorithm>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

// Limits beyond this multiple of the chain's length count as none.
constexpr double kMaxTravelRatio = 10;

Vec3 vec3(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }

Frame frameOf(const Eigen::Vector3d& xyz, const Eigen::Vector3d& rpy) {
  return {vec3(xyz), rigid::rpyRotation(vec3(rpy))};
}

double maxTravel(const Joint& joint) {
  return isLimited(joint) ? std::max(std::abs(joint.lower), std::abs(joint.upper)) : 0;
}

// Length of the links from this mover to the tip, metres.
double sumLinkLengths(const Limb& limb, size_t first) {
  double sum = 0;
  for (size_t i = first + 1; i < limb.movers.size(); ++i)
    sum += norm(limb.movers[i].frame.position);
  return sum + norm(limb.tip.position);
}

// A slide without limits, or with limits far beyond the length of its chain.
bool isUnlimitedSlide(const Joint& joint, double links) {
  return joint.slides() &&
         (!isLimited(joint) || (links > 0 && maxTravel(joint) > kMaxTravelRatio * links));
}

// Slides without limits are a mobile base: they and the hinges directly after them do not bend the
// limb.
size_t countBaseMovers(const Limb& limb) {
  const double links = sumLinkLengths(limb, 0);
  size_t base = limb.movers.size();
  while (base > 0 && !isUnlimitedSlide(*limb.movers[base - 1].joint, links)) --base;
  if (base == 0) return 0;
  while (base < limb.movers.size() && norm(limb.movers[base].frame.position) == 0) ++base;
  return base < limb.movers.size() ? base : 0;
}

// A slide counts with its larger limit; all slides together count at most as much as the links.
double computeReach(const Limb& limb) {
  double way = 0;
  for (size_t i = limb.base; i < limb.movers.size(); ++i)
    if (limb.movers[i].joint->slides()) way += maxTravel(*limb.movers[i].joint);
  const double links = sumLinkLengths(limb, limb.base);
  return links + (links > 0 ? std::min(links, way) : way);
}

}  // namespace

bool contains(const std::vector<int>& all, int each) {
  return std::find(all.begin(), all.end(), each) != all.end();
}

Limb makeLimb(const Tree& tree, size_t index, bool whole) {
  const Effector& effector = tree.effectors()[index];
  std::vector<int> chain;  // Joints from the effector to the root.
  for (int at = effector.parent; at >= 0; at = tree.joints()[static_cast<size_t>(at)].parent)
    chain.push_back(at);
  Limb limb;
  limb.movers.resize(tree.chainToEffector(static_cast<int>(index)).size());
  Frame before;
  size_t count = 0;
  for (size_t i = chain.size(); i-- > 0;) {
    const Joint& joint = tree.joints()[static_cast<size_t>(chain[i])];
    before = compose(before, frameOf(joint.offset, joint.rpy));
    if (joint.column < 0) continue;
    limb.movers[count++] = {&joint, -1, before, rigid::normalized(vec3(joint.givenAxis))};
    before = {};
  }
  limb.tip = compose(before, frameOf(effector.offset, effector.rpy));
  if (!whole) limb.base = countBaseMovers(limb);
  for (size_t i = limb.base; i < count; ++i) {
    const int column = limb.movers[i].joint->column;
    const bool moves = whole || tree.moving(column).lower < tree.moving(column).upper;
    if (moves && !contains(limb.columns, column)) limb.columns.push_back(column);
  }
  for (Mover& mover : limb.movers)
    for (size_t i = 0; i < limb.columns.size(); ++i)
      if (limb.columns[i] == mover.joint->column) mover.columnIndex = static_cast<int>(i);
  limb.reach = computeReach(limb);
  return limb;
}

LimbPose computeLimbPose(const Limb& limb, const Values& pose) {
  const size_t count = limb.movers.size();
  LimbPose result{std::vector<Vec3>(count), std::vector<Vec3>(count + 1), {}};
  Frame frame;
  for (size_t i = 0; i < count; ++i) {
    const auto& [joint, own, place, axis] = limb.movers[i];
    frame = compose(frame, place);
    const Vec3 along = rigid::rotateVector(frame.rotation, axis);
    result.axes[i] = along;
    result.points[i] = frame.position;
    const double value = joint->ratio * pose[static_cast<size_t>(joint->column)] + joint->shift;
    frame.position =
        addScaled(frame.position, along, joint->slides() ? value : joint->pitch * value);
    if (!joint->slides())
      frame.rotation = rigid::product(frame.rotation, rigid::rotationAbout(axis, value));
  }
  frame = compose(frame, limb.tip);
  result.points[count] = frame.position;
  result.orientation = frame.rotation;
  return result;
}

}  // namespace iklab::ready

#ifdef __clang__
#pragma clang attribute pop
#endif
