#include "iklab/analytic/planar_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

constexpr int kMostJoints = 5;
constexpr double kPiBoxes = 3.141592653589793;
constexpr double kEnoughShare = 0.99;  // Of the largest lower bound that samples leave possible.
constexpr int kBoxesPerSample = 64;

struct PlanePoint {
  double x = 0, y = 0;
};
PlanePoint operator+(const PlanePoint& a, const PlanePoint& b) { return {a.x + b.x, a.y + b.y}; }
PlanePoint operator-(const PlanePoint& a, const PlanePoint& b) { return {a.x - b.x, a.y - b.y}; }
PlanePoint operator*(double s, const PlanePoint& a) { return {s * a.x, s * a.y}; }
double dot(const PlanePoint& a, const PlanePoint& b) { return a.x * b.x + a.y * b.y; }
double sizeOf(const PlanePoint& a) { return hypotenuse(a.x, a.y); }
PlanePoint quarterTurned(const PlanePoint& a) { return {-a.y, a.x}; }
PlanePoint turned(const SineCosine& t, const PlanePoint& a) {
  return {t.cosine * a.x - t.sine * a.y, t.sine * a.x + t.cosine * a.y};
}
double wrappedAngle(double a) { return std::remainder(a, 2 * kPiBoxes); }

struct PlanarJoint {
  bool slides = false;
  double sign = 1;            // Of its rotation about the normal.
  PlanePoint direction = {};  // Of a slide.
  PlanePoint link = {};       // To the next joint or the tip, with all joints at 0.
  double low = 0, high = 0;   // From 0.
};

struct JointBox {
  double bound;
  size_t split;  // The joint to halve.
  std::array<double, kMostJoints> middle, half;
};
struct LargerBound {
  bool operator()(const JointBox& a, const JointBox& b) const { return a.bound > b.bound; }
};

// The goal's position; the heading of the tip must be within `half` of `heading`.
struct PlanarGoal {
  PlanePoint position;
  double heading = 0, half = kInfinity;
};

class PlanarChain {
 public:
  size_t count = 0;
  std::array<PlanarJoint, kMostJoints> joint;
  PlanePoint base;  // Of the first joint.
  PlanarGoal goal;

  // Sets `split`, and `bound` to a lower bound of the distance from the goal to the tip in the box,
  // if that is larger; infinite if the heading is wrong in all of the box.
  void evaluate(JointBox& box) const;
  // By how much the heading is wrong in all of a box.
  double missOfHeading(const JointBox& box) const;
  // The least distance of some poses within limits, found from that of the box by a search; infinite
  // if their headings are wrong.
  double sampleFrom(const JointBox& box) const;

 private:
  struct Place {
    std::array<PlanePoint, kMostJoints> at;     // Of the joints.
    std::array<PlanePoint, kMostJoints> along;  // Of slides.
    PlanePoint tip;
    double heading = 0;
  };
  using Step = std::array<double, kMostJoints>;
  // Least squares.
  Step stepTowardsGoal(const Place& place, const std::array<bool, kMostJoints>& pinned) const;
  Place placeAt(const std::array<double, kMostJoints>& q) const;
  PlanePoint slopeOf(const Place& place, size_t i) const {
    return joint[i].slides ? place.along[i]
                           : joint[i].sign * quarterTurned(place.tip - place.at[i]);
  }
};

PlanarChain::Place PlanarChain::placeAt(const std::array<double, kMostJoints>& q) const {
  Place place;
  PlanePoint at = base;
  SineCosine t{0, 1};
  for (size_t i = 0; i < count; ++i) {
    const PlanarJoint& j = joint[i];
    place.at[i] = at;
    if (j.slides) {
      place.along[i] = turned(t, j.direction);
      at = at + q[i] * place.along[i];
    } else {
      place.heading += j.sign * q[i];
      t = sineCosine(place.heading);
    }
    at = at + turned(t, j.link);
  }
  place.tip = at;
  return place;
}

double PlanarChain::missOfHeading(const JointBox& box) const {
  double heading = 0, half = 0;
  for (size_t i = 0; i < count; ++i) {
    if (joint[i].slides) continue;
    heading += joint[i].sign * box.middle[i];
    half += box.half[i];
  }
  return std::abs(wrappedAngle(heading - goal.heading)) - half - goal.half;
}

void PlanarChain::evaluate(JointBox& box) const {
  const bool headed = goal.half < kInfinity;
  if (headed && missOfHeading(box) > 0) {
    box.bound = kInfinity;
    return;
  }
  const Place place = placeAt(box.middle);
  const PlanePoint way = goal.position - place.tip;
  const double far = sizeOf(way);

  // From the tip: how far it moves in any direction.
  std::array<double, kMostJoints> reach, moved;  // |t - o_i| at most; by joint i alone.
  double radius = 0, radiusOfRest = 0;
  for (size_t i = count; i-- > 0;) {
    radiusOfRest = radius;
    reach[i] = joint[i].slides ? 1 : sizeOf(place.tip - place.at[i]) + radius;
    moved[i] = joint[i].slides ? box.half[i] : sizeOf(place.tip - place.at[i]) * chord(box.half[i]);
    radius += moved[i];
  }

  // How far it moves along u, by the joints from `first` on.
  const auto movedAlong = [&](const PlanePoint& u, size_t first) {
    double linear = 0, square = 0, before = 0;
    for (size_t i = first; i < count; ++i) {
      linear += std::abs(dot(u, slopeOf(place, i))) * box.half[i];
      const double own = joint[i].slides ? 0 : box.half[i];
      square += reach[i] * box.half[i] * (own + 2 * before);
      before += own;
    }
    return linear + 0.5 * square;
  };
  double bound = far - radius;
  if (far > 0) bound = std::max(bound, far - movedAlong((1 / far) * way, 0));

  // By the first joint: the place that the others reach is on circles around it.
  bool firstDecides = true;
  if (!joint[0].slides) {
    const PlanePoint arm = place.tip - base, aim = goal.position - base;
    const double length = sizeOf(arm), distance = sizeOf(aim);
    if (length > 0) {
      const double along = movedAlong((1 / length) * arm, 1);
      const double most = std::min(length + radiusOfRest, hypotenuse(length + along, radiusOfRest));
      const double least = length - std::min(radiusOfRest, along);
      bound = std::max({bound, distance - most, least - distance});
    }
    const double off = wrappedAngle(arctangent2(aim.y, aim.x) - arctangent2(arm.y, arm.x));
    firstDecides = headed || std::abs(off) > box.half[0];
    const double toEnd = std::max(0.0, std::abs(off) - box.half[0]);
    // |aim - arm rotated|, without cancellation.
    const double onArc = hypotenuse(distance - length, std::sqrt(distance * length) * chord(toEnd));
    bound = std::max(bound, onArc - radiusOfRest);
  }

  box.bound = std::max(box.bound, bound);
  double largest = -1;
  for (size_t i = 0; i < count; ++i) {
    const double weight = i == 0 && !firstDecides ? 0 : box.half[i] * reach[i];
    if (weight > largest) largest = weight, box.split = i;
  }
}

double PlanarChain::sampleFrom(const JointBox& box) const {
  // Steps to the nearest point that a joint alone reaches, the first joint first, because its range
  // is not halved while the others decide; then steps of Gauss and Newton.
  std::array<double, kMostJoints> q = box.middle;
  Place place = placeAt(q);
  double least = kInfinity;
  const auto consider = [&] {
    if (std::abs(wrappedAngle(place.heading - goal.heading)) <= goal.half)
      least = std::min(least, sizeOf(goal.position - place.tip));
  };
  consider();
  for (int sweep = 0; sweep < 12; ++sweep) {
    for (size_t i = 0; i < count; ++i) {
      const PlanePoint aim = goal.position - place.at[i], arm = place.tip - place.at[i];
      if (joint[i].slides)
        q[i] += dot(goal.position - place.tip, place.along[i]);
      else
        q[i] += joint[i].sign * wrappedAngle(arctangent2(aim.y, aim.x) - arctangent2(arm.y, arm.x));
      q[i] = std::clamp(q[i], joint[i].low, joint[i].high);
      place = placeAt(q);
    }
    consider();
  }
  for (int step = 0; step < 10; ++step) {
    // Without the joints that would leave their limits.
    const Step all = stepTowardsGoal(place, {});
    std::array<bool, kMostJoints> pinned = {};
    for (size_t i = 0; i < count; ++i)
      pinned[i] = (q[i] <= joint[i].low && all[i] < 0) || (q[i] >= joint[i].high && all[i] > 0);
    const Step free = stepTowardsGoal(place, pinned);
    for (size_t i = 0; i < count; ++i)
      q[i] = std::clamp(q[i] + free[i], joint[i].low, joint[i].high);
    place = placeAt(q);
    consider();
  }
  return least;
}

PlanarChain::Step PlanarChain::stepTowardsGoal(const Place& place,
                                               const std::array<bool, kMostJoints>& pinned) const {
  const PlanePoint way = goal.position - place.tip;
  double xx = 0, xy = 0, yy = 0;
  for (size_t i = 0; i < count; ++i) {
    if (pinned[i]) continue;
    const PlanePoint s = slopeOf(place, i);
    xx += s.x * s.x, xy += s.x * s.y, yy += s.y * s.y;
  }
  const double damping = 1e-9 * (xx + yy);
  xx += damping, yy += damping;
  const double determinant = xx * yy - xy * xy;
  Step step = {};
  if (!(determinant > 0)) return step;
  const PlanePoint y =
      (1 / determinant) * PlanePoint{yy * way.x - xy * way.y, xx * way.y - xy * way.x};
  for (size_t i = 0; i < count; ++i) step[i] = pinned[i] ? 0 : dot(slopeOf(place, i), y);
  return step;
}

// The chain in coordinates of its plane, without joints that do not move the tip in it. Empty if it
// has too many joints, slides without limits, or no limits.
std::optional<PlanarChain> planarChainOf(const ZeroChain& chain, const GoalBall& ball,
                                         const Plane& plane) {
  const Vec side = std::abs(plane.normal.x) < 0.6 ? Vec{1, 0, 0} : Vec{0, 1, 0};
  const Vec across = cross(plane.normal, side);
  const Vec y = (1 / norm(across)) * across, x = cross(y, plane.normal);
  const auto flat = [&](const Vec& v) { return PlanePoint{dot(v, x), dot(v, y)}; };

  PlanarChain planar;
  bool limited = false;
  size_t hinges = chain.hinges.size();
  Vec goal = ball.goal.position;
  if (ball.oriented) {
    const Rotation<double> turn = product(ball.goal.rotation, transposed(chain.tip.rotation));
    // The rotation about the normal that is nearest to the goal's: other headings have at least
    // their difference from it as error.
    const Vec turnedX = turn * x, turnedY = turn * y;
    planar.goal.heading =
        arctangent2(dot(turnedX, y) - dot(turnedY, x), dot(turnedX, x) + dot(turnedY, y));
    planar.goal.half = ball.rotation;
    if (chain.slides[hinges].empty()) {  // The last joint orients the tip.
      const Hinge& last = chain.hinges[--hinges];
      goal = goal + turn * (last.point - chain.tip.position);
      const double sign = std::copysign(1.0, dot(last.axis, plane.normal));
      const bool turns = last.high - last.low < 2 * kPiBoxes;
      limited = turns;
      planar.goal.heading -= turns ? sign * 0.5 * (last.low + last.high) : 0;
      planar.goal.half += turns ? 0.5 * (last.high - last.low) : kPiBoxes;
    }
  }
  const auto add = [&](const PlanarJoint& j) {
    if (planar.count < kMostJoints) planar.joint[planar.count] = j;
    ++planar.count;
  };
  const std::vector<Vec> points = chain.points();
  planar.base = flat(points[0]);
  for (size_t i = 0; i <= hinges; ++i) {
    for (const Slide& each : chain.slides[i]) {
      const PlanePoint direction = flat(each.axis);
      if (sizeOf(direction) == 0) continue;
      if (!std::isfinite(each.low) || !std::isfinite(each.high)) return {};
      limited = true;
      add({.slides = true, .direction = direction, .low = each.low, .high = each.high});
    }
    if (i == hinges) break;
    const Hinge& h = chain.hinges[i];
    const bool turns = h.high - h.low < 2 * kPiBoxes;
    limited = limited || turns;
    add({.slides = false,
         .sign = std::copysign(1.0, dot(h.axis, plane.normal)),
         .low = turns ? h.low : -kPiBoxes,
         .high = turns ? h.high : kPiBoxes});
  }
  if (planar.count > kMostJoints || !limited) return {};
  // Links start at hinges; slides on the way have none.
  size_t at = 0;
  for (size_t i = 0; i < hinges; ++i) {
    while (planar.joint[at].slides) ++at;
    planar.joint[at++].link = flat(chain.link(i + 1, points));
  }
  planar.goal.position = flat(goal);
  return planar;
}

}  // namespace

std::optional<OutOfReach> outsideBoxes(const ZeroChain& chain, const GoalBall& ball,
                                       const OutOfReachOptions& options) {
  const std::optional<Plane> plane = planeOf(chain);
  if (!plane || chain.screws) return {};
  std::optional<PlanarChain> planar = planarChainOf(chain, ball, *plane);
  if (!planar) return {};
  const double scale = chain.scale + norm(ball.goal.position);
  const double lever = ball.oriented ? norm(chain.hinges.back().point - chain.tip.position) : 0;
  // What separates the true distance from the one in the plane.
  double rounding = 1e-13;  // That of angles beyond many turns is larger.
  for (const Hinge& each : chain.hinges)
    if (each.high - each.low < 2 * kPiBoxes)
      rounding += 1e-15 * (std::abs(each.low) + std::abs(each.high));
  const double slack =
      plane->distance + lever * (chord(ball.rotation) + plane->angle) + rounding * scale;
  planar->goal.half += plane->angle + rounding;

  JointBox all{-kInfinity, 0, {}, {}};
  for (size_t i = 0; i < planar->count; ++i) {
    all.middle[i] = 0.5 * (planar->joint[i].low + planar->joint[i].high);
    all.half[i] = 0.5 * (planar->joint[i].high - planar->joint[i].low);
  }
  OutOfReach found;
  found.method = OutOfReach::Method::boxes;
  found.needsLimits = true;
  if (const double miss = ball.oriented ? planar->missOfHeading(all) : 0; miss > 0) {
    found.cause = OutOfReach::Cause::rotation;
    found.missing = ball.rotation + miss;
    return found;
  }
  planar->evaluate(all);
  std::priority_queue<JointBox, std::vector<JointBox>, LargerBound> boxes;
  boxes.push(all);
  double sampled = kInfinity, bound = all.bound;
  int most = options.boxes;
  for (int count = 1, rounds = 0; planar->count > 0 && count < most; count += 2, ++rounds) {
    if (rounds % kBoxesPerSample == 0) {
      if (options.stop && options.stop()) return {};
      sampled = std::min(sampled, planar->sampleFrom(boxes.top()));
      if (sampled <= ball.position + slack + 1e-12 * scale) return {};
    }
    const bool proven = bound > ball.position + slack;
    if (proven && bound >= kEnoughShare * sampled) break;
    if (proven && most == options.boxes) most = std::min(most, 2 * count + 2000);
    JointBox box = boxes.top();
    boxes.pop();
    const size_t split = box.split;
    box.half[split] *= 0.5;
    const double middle = box.middle[split], bounded = box.bound;
    for (const double side : {-1.0, 1.0}) {
      box.middle[split] = middle + side * box.half[split];
      box.bound = bounded;
      planar->evaluate(box);
      if (box.bound < kInfinity) boxes.push(box);
    }
    if (boxes.empty()) return {};  // Only by rounding: the heading of one box is never wrong.
    bound = boxes.top().bound;
  }
  if (!(bound - slack > ball.position)) return {};
  found.missing = bound - slack;
  return found;
}

}  // namespace iklab::detail
