// The distinct solutions of a chain among its candidates, polished by Newton's method on the chain
// as it is.
#pragma once

#include "iklab/analytic/branch.hpp"
#include "iklab/analytic/candidates.hpp"

namespace iklab::detail {

// Residual of a solution, per metre of arm above 1 m.
inline constexpr double kReachedResidual = 1e-12;
inline constexpr double kLargestMove = 0.05;    // Radians that Newton's method may move a joint.
inline constexpr double kSameAngle = 1e-7;      // Radians between two solutions that are one.
inline constexpr double kSingularShare = 1e-7;  // Share of a factor of det J.
inline constexpr int kPolishSteps = 8;

template <size_t N>
struct ChainSolution {
  JointValues<N> q;
  double residual;
  bool family;
  ArmSides sides = {};
};
template <size_t N>
struct ChainSolutions {
  int count = 0;
  std::array<ChainSolution<N>, kMostSolutions> list;
  std::span<ChainSolution<N>> span() { return {list.data(), static_cast<size_t>(count)}; }
};

// step(q, residual): one step of Newton's method from q, which returns the largest rotation.
// residual: before the step. False if q does not become a solution nearby.
template <size_t N, class Step>
bool polish(JointValues<N>& q, double& residual, double reached, Step step) {
  const JointValues<N> first = q;
  JointValues<N> best = q;
  residual = kInfinity;
  for (int i = 0; i < kPolishSteps; ++i) {
    const JointValues<N> here = q;
    double now;
    const double move = step(q, now);
    if (now < residual)
      residual = now, best = here;
    else if (residual <= reached)
      break;
    if (!(move <= kLargestMove) || (now <= reached && move <= 1e-12)) break;
  }
  q = best;
  for (size_t i = 0; i < N; ++i)
    if (!(std::abs(q[i] - first[i]) <= kLargestMove)) return false;
  return residual <= reached;
}

template <size_t N>
bool isSame(const JointValues<N>& a, const JointValues<N>& b) {
  for (size_t i = 0; i < N; ++i)
    if (std::abs(nearestTurn(a[i] - b[i], 0)) > kSameAngle) return false;
  return true;
}

// length: of the chain, metres.
template <size_t N, class Step>
void polishAll(const Candidates<N>& candidates, double length, Step step,
               ChainSolutions<N>& found) {
  std::uint64_t keptChoices = 0;
  const double reached = kReachedResidual * std::max(1.0, length);
  for (int c = 0; c < candidates.count && found.count < kMostSolutions; ++c) {
    const Candidate<N>& candidate = candidates.list[static_cast<size_t>(c)];
    if ((candidate.fallback & keptChoices) != 0) continue;
    ChainSolution<N> solution{candidate.q, 0, candidate.kept != 0};
    if (!polish(solution.q, solution.residual, reached, step)) continue;
    keptChoices |= candidate.kept;
    const auto known = [&](const ChainSolution<N>& other) {
      return isSame<N>(solution.q, other.q);
    };
    if (std::none_of(found.list.begin(), found.list.begin() + found.count, known))
      found.list[static_cast<size_t>(found.count++)] = solution;
  }
}

inline std::int8_t signOf(double factor, double scale) {
  if (std::abs(factor) <= kSingularShare * scale) return 0;
  return factor > 0 ? 1 : -1;
}

// One step of Newton's method towards a goal; returns the largest rotation. residual: before the step.
double newtonStep(const SixAxis& chain, const Frame6& goal, Six& q, double& residual);

// All solutions of a chain of six axes. arm: its class; start: for angles that are undetermined.
void solveSix(const SixAxis& chain, const ArmClass& arm, const Frame6& goal, const Six& start,
              ChainSolutions<6>& found);

// Fills `out` with the solutions, nearest to start first; returns their number. columns: those of the
// chain's joints. Does not allocate.
template <size_t N>
int placeSolutions(const Model& model, std::span<const int> columns, const ChainSolutions<N>& found,
                   const Vector& start, std::span<Branch> out) {
  const size_t count = std::min(static_cast<size_t>(found.count), out.size());
  for (size_t i = 0; i < count; ++i) {
    const ChainSolution<N>& solution = found.list[i];
    placeBranch(model, columns, solution.q, start, out[i]);
    out[i].residual = solution.residual;
    out[i].family = solution.family;
    out[i].sides = solution.sides;
  }
  sortBranches(columns, start, out.first(count));
  return static_cast<int>(count);
}

}  // namespace iklab::detail
