#include "iklab/core/pose_score.hpp"

#include <algorithm>
#include <span>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

// The dexterity that scores 1/2, as a share of the reach.
constexpr double kHalfScoreDexterity = 0.2;
constexpr int kSampledPoses = 40;
constexpr int kRanked = 8;  // Number of the kSampledPoses poses whose rank is computed.
// How far a link may be below the ground, as a share of the reach.
constexpr double kMaxBelowGround = 0.05;

// 0.2 up to `from`, 1 from `to` on, linear between them.
double rising(double x, double from, double to) {
  return 0.2 + 0.8 * std::max(0.0, std::min(1.0, (x - from) / (to - from)));
}
// 1 up to `from`, 0.2 from `to` on.
double falling(double x, double from, double to) { return 1.2 - rising(x, from, to); }

// For figures: the tip moves toward its base rather than sideways, and keeps its orientation, so
// that a foot stays flat.
double scoreFigurePose(const LimbFrame& frame, const LimbPose& limbPose) {
  const LimbPose& drawn = frame.zeroPose;
  const Vec3& base = drawn.points[frame.limb.base];
  const Vec3 way = addScaled(drawn.tip(), base, -1);
  const double stretch =
      norm(addScaled(limbPose.tip(), base, -1)) / std::max(frame.farthest, norm(way));
  const Vec3 moved = addScaled(limbPose.tip(), drawn.tip(), -1);
  const double square = dot(way, way);
  const Vec3 aside = addScaled(moved, way, square > 0 ? -dot(moved, way) / square : 0);
  double trace = 0;
  for (size_t i = 0; i < 3; ++i) trace += dot(limbPose.orientation[i], drawn.orientation[i]);
  const double half = std::sqrt(std::max(0.0, 3 - trace)) / 2;  // Sine of half the angle.
  return falling(norm(aside) / frame.limb.reach, 0, 0.5) * falling(half, 0, 0.4) *
         falling(stretch, 0.7, 0.95);
}

using Chain = std::span<const Vec3>;

// 1 if the tool points forward or down, less if it points back to the base.
double pointing(const LimbFrame& frame, const Chain& chain) {
  const Vec3& tip = chain.back();
  for (size_t i = chain.size(); i-- > 0;) {
    const Vec3 way = addScaled(tip, chain[i], -1);
    const double length = norm(way);
    if (!(length > 0.03 * frame.limb.reach)) continue;
    const double ahead = dot(way, frame.front);
    return (std::max(ahead, -dot(way, frame.upward)) + std::min(0.0, ahead)) / length;
  }
  return 0;
}

// Mean distance of the links from the vertical through the base, as a share of `farthest`.
double overhang(const LimbFrame& frame, const Chain& chain) {
  double sum = 0, total = 0;
  for (size_t i = 1; i < chain.size(); ++i) {
    const Vec3 link = addScaled(chain[i], chain[i - 1], -1);
    const double length = norm(link);
    const Vec3 middle = addScaled(addScaled(chain[i - 1], link, 0.5), chain[0], -1);
    sum += length * norm(addScaled(middle, frame.upward, -dot(middle, frame.upward)));
    total += length;
  }
  return total > 0 ? sum / total / frame.farthest : 0;
}

double distance(const Vec3& point, const Vec3& from, const Vec3& to) {
  const Vec3 way = addScaled(to, from, -1);
  const double square = dot(way, way);
  const double share = square > 0 ? dot(addScaled(point, from, -1), way) / square : 0;
  return norm(addScaled(point, addScaled(from, way, std::max(0.0, std::min(1.0, share))), -1));
}

// Distance of the tool from the other links of its chain, without the last one.
double clearance(const Chain& chain, double reach) {
  double along = 0, least = reach;
  for (size_t i = chain.size() - 1; i-- > 1;) {
    along += norm(addScaled(chain[i + 1], chain[i], -1));
    if (along > 0.3 * reach)
      least = std::min(least, distance(chain.back(), chain[i - 1], chain[i]));
  }
  return least;
}

// The tool is in front of the base, not inside it, not at full reach and not below the ground.
double scoreArmPose(const LimbFrame& frame, const LimbPose& limbPose) {
  const double reach = frame.limb.reach, farthest = frame.farthest;
  const Chain chain = Chain(limbPose.points).subspan(frame.limb.base);
  const Vec3 way = addScaled(limbPose.tip(), chain[0], -1);
  const double high = dot(way, frame.upward);
  const Vec3 level = addScaled(way, frame.upward, -high);
  const double out = norm(level);
  const double ahead = out > 0 ? dot(level, frame.front) / out : 0;
  double worth = (0.7 + 0.3 * ahead) * (0.9 + 0.1 * pointing(frame, chain)) *
                 rising(out / farthest, 0.1, 0.5) * falling(norm(way) / farthest, 0.55, 0.9) *
                 falling(high / farthest, 0.35, 0.8) *
                 rising(clearance(chain, reach) / reach, 0.02, 0.2);
  if (!frame.onGround) return worth;
  const auto height = [&](const Vec3& point) { return dot(point, frame.upward) / reach; };
  double lowest = height(chain.back());
  for (size_t i = 1; i < chain.size(); ++i) lowest = std::min(lowest, height(chain[i]));
  return worth * (rising(height(limbPose.tip()), -0.02, 0.15) * rising(lowest, -0.05, 0.02) *
                  falling(overhang(frame, chain), 0.25, 0.75));
}

// Penalises joints that are bent without need.
double scoreCalm(const LimbFrame& frame, const Values& pose) {
  double bent = 0;
  int bends = 0;
  for (const int column : frame.limb.columns) {
    const double value = std::abs(pose[static_cast<size_t>(column)]);
    if (frame.tree.moving(column).slides() || value == 0) continue;
    bent += std::min(1.0, value / kPi);
    ++bends;
  }
  return 1 - (0.4 * bent + 0.15 * bends) / static_cast<double>(frame.limb.columns.size());
}

}  // namespace

double PoseRandom::unit() {
  std::uint32_t x = state_ += 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x21f0aaadu;
  x = (x ^ (x >> 15)) * 0x735a2d97u;
  return (x ^ (x >> 15)) / 4294967296.0;
}

LimbFrame::LimbFrame(const Tree& tree, const Limb& limb, const ConstrainedRows& constrained,
                     const std::array<Vec3, 2>& upwardAndFront, const Values& zero, bool figure)
    : tree(tree),
      limb(limb),
      constrained(constrained),
      upward(upwardAndFront[0]),
      front(upwardAndFront[1]),
      zeroPose(computeLimbPose(limb, zero)),
      isFigure(figure) {
  PoseRandom draws;
  Values pose = zero;
  for (int i = 0; i < kSampledPoses; ++i) {
    for (const int column : limb.columns)
      pose[static_cast<size_t>(column)] = clampToLimits(tree.moving(column), draws.between(-2, 2));
    const LimbPose limbPose = computeLimbPose(limb, pose);
    if (i < kRanked) rank = std::max(rank, computeFreedom(tree, limb, limbPose, constrained).rank);
    farthest = std::max(farthest, norm(addScaled(limbPose.tip(), limbPose.points[limb.base], -1)));
  }
  if (farthest == 0) farthest = 1;
  onGround = true;
  for (const Vec3& point : zeroPose.points)
    if (dot(point, upward) < -kMaxBelowGround * limb.reach) onGround = false;
}

double poseScore(const LimbFrame& frame, const Values& pose, double least) {
  const Limb& limb = frame.limb;
  const LimbPose limbPose = computeLimbPose(limb, pose);
  const double appearance =
      (frame.isFigure ? scoreFigurePose(frame, limbPose) : scoreArmPose(frame, limbPose)) *
      scoreCalm(frame, pose);
  if (appearance <= least) return 0;
  const LimbFreedom freedom = computeFreedom(frame.tree, limb, limbPose, frame.constrained);
  const double dexterityShare =
      dexterity(frame.tree, limb, freedom, frame.constrained, pose, frame.rank) / limb.reach;
  return (dexterityShare / (dexterityShare + kHalfScoreDexterity)) * appearance;
}

}  // namespace iklab::ready

#ifdef __clang__
#pragma clang attribute pop
#endif
