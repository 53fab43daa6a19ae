#include "iklab/analytic/swivel.hpp"

#include <cmath>

#include "iklab/analytic/axis_conditions.hpp"
#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

// Below this share of a length, a distance is 0.
constexpr double kNoDistance = 1e-9;
// Axis 4 must be farther from S and W than this share of the chain's length.
constexpr double kLeastLever = 1e-3;

Vec unitOf(const Vec& v) { return (1 / norm(v)) * v; }

// The unit vector across w, from the line along w towards the elbow at e.
Vec elbowSide(const Vec& e, const Vec& w, const Vec& axis) {
  const double share = dot(e, w) / dot(w, w);
  const Vec aside = e - share * w;
  if (norm(aside) > kNoDistance * norm(e)) return unitOf(aside);
  // Straight. The derivative by q4.
  const Vec slope = -share * cross(axis, w - e);
  const Vec across = slope - (dot(slope, w) / dot(w, w)) * w;
  return norm(across) > kNoDistance * norm(e) ? unitOf(across) : unitOf(anyAcross(w));
}

// x and y of psi, for the wrist at w from the shoulder.
struct SwivelFrame {
  Vec x, y;
  SwivelFrame(const SwivelArm& arm, const Vec& w) {
    const Vec p = unitOf(w);
    const Vec k = cross(cross(p - arm.behind, arm.front), p);
    x = norm(k) > kNoDistance ? unitOf(k) : unitOf(cross(anyAcross(p), p));
    y = cross(p, x);
  }
};

class SwivelWalk : CandidateWalk<7> {
 public:
  SwivelWalk(const SwivelArm& arm, const Seven& start, Candidates<7>& found)
      : CandidateWalk(arm.ideal, arm.idealised, start, found) {
    const auto& o = arm.ideal.point;
    upper_ = o[3] - o[0], fore_ = o[4] - o[3];
  }

  // side: the unit vector across `toWrist` towards the elbow.
  void solve(const Vec& toWrist, const Vec& side, const Rotation<double>& r07) {
    const Vec p = unitOf(toWrist);
    const Rotation<double> wanted{p, side, cross(p, side)};
    const double square = dot(toWrist, toWrist);
    each(4, anglesAtDistance(h(4), fore_, -1.0 * upper_, square, slack_), [&] {
      const Vec w = upper_ + turned(4, fore_);
      if (norm(w) <= kNoDistance * norm(upper_)) return;
      const Vec u = unitOf(w), v = elbowSide(upper_, w, h(4));
      const Rotation<double> r03 = product(wanted, transposed({u, v, cross(u, v)}));
      rotation(1, r03, [&] {
        Rotation<double> r47 = product(transposed(r03), r07);
        for (Vec& column : r47.column) column = turnedBack(4, column);
        rotation(5, r47, [&] { add(); });
      });
    });
  }

 private:
  Vec upper_, fore_;
};

ArmSides sidesOf(const SwivelArm& arm, const Seven& q) {
  std::array<Vec, 7> z, o;
  arm.ideal.pose(q, &z, &o);
  const double length = arm.ideal.length;
  return {signOf(dot(z[0], cross(z[1], z[2])), 1),
          signOf(dot(z[3], cross(o[3] - o[0], o[4] - o[3])), length * length),
          signOf(dot(z[4], cross(z[5], z[6])), 1)};
}

}  // namespace

std::optional<SwivelArm> swivelArmOf(const SevenAxis& chain) {
  AxisConditions<7> conditions(chain);
  if (!conditions.meetAll(1) || !conditions.meetAll(5)) return std::nullopt;
  SwivelArm arm{chain, conditions.ideal(), conditions.removed(), {}, {}, {}, {}};
  const Vec s = arm.ideal.point[0], w = arm.ideal.point[6], h = chain.axis[0], k = chain.axis[3];
  arm.shoulder = s;
  arm.wristInTip = transposed(chain.tip.rotation) * (w - chain.tip.position);
  for (const Vec& end : {s, w})
    if (distanceToLine(k, chain.point[3], end) <= kLeastLever * chain.length) return std::nullopt;
  const Vec elbow = chain.point[3] + dot(k, s - chain.point[3]) * k;
  arm.chain.point[3] = arm.ideal.point[3] = elbow;
  // The base is where joint 1 is from S, or, if the file puts its origin at S, opposite to the elbow
  // at zero.
  const double up = dot(h, s - chain.point[0]);
  const double sign = std::abs(up) > kNoDistance * chain.length ? up : dot(h, elbow - s);
  arm.behind = sign < 0 ? h : -1.0 * h;
  const Vec x{1, 0, 0}, y{0, 1, 0};
  const Vec forwards = std::abs(h.x) < 0.9 ? x : y;
  arm.front = unitOf(dot(h, forwards) * h - forwards);
  return arm;
}

double swivelOf(const SwivelArm& arm, const Seven& q) {
  std::array<Vec, 7> axes, points;
  const Frame6 tip = arm.chain.pose(q, &axes, &points);
  const Vec w = tip.position + tip.rotation * arm.wristInTip - arm.shoulder;
  if (norm(w) <= kNoDistance * arm.chain.length) return 0;
  const SwivelFrame frame(arm, w);
  const Vec side = elbowSide(points[3] - arm.shoulder, w, axes[3]);
  return arctangent2(dot(frame.y, side), dot(frame.x, side));
}

void solveSwivel(const SwivelArm& arm, const Frame6& goal, const Seven& start, double psi,
                 ChainSolutions<7>& found) {
  const Vec w = goal.position + goal.rotation * arm.wristInTip - arm.shoulder;
  if (norm(w) <= kNoDistance * arm.chain.length) return;
  const SwivelFrame frame(arm, w);
  const SineCosine t = sineCosine(psi);
  const Vec side = t.cosine * frame.x + t.sine * frame.y;
  const Vec normal = t.cosine * frame.y - t.sine * frame.x;
  Candidates<7> candidates;
  SwivelWalk(arm, start, candidates)
      .solve(w, side, product(goal.rotation, transposed(arm.ideal.tip.rotation)));
  const auto step = [&](Seven& q, double& residual) {
    StepRows<7> rows(arm.chain, goal, q);
    const Vec normalShare = (1 / arm.chain.length) * normal;
    const Vec& elbow = rows.points[3];
    const double beside = dot(normal, elbow - arm.shoulder);
    for (size_t i = 0; i < 7; ++i)
      rows.row[6][i] = i < 3 ? dot(normalShare, cross(rows.axes[i], elbow - rows.points[i])) : 0;
    rows.row[6][7] = -beside / arm.chain.length;
    residual = std::sqrt(rows.residual * rows.residual + beside * beside);
    return rows.solve(q);
  };
  polishAll(candidates, arm.chain.length, step, found);
  for (ChainSolution<7>& each : found.span()) each.sides = sidesOf(arm, each.q);
}

}  // namespace iklab::detail
