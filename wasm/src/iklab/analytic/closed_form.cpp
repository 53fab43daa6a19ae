#include "iklab/analytic/closed_form.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/analytic/candidates.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kWholeTurn = 6.283185307179586;
constexpr double kReachedResidual = 1e-12;  // Residual of a solution, per metre of arm above 1 m.
constexpr double kLargestMove = 0.05;       // Radians that Newton's method may move a joint.
constexpr double kSameAngle = 1e-7;         // Radians between two solutions that are one.
constexpr double kSingularShare = 1e-7;     // Share of a factor of det J.
constexpr int kPolishSteps = 8;

// The angle closest to `near`, of those that differ by turns.
double nearestTurn(double angle, double near) {
  return angle - kWholeTurn * std::round((angle - near) / kWholeTurn);
}

bool same(const Six& a, const Six& b) {
  for (size_t i = 0; i < 6; ++i)
    if (std::abs(nearestTurn(a[i] - b[i], 0)) > kSameAngle) return false;
  return true;
}

std::int8_t signOf(double factor, double scale) {
  if (std::abs(factor) <= kSingularShare * scale) return 0;
  return factor > 0 ? 1 : -1;
}

}  // namespace

double detail::turnWithin(double angle, const Joint& joint, double near) {
  const double at = nearestTurn(angle, near);
  if (at >= joint.lower && at <= joint.upper) return at;
  const double limit = at < joint.lower ? joint.lower : joint.upper;
  const double inside = at < limit ? at + kWholeTurn * std::ceil((limit - at) / kWholeTurn)
                                   : at - kWholeTurn * std::ceil((at - limit) / kWholeTurn);
  if (inside >= joint.lower && inside <= joint.upper) return inside;
  const double below = nearestTurn(angle, joint.lower), above = nearestTurn(angle, joint.upper);
  const auto outside = [&](double x) { return std::max(joint.lower - x, x - joint.upper); };
  return outside(below) <= outside(above) ? below : above;
}

Result<ClosedForm> ClosedForm::make(Model::Pointer model) {
  Result<SixColumns> six = sixAxisOf(*model);
  if (!six) return Fault{six.reason()};
  if (model->workingRank < 6)
    return Fault{concatenate({"the joints move the effector in ",
                              std::to_string(model->workingRank), " of 6 directions"})};
  const std::optional<ArmClass> arm = classOf(six.value().chain);
  if (!arm) return Fault{nearestMisses(six.value().chain)};
  return ClosedForm(std::move(model), six.value(), *arm);
}

bool ClosedForm::polish(const Frame6& goal, Six& q, double& residual) const {
  const double reached = kReachedResidual * std::max(1.0, six_.chain.length);
  const Six first = q;
  Six best = q;
  residual = kInfinity;
  for (int i = 0; i < kPolishSteps; ++i) {
    const Six here = q;
    double now;
    const double move = newtonStep(six_.chain, goal, q, now);
    if (now < residual)
      residual = now, best = here;
    else if (residual <= reached)
      break;
    if (!(move <= kLargestMove) || (now <= reached && move <= 1e-12)) break;
  }
  q = best;
  for (size_t i = 0; i < 6; ++i)
    if (!(std::abs(q[i] - first[i]) <= kLargestMove)) return false;
  return residual <= reached;
}

// Factors of det J. Where it has fewer than three, solutions of one goal can have the same sides.
ArmSides ClosedForm::sidesOf(const Six& given) const {
  Six q = given;
  if (class_.reversed) std::reverse(q.begin(), q.end());
  for (size_t i = 0; i < 6; ++i) q[i] *= class_.sign[i];
  std::array<Vec, 6> z, o;
  class_.ideal.pose(q, &z, &o);
  const double length = class_.ideal.length;
  const Vec hand = o[4] - o[0], fromElbow = o[4] - o[2], fromShoulder = o[4] - o[1];
  const std::int8_t wrist = signOf(dot(z[3], cross(z[4], z[5])), 1);
  ArmSides sides;
  switch (class_.kind) {
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
  if (class_.reversed) std::swap(sides.shoulder, sides.wrist);
  return sides;
}

void ClosedForm::place(const Six& q, const Vector& start, Branch& out) const {
  out.theta = start;
  out.margin = kInfinity;
  for (size_t i = 0; i < 6; ++i) {
    const int column = six_.column[i];
    const Joint& joint = model_->tree.moving(column);
    const double value = turnWithin(q[i], joint, start[column]);
    out.theta[column] = value;
    out.margin = std::min({out.margin, value - joint.lower, joint.upper - value});
  }
}

int ClosedForm::solve(const Goal& goal, const Vector& start, std::span<Branch> out) const {
  const Frame6 wanted{rotationOf(goal.orientation), load(goal.position)};
  Frame6 idealGoal = wanted;
  Six from;
  for (size_t i = 0; i < 6; ++i) from[i] = start[six_.column[i]];
  if (class_.reversed) {
    const Rotation<double> back = transposed(wanted.rotation);
    idealGoal = {back, -1.0 * (back * wanted.position)};
    std::reverse(from.begin(), from.end());
  }
  for (size_t i = 0; i < 6; ++i) from[i] *= class_.sign[i];

  Candidates candidates;
  findCandidates(class_, idealGoal, from, candidates);
  std::array<Six, kMostBranches> kept;
  std::array<double, kMostBranches> turn;
  std::uint64_t keptChoices = 0;
  size_t count = 0;
  const size_t most = std::min<size_t>(kMostBranches, out.size());
  for (int c = 0; c < candidates.count && count < most; ++c) {
    const Candidate& candidate = candidates.list[static_cast<size_t>(c)];
    if ((candidate.fallback & keptChoices) != 0) continue;
    Six q = candidate.q;
    for (size_t i = 0; i < 6; ++i) q[i] *= class_.sign[i];
    if (class_.reversed) std::reverse(q.begin(), q.end());
    double residual;
    if (!polish(wanted, q, residual)) continue;
    keptChoices |= candidate.kept;
    const auto known = [&](const Six& other) { return same(q, other); };
    if (std::any_of(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count), known))
      continue;
    kept[count] = q;
    Branch& branch = out[count];
    place(q, start, branch);
    branch.residual = residual;
    branch.family = candidate.kept != 0;
    branch.sides = sidesOf(q);
    turn[count] = 0;
    for (int column : six_.column)
      turn[count] = std::max(turn[count], std::abs(branch.theta[column] - start[column]));
    ++count;
  }
  // By insertion, so that thetas are swapped and nothing is allocated.
  for (size_t i = 1; i < count; ++i)
    for (size_t k = i; k > 0 && turn[k] < turn[k - 1]; --k) {
      std::swap(turn[k], turn[k - 1]);
      std::swap(out[k], out[k - 1]);
    }
  return static_cast<int>(count);
}

std::vector<Branch> ClosedForm::branches() const {
  Branch empty;
  empty.theta = Vector::Zero(model_->columns());
  return std::vector<Branch>(kMostBranches, empty);
}

std::vector<Branch> ClosedForm::solutions(const Goal& goal, const Vector& start) const {
  std::vector<Branch> all = branches();
  all.resize(static_cast<size_t>(solve(goal, start, all)));
  return all;
}

}  // namespace iklab
