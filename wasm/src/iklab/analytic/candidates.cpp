#include "iklab/analytic/candidates.hpp"

namespace iklab::detail {
namespace {

// Solves R(h1, q1) ... R(h6, q6) = R06 and R01 p12 + R02 p23 + ... + R05 p56 = d, which follow from
// the goal; p_ij: from point i to point j of the chain.
class Arm : CandidateWalk<6> {
 public:
  Arm(const ArmClass& arm, const Frame6& goal, const Six& start, Candidates<6>& found)
      : CandidateWalk(arm.ideal, arm.idealised, start, found) {
    const auto& o = arm.ideal.point;
    for (size_t i = 0; i < 5; ++i) p_[i] = o[i + 1] - o[i];
    r06_ = product(goal.rotation, transposed(arm.ideal.tip.rotation));
    d_ = goal.position - o[0] - r06_ * (arm.ideal.tip.position - o[5]);
  }

  void solve(ArmKind kind) {
    switch (kind) {
      case ArmKind::wristParallel:
        return wristParallel();
      case ArmKind::parallelMeet:
        return parallelMeet();
      case ArmKind::wristShoulder:
        return wristShoulder();
      case ArmKind::wristElbow:
        return wristElbow();
      case ArmKind::wrist:
        return wrist();
      case ArmKind::parallel:
        return parallel();
      case ArmKind::planarMeet:
        return planarMeet();
      case ArmKind::planarShifted:
        return planarShifted();
    }
  }

 private:
  const Vec& p(int i) const { return p_[static_cast<size_t>(i - 1)]; }  // p_i,i+1

  // q4, q5, q6 of a wrist, for q1, q2, q3.
  void wristAngles() {
    Rotation<double> r36 = r06_;
    for (int i = 1; i <= 3; ++i)
      for (Vec& column : r36.column) column = turnedBack(i, column);
    rotation(4, r36, [&] { add(); });
  }

  void wristParallel() {
    const double height = dot(h(2), p(1) + (p(2) + p(3)));
    each(1, anglesAtHeight(h(2), -1.0 * h(1), d_, height, slack_), [&] {
      const Vec v = turnedBack(1, d_) - p(1);
      elbow(v, [&] { wristAngles(); });
    });
  }
  // q3 and q2 of R2 (p23 + R3 p34) = v.
  template <class Then>
  void elbow(const Vec& v, Then then) {
    each(3, anglesAtDistance(h(3), p(3), -1.0 * p(2), dot(v, v), slack_),
         [&] { each(2, angleTo(h(2), p(2) + turned(3, p(3)), v), then); });
  }

  void wristShoulder() {
    each(3, anglesAtDistance(h(3), p(3), -1.0 * p(2), dot(d_, d_), slack_), [&] {
      const Vec reach = p(2) + turned(3, p(3));
      each(2, 1, anglesToMeet(h(2), reach, -1.0 * h(1), d_, slack_), [&] { wristAngles(); });
    });
  }
  void wristElbow() {
    each(1, anglesAtDistance(-1.0 * h(1), d_, p(1), dot(p(3), p(3)), slack_), [&] {
      const Vec v = turnedBack(1, d_) - p(1);
      each(3, 2, anglesToMeet(h(3), p(3), -1.0 * h(2), v, slack_), [&] { wristAngles(); });
    });
  }
  void wrist() {
    const Vec back = -1.0 * h(1);
    each(1, 3, outerAngles(-1.0 * p(1), back, d_, h(2), p(2), h(3), p(3), slack_), [&] {
      const Vec v = turnedBack(1, d_) - p(1);
      each(2, angleTo(h(2), p(2) + turned(3, p(3)), v), [&] { wristAngles(); });
    });
  }

  void parallelMeet() {
    const double height = dot(h(2), p(1) + (p(2) + (p(3) + p(4))));
    each(1, anglesAtHeight(h(2), -1.0 * h(1), d_, height, slack_), [&] {
      const Vec last = turnedBack(1, r06_ * h(6));
      each(5, anglesAtHeightOf(h(2), h(5), h(6), last, slack_), [&] { parallelRest(); });
    });
  }
  void parallel() {
    // What axes 1 and 5 contribute along axis 2 to the position, and to the direction of axis 6.
    const Vec last = r06_ * h(6), back = -1.0 * h(1), down = -1.0 * h(2);
    TwoAngleRow position, direction;
    position.e = dot(h(2), p(1) + (p(2) + (p(3) + p(4))));
    position.addFirst(h(2), back, d_);
    position.addSecond(down, h(5), p(5));
    direction.addFirst(h(2), back, last);
    direction.addSecond(down, h(5), h(6));
    each(1, 5, anglesOfTwo(position, direction, slack_), [&] { parallelRest(); });
  }
  // q6, q2, q3 and q4 of parallel axes 2, 3, 4, for q1 and q5.
  void parallelRest() {
    // q6 first: R(h6, -q6) R5^T h2 = R16^T h2.
    const Rotation<double> fromTip = transposed(r06_);
    const Vec across = turnedBack(5, h(2));
    each(6, angleTo(-1.0 * h(6), across, fromTip * turned(1, h(2))), [&] {
      // R(h2, q2 + q3 + q4) = R16 (R5 R6)^T, from a vector across axis 2.
      const Vec& k = h(2);
      const Vec aside = anyAcross(k);
      // R16 x = R234 aside for x = (R5 R6)^T aside.
      const Vec there = turnedBack(1, r06_ * turnedBack(6, turnedBack(5, aside)));
      const double sum = angleTo(k, aside, there).angle[0];
      const Vec v = turnedBack(1, d_) - p(1) - rotated(k, sum, p(4) + turned(5, p(5)));
      elbow(v, [&] {
        q(4) = sum - q(2) - q(3);
        add();
      });
    });
  }

  // Parallel axes 1, 2, 3: q4, q5 and q6 first.
  void planarMeet() {
    const double height = dot(h(1), d_ - (p(1) + (p(2) + p(3))));
    const Vec last = r06_ * h(6);
    each(4, anglesAtHeight(h(1), h(4), p(4), height, slack_), [&] {
      // h1 . R4 R5 h6 = h1 . R06 h6, where R123 keeps h1.
      const Vec from = turnedBack(4, h(1));
      const Vec k = anyAcross(from);
      const double d = dot(h(1), last), size = norm(cross(h(1), last)) / norm(k);
      each(5, anglesAtHeightOf(from, h(5), h(6), d * from + size * k, slack_),
           [&] { planarRest(); });
    });
  }
  void planarShifted() {
    // y = R5^T R4^T h1 has given components along p56 and h6, and unit length.
    const double along = dot(h(1), d_ - (p(1) + (p(2) + p(3))));
    const double direction = dot(h(1), r06_ * h(6));
    const Vec across = cross(p(5), h(6));
    const double square = dot(across, across);
    if (square <= 1e-20 * dot(p(5), p(5))) return;
    const double pp = dot(p(5), p(5)), ph = dot(p(5), h(6));
    const double a = (along - ph * direction) / square;
    const double b = (pp * direction - ph * along) / square;
    const Vec in = a * p(5) + b * h(6);
    const double height = 1 - dot(in, in);
    if (height < -slack_.share) return;
    const double out = std::sqrt(std::abs(height) / square);
    for (const double side : {out, -out}) {
      const Vec y = in + side * across;
      each(5, 4, anglesToMeet(h(5), y, -1.0 * h(4), h(1), slack_), [&] { planarRest(); });
    }
  }
  void planarRest() {
    const Vec y = turnedBack(5, turnedBack(4, h(1)));  // R6^T y = R06^T h1
    each(6, angleTo(-1.0 * h(6), y, transposed(r06_) * h(1)), [&] {
      const Vec& k = h(1);
      const Vec aside = anyAcross(k);
      Vec back = aside;
      for (int i = 4; i <= 6; ++i) back = turnedBack(i, back);
      const double sum = angleTo(k, aside, r06_ * back).angle[0];
      // R1 (p12 + R2 p23) = d - R123 (p34 + R4 (p45 + R5 p56))
      const Vec v = d_ - rotated(k, sum, p(3) + turned(4, p(4) + turned(5, p(5))));
      each(2, anglesAtDistance(h(2), p(2), -1.0 * p(1), dot(v, v), slack_), [&] {
        each(1, angleTo(h(1), p(1) + turned(2, p(2)), v), [&] {
          q(3) = sum - q(1) - q(2);
          add();
        });
      });
    });
  }

  std::array<Vec, 5> p_;
  Rotation<double> r06_;
  Vec d_;
};

}  // namespace

void findCandidates(const ArmClass& arm, const Frame6& goal, const Six& start,
                    Candidates<6>& found) {
  Arm(arm, goal, start, found).solve(arm.kind);
}

}  // namespace iklab::detail
