#include "iklab/core/reach.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "iklab/math/arctangent.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kParallel = 1e-12;

// A moving joint with all joints at zero, world frame.
struct JointAxis {
  const Joint* joint;
  Eigen::Vector3d origin, axis;
};

struct Chain {
  std::vector<JointAxis> axes;
  Eigen::Vector3d tip = Eigen::Vector3d::Zero();
};

Chain chainAtZero(const Tree& tree, const Effector& effector) {
  std::vector<int> path;
  for (int at = effector.parent; at >= 0; at = tree.joints()[static_cast<size_t>(at)].parent)
    path.push_back(at);
  Chain chain;
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    const Joint& joint = tree.joints()[static_cast<size_t>(*at)];
    chain.tip += turn * joint.offset;
    turn *= joint.parentFromJoint;
    if (joint.column >= 0) chain.axes.push_back({&joint, chain.tip, turn * joint.axis});
  }
  chain.tip += turn * effector.offset;
  return chain;
}

// Normal of the plane that the chain moves in; empty if there is none.
std::optional<Eigen::Vector3d> findPlaneNormal(const std::vector<JointAxis>& places) {
  const auto revolute = [](const JointAxis& p) { return p.joint->kind == JointKind::revolute; };
  const auto hinge = std::find_if(places.begin(), places.end(), revolute);
  if (hinge == places.end()) return {};
  for (const JointAxis& place : places) {
    const double along = std::abs(place.axis.dot(hinge->axis));
    const bool flat = revolute(place) ? along > 1 - kParallel
                                      : place.joint->kind != JointKind::screw && along < kParallel;
    if (!flat) return {};
  }
  return hinge->axis;
}

// Range of a joint's translation along its axis, metres; zero without limits.
std::pair<double, double> slideRange(const Joint& joint) {
  const double metres = joint.slides() ? 1 : joint.kind == JointKind::screw ? joint.pitch : 0;
  if (metres == 0 || !std::isfinite(joint.lower) || !std::isfinite(joint.upper)) return {0, 0};
  return std::minmax({joint.lower * metres, joint.upper * metres});
}

// Sum of the longest segments, metres. most: bound of a slide's translation.
double sumStretchedLinks(const Chain& chain, double most) {
  const auto normal = findPlaneNormal(chain.axes);
  double sum = 0;
  for (size_t i = 0; i <= chain.axes.size(); ++i) {
    const bool last = i == chain.axes.size();
    const Eigen::Vector3d& end = last ? chain.tip : chain.axes[i].origin;
    Eigen::Vector3d link = i == 0 ? Eigen::Vector3d(0, 0, 0) : end - chain.axes[i - 1].origin;
    if (normal) link -= link.dot(*normal) * *normal;
    double longest = link.norm();
    if (!last) {
      const auto [low, high] = slideRange(*chain.axes[i].joint);
      const Eigen::Vector3d& axis = chain.axes[i].axis;
      longest = std::max((link + std::clamp(low, -most, most) * axis).norm(),
                         (link + std::clamp(high, -most, most) * axis).norm());
    }
    sum += longest;
  }
  return sum;
}

// Shortest and longest length of a segment whose end slides.
std::pair<double, double> segmentRange(const Eigen::Vector3d& link, const JointAxis& place,
                                       bool holds) {
  const double metres = place.joint->slides()                   ? 1
                        : place.joint->kind == JointKind::screw ? place.joint->pitch
                                                                : 0;
  if (metres == 0) return {link.norm(), link.norm()};
  const double one = holds ? place.joint->lower * metres : -kInfinity;
  const double other = holds ? place.joint->upper * metres : kInfinity;
  const auto [low, high] = std::minmax(one, other);
  const auto at = [&](double slide) {
    return std::isfinite(slide) ? (link + slide * place.axis).norm() : kInfinity;
  };
  const double nearest = at(std::clamp(-link.dot(place.axis), low, high));
  return {nearest, std::max(at(low), at(high))};
}

}  // namespace

double stretchOf(const Tree& tree, int effector) {
  const Chain chain = chainAtZero(tree, tree.effectors()[static_cast<size_t>(effector)]);
  if (chain.axes.empty()) return 0;
  const double rest = sumStretchedLinks(chain, 0);
  return sumStretchedLinks(chain, rest > 0 ? rest : kInfinity);
}

double stretchOf(const Tree& tree, std::span<const int> effectors) {
  double most = 0;
  for (const int each : effectors) most = std::max(most, stretchOf(tree, each));
  return most;
}

Reach reachOf(const Tree& tree, int effector, bool holds) {
  const Chain chain = chainAtZero(tree, tree.effectors()[static_cast<size_t>(effector)]);
  Reach reach;
  reach.from = chain.axes.empty() ? chain.tip : chain.axes[0].origin;
  reach.normal = findPlaneNormal(chain.axes);
  if (reach.normal) reach.height = chain.tip.dot(*reach.normal);
  std::vector<std::pair<double, double>> spans;  // Shortest and longest of each segment.
  for (size_t i = 0; i <= chain.axes.size(); ++i) {
    const bool last = i == chain.axes.size();
    const Eigen::Vector3d& end = last ? chain.tip : chain.axes[i].origin;
    Eigen::Vector3d link = i == 0 ? Eigen::Vector3d(0, 0, 0) : end - chain.axes[i - 1].origin;
    if (reach.normal) link -= link.dot(*reach.normal) * *reach.normal;
    spans.push_back(last ? std::pair(link.norm(), link.norm())
                         : segmentRange(link, chain.axes[i], holds));
    reach.most += spans.back().second;
  }
  // The longest segment, with all others folded back along it.
  if (std::isfinite(reach.most))
    for (const auto& [shortest, longest] : spans)
      reach.least = std::max(reach.least, shortest - (reach.most - longest));
  return reach;
}

double shortfall(const Reach& reach, const Eigen::Vector3d& place) {
  Eigen::Vector3d way = place - reach.from;
  double aside = 0;
  if (reach.normal) {
    aside = place.dot(*reach.normal) - reach.height;
    way -= way.dot(*reach.normal) * *reach.normal;
  }
  const double far = way.norm();
  return hypotenuse(aside, std::max({0.0, far - reach.most, reach.least - far}));
}

}  // namespace iklab
