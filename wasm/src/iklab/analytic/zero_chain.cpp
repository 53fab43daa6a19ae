#include "iklab/analytic/zero_chain.hpp"

#include <algorithm>
#include <cmath>

namespace iklab::detail {
namespace {

constexpr double kPlaneAngle = 1e-9;  // Radians between hinges that count as parallel.

}  // namespace

double chord(double angle) {
  return angle < 3.141592653589793 ? 2 * sineCosine(0.5 * angle).sine : 2;
}

Vec ZeroChain::link(size_t i, const std::vector<Vec>& points) const {
  if (i == 0) return {};
  return (i < points.size() ? points[i] : tip.position) - points[i - 1];
}

std::vector<Vec> ZeroChain::points() const {
  std::vector<Vec> all;
  for (const Hinge& each : hinges) all.push_back(each.point);
  return all;
}

ZeroChain zeroChainOf(const Tree& tree, int effector, bool holds) {
  Pose pose(tree);
  forwardKinematics(tree, Vector::Zero(tree.columns()), pose);
  ZeroChain chain;
  chain.slides.emplace_back();
  for (const int i : tree.chainToEffector(effector)) {
    const size_t at = static_cast<size_t>(i);
    const Joint& joint = tree.joints()[at];
    const Joint& leader = tree.moving(joint.column);
    const double ratio = joint.follows ? joint.ratio : 1;
    const auto rangeOf = [&](double perUnit) {
      if (perUnit == 0) return std::pair(0.0, 0.0);
      if (!holds) return std::pair(-kInfinity, kInfinity);
      return std::pair<double, double>(
          std::minmax({leader.lower * perUnit, leader.upper * perUnit}));
    };
    const Vec axis = load(pose.axis[at]);
    if (!joint.turns() || joint.kind == JointKind::screw) {
      const auto [low, high] = rangeOf(joint.slides() ? ratio : ratio * joint.pitch);
      chain.slides.back().push_back({axis, low, high});
    }
    if (!joint.turns()) continue;
    chain.screws = chain.screws || joint.kind == JointKind::screw;
    const auto [low, high] = rangeOf(ratio);
    chain.hinges.push_back({axis, load(pose.origin[at]), low, high});
    chain.slides.emplace_back();
  }
  const size_t tip = static_cast<size_t>(effector);
  chain.tip = {load(pose.worldFromTip[tip]), load(pose.tip[tip])};
  const std::vector<Vec> points = chain.points();
  chain.scale = norm(chain.tip.position);
  for (const Vec& each : points) chain.scale = std::max(chain.scale, norm(each));
  for (size_t i = 0; i < chain.slides.size(); ++i) {
    if (i > 0 || !points.empty()) chain.scale += norm(chain.link(i, points));
    for (const Slide& each : chain.slides[i])
      if (std::isfinite(each.low) && std::isfinite(each.high))
        chain.scale += std::max(std::abs(each.low), std::abs(each.high));
  }
  return chain;
}

std::optional<Plane> planeOf(const ZeroChain& chain) {
  if (chain.hinges.empty()) return {};
  Plane plane{chain.hinges[0].axis};
  for (const Hinge& each : chain.hinges) {
    const double away = norm(cross(each.axis, plane.normal));
    if (away > kPlaneAngle) return {};
    // A rotation about the axis, and one about the normal, differ by at most twice their chord.
    const double sign = dot(each.axis, plane.normal) < 0 ? -1 : 1;
    plane.angle += 2 * norm(sign * each.axis - plane.normal);
  }
  if (plane.angle > 0)
    for (const auto& group : chain.slides)
      for (const Slide& each : group)
        if (!std::isfinite(each.low) || !std::isfinite(each.high)) return {};
  plane.distance = plane.angle > 0 ? plane.angle * chain.scale : 0;
  return plane;
}

}  // namespace iklab::detail
