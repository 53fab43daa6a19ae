#include "iklab/core/pose_score.hpp"

#include <algorithm>
#include <span>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

constexpr double kRoom = 0.2;  // The dexterity that scores 1/2, as a share of the reach.
constexpr int kLooks = 40;
constexpr int kRanked = 8;       // Number of the kLooks poses whose rank is computed.
constexpr double kBelow = 0.05;  // How far a link may be below the ground, as a share of the reach.

// 0.2 up to `from`, 1 from `to` on, linear between them.
double rising(double x, double from, double to) {
  return 0.2 + 0.8 * std::max(0.0, std::min(1.0, (x - from) / (to - from)));
}
// 1 up to `from`, 0.2 from `to` on.
double falling(double x, double from, double to) { return 1.2 - rising(x, from, to); }

// For figures: the tip moves toward its base rather than sideways, and keeps its orientation, so
// that a foot stays flat.
double likeness(const LimbFrame& frame, const LimbPose& stand) {
  const LimbPose& drawn = frame.drawn;
  const Vec3& base = drawn.points[frame.limb.base];
  const Vec3 way = addScaled(drawn.tip(), base, -1);
  const double stretch =
      norm(addScaled(stand.tip(), base, -1)) / std::max(frame.farthest, norm(way));
  const Vec3 moved = addScaled(stand.tip(), drawn.tip(), -1);
  const double square = dot(way, way);
  const Vec3 aside = addScaled(moved, way, square > 0 ? -dot(moved, way) / square : 0);
  double trace = 0;
  for (size_t i = 0; i < 3; ++i) trace += dot(stand.turn[i], drawn.turn[i]);
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
double presence(const LimbFrame& frame, const LimbPose& stand) {
  const double reach = frame.limb.reach, farthest = frame.farthest;
  const Chain chain = Chain(stand.points).subspan(frame.limb.base);
  const Vec3 way = addScaled(stand.tip(), chain[0], -1);
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
  return worth * (rising(height(stand.tip()), -0.02, 0.15) * rising(lowest, -0.05, 0.02) *
                  falling(overhang(frame, chain), 0.25, 0.75));
}

// Penalises joints that are bent without need.
double calm(const LimbFrame& frame, const Values& pose) {
  double bent = 0;
  int bends = 0;
  for (const int column : frame.limb.own) {
    const double value = std::abs(pose[static_cast<size_t>(column)]);
    if (frame.tree.moving(column).slides() || value == 0) continue;
    bent += std::min(1.0, value / kPi);
    ++bends;
  }
  return 1 - (0.4 * bent + 0.15 * bends) / static_cast<double>(frame.limb.own.size());
}

}  // namespace

double Draws::unit() {
  std::uint32_t x = state_ += 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x21f0aaadu;
  x = (x ^ (x >> 15)) * 0x735a2d97u;
  return (x ^ (x >> 15)) / 4294967296.0;
}

LimbFrame::LimbFrame(const Tree& tree, const Limb& limb, const Asked& asked,
                     const std::array<Vec3, 2>& upwardAndFront, const Values& zero, bool figure)
    : tree(tree),
      limb(limb),
      asked(asked),
      upward(upwardAndFront[0]),
      front(upwardAndFront[1]),
      drawn(limbPose(limb, zero)),
      figure(figure) {
  Draws draws;
  Values pose = zero;
  for (int i = 0; i < kLooks; ++i) {
    for (const int column : limb.own)
      pose[static_cast<size_t>(column)] = insideLimits(tree.moving(column), draws.between(-2, 2));
    const LimbPose stand = limbPose(limb, pose);
    if (i < kRanked) rank = std::max(rank, freedomOf(tree, limb, stand, asked).rank);
    farthest = std::max(farthest, norm(addScaled(stand.tip(), stand.points[limb.base], -1)));
  }
  if (farthest == 0) farthest = 1;
  onGround = true;
  for (const Vec3& point : drawn.points)
    if (dot(point, upward) < -kBelow * limb.reach) onGround = false;
}

double poseScore(const LimbFrame& frame, const Values& pose, double least) {
  const Limb& limb = frame.limb;
  const LimbPose stand = limbPose(limb, pose);
  const double looks =
      (frame.figure ? likeness(frame, stand) : presence(frame, stand)) * calm(frame, pose);
  if (looks <= least) return 0;
  const Freedom freedom = freedomOf(frame.tree, limb, stand, frame.asked);
  const double room =
      dexterity(frame.tree, limb, freedom, frame.asked, pose, frame.rank) / limb.reach;
  return (room / (room + kRoom)) * looks;
}

}  // namespace iklab::ready

#ifdef __clang__
#pragma clang attribute pop
#endif
