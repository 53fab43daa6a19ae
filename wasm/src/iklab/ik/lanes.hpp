// Two instances of one solver at a time, one in each lane of f64x2: DLS with a constant lambda on a
// chain of hinges with one oriented target that leaves nothing free. Each makes the updates of a workspace, to the bit where
// Eigen makes no pairs of its own (kLanesExact); where one of them is out of the ordinary, it is lost
// to the lanes, and a workspace solves it from its start.
#pragma once

#include <array>

#include "iklab/ik/solver.hpp"
#include "iklab/math/pair3.hpp"

namespace iklab {

#ifdef EIGEN_VECTORIZE
inline constexpr bool kLanesExact = false;
#else
inline constexpr bool kLanesExact = true;
#endif

class Lanes {
 public:
  static constexpr int kCount = 2;

  static bool cover(const Solver& solver);
  // solver: one that they cover
  explicit Lanes(const Solver& solver);

  // A lane turns to an instance and its goal, or to another pose of it; it comes to stand there in
  // the next round.
  void begin(int lane, const Memory& memory, const Goal& goal);
  void restart(int lane, Memory& memory, const Vector& theta);

  // An update of each lane; a lane that has just begun only comes to stand at its pose.
  void round();
  enum class Made { stand, update, lost };
  // What the round has made of a lane, written into its memory.
  Made made(int lane, Memory& memory);

  // Of the pose where a lane stands, and of its last update:
  double error(int lane) const { return error_[lane]; }          // metres
  double objective(int lane) const { return objective_[lane]; }  // metres
  const Vector& step(int lane) const { return seen_[static_cast<size_t>(lane)].step; }
  Stop judge(int lane, Memory& memory, const StopRules& rules) const;

 private:
  static constexpr int kRows = 6;
  struct Hinge {
    int joint;
    bool turned;  // from the hinge before
    int principal;
    PairRotation fromBefore;
    Pair3 offset, axisThere;  // axis in its own frame
    Pair lower, upper;
    // of now
    Pair theta, sine, cosine, step, gradient;
    Pair3 axis, origin, moves, turns;  // the last two: its column of J
  };

  void place();
  void turn(const Hinge& hinge, const PairRotation& before, PairRotation& frame) const;
  void measure();
  Pair3 rotationError() const;
  void differentiate();
  void solve();
  void load(Pair3 Hinge::*left, Pair3 Hinge::*right, int row, int column);
  void step();

  const std::shared_ptr<const Model> model_;
  const bool holds_;  // joints keep their limits
  const double weight_;
  const Pair mu_, maxStep_;
  std::vector<Hinge> hinges_;
  PairRotation tipFromLast_, tipFrame_, goalFrame_;
  Pair3 tipOffset_, tip_, goal_, off_, turn_;  // the last two: e
  Pair error_, objective_, objectiveBefore_, jacobianNorm_;
  Pair system_[kRows][kRows], right_[kRows];  // by columns
  PairMask begun_, lost_;

  // of one lane, as its stop is judged by
  struct Seen {
    Vector step, e, gradient;
  };
  std::array<Seen, kCount> seen_;
};

// A lane as `Attempts` sees it.
struct Lane {
  Lanes& lanes;
  int index;
  double objective() const { return lanes.objective(index); }
  Stop judge(Memory& memory, const StopRules& rules) { return lanes.judge(index, memory, rules); }
  void restart(Memory& memory, const Vector& theta) { lanes.restart(index, memory, theta); }
  void place(Memory& memory, const Vector& theta) { memory.theta = theta; }
};

}  // namespace iklab
