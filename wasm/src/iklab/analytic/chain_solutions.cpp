#include "iklab/analytic/chain_solutions.hpp"

#include <algorithm>
#include <cmath>

namespace iklab::detail {
namespace {

Six toIdeal(const ArmClass& arm, Six q) {
  if (arm.reversed) std::reverse(q.begin(), q.end());
  for (size_t i = 0; i < 6; ++i) q[i] *= arm.sign[i];
  return q;
}

Six fromIdeal(const ArmClass& arm, Six q) {
  for (size_t i = 0; i < 6; ++i) q[i] *= arm.sign[i];
  if (arm.reversed) std::reverse(q.begin(), q.end());
  return q;
}

// Factors of det J. Where it has fewer than three, solutions of one goal can have the same sides.
ArmSides sidesOf(const ArmClass& arm, const Six& given) {
  const Six q = toIdeal(arm, given);
  std::array<Vec, 6> z, o;
  arm.ideal.pose(q, &z, &o);
  const double length = arm.ideal.length;
  const Vec hand = o[4] - o[0], fromElbow = o[4] - o[2], fromShoulder = o[4] - o[1];
  const std::int8_t wrist = signOf(dot(z[3], cross(z[4], z[5])), 1);
  ArmSides sides;
  switch (arm.kind) {
    case ArmKind::wristParallel:
      sides = {signOf(dot(z[1], cross(z[0], hand)), length),
               signOf(dot(z[1], cross(fromShoulder, fromElbow)), length * length), wrist};
      break;
    case ArmKind::parallelMeet:
      sides = {signOf(dot(z[1], cross(z[0], hand)), length),
               signOf(dot(z[1], cross(o[2] - o[1], o[3] - o[1])), length * length),
               signOf(dot(z[1], cross(z[4], z[5])), 1)};
      break;
    case ArmKind::wristShoulder:
      sides = {signOf(dot(hand, cross(z[0], z[1])), length),
               signOf(dot(hand, cross(z[2], fromElbow)), length * length), wrist};
      break;
    case ArmKind::wristElbow:
      sides = {signOf(dot(fromElbow, cross(z[1], z[2])), length),
               signOf(dot(fromElbow, cross(z[0], hand)), length * length), wrist};
      break;
    case ArmKind::wrist:
      sides = {
          0,
          signOf(dot(cross(z[0], hand), cross(cross(z[1], fromShoulder), cross(z[2], fromElbow))),
                 length * length * length),
          wrist};
      break;
    case ArmKind::parallel:
      sides.elbow = signOf(dot(z[1], cross(o[2] - o[1], o[3] - o[1])), length * length);
      break;
    case ArmKind::planarMeet:
      sides = {signOf(dot(z[0], cross(o[1] - o[0], o[2] - o[0])), length * length),
               signOf(dot(z[0], cross(z[3], o[4] - o[3])), length),
               signOf(dot(z[0], cross(z[4], z[5])), 1)};
      break;
    case ArmKind::planarShifted:
      sides.shoulder = signOf(dot(z[0], cross(o[1] - o[0], o[2] - o[0])), length * length);
      break;
  }
  if (arm.reversed) std::swap(sides.shoulder, sides.wrist);
  return sides;
}

}  // namespace

double newtonStep(const SixAxis& chain, const Frame6& goal, Six& q, double& residual) {
  StepRows<6> rows(chain, goal, q);
  residual = rows.residual;
  return rows.solve(q);
}

void solveSix(const SixAxis& chain, const ArmClass& arm, const Frame6& goal, const Six& start,
              ChainSolutions<6>& found) {
  Frame6 idealGoal = goal;
  if (arm.reversed) {
    const Rotation<double> back = transposed(goal.rotation);
    idealGoal = {back, -1.0 * (back * goal.position)};
  }
  const Six from = toIdeal(arm, start);
  Candidates<6> candidates;
  findCandidates(arm, idealGoal, from, candidates);
  for (int i = 0; i < candidates.count; ++i) {
    Six& q = candidates.list[static_cast<size_t>(i)].q;
    q = fromIdeal(arm, q);
  }
  const auto step = [&](Six& q, double& residual) { return newtonStep(chain, goal, q, residual); };
  polishAll(candidates, chain.length, step, found);
  for (ChainSolution<6>& each : found.span()) each.sides = sidesOf(arm, each.q);
}

}  // namespace iklab::detail
