// Solves (J^T J + mu I) step = J^T e: along the tree where that is clearly cheaper, which needs many
// targets; otherwise by one factorisation L D L^T of the smaller of J J^T + mu I and J^T J + mu I.
// No allocation after construction.
#pragma once

#include <optional>

#include "iklab/core/tree_elimination.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab::detail {

template <class Real>
class NormalEquations {
 public:
  // Not inlined: the module has one copy for all its callers.
  __attribute__((noinline)) NormalEquations(const Tree& tree, const Task& task)
      : wide_(task.rows() <= tree.columns()),
        along_(TreeElimination::ifCheaper(tree, task)),
        system_(std::min(task.rows(), tree.columns())),
        right_(static_cast<size_t>(system_.size()), all<Real>(0)) {
    if (kSingle || !along_) return;
    const auto rows = static_cast<size_t>(task.rows());
    const auto columns = static_cast<size_t>(tree.columns());
    lane_.emplace(
        Lane{Strands<double>(tree, task), std::vector<double>(rows), std::vector<double>(columns)});
    found_.assign(columns, all<Real>(0));
  }

  // Returns the lanes in which mu is too small for the factorisation; their step is not usable.
  __attribute__((noinline)) Mask<Real> solve(const Strands<Real>& j, const Real* e, Real mu,
                                             Real* step) {
    Mask<Real> sound = {};
    if (along_) {
      sound = solveAlongTree(j, e, mu, step);
      if (!any(no(sound))) return no(sound);
      std::copy_n(step, found_.size(), found_.data());
    }
    Mask<Real> failed = solveDense(j, e, mu, step);
    for (size_t c = 0; c < found_.size(); ++c) step[c] = select(sound, found_[c], step[c]);
    failed &= no(sound);
    return failed;
  }

  // True if it is solved along the tree.
  bool isSparse() const { return along_ != nullptr; }

 private:
  static constexpr bool kSingle = kLanes<Real> == 1;
  struct Lane {
    Strands<double> j;
    std::vector<double> e, step;
  };

  // One lane after the other. Returns the lanes that have a step.
  Mask<Real> solveAlongTree(const Strands<Real>& j, const Real* e, Real mu, Real* step) {
    if constexpr (kSingle) {
      return along_->solve(j, e, mu, step);
    } else {
      Mask<Real> sound = {};
      for (int k = 0; k < kLanes<Real>; ++k) {
        lane_->j.copyLane(j, k);
        for (size_t i = 0; i < lane_->e.size(); ++i) lane_->e[i] = lane(e[i], k);
        if (along_->solve(lane_->j, lane_->e.data(), lane(mu, k), lane_->step.data()))
          sound[k] = -1;
        for (size_t c = 0; c < lane_->step.size(); ++c) setLane(step[c], k, lane_->step[c]);
      }
      return sound;
    }
  }

  Mask<Real> solveDense(const Strands<Real>& j, const Real* e, Real mu, Real* step) {
    if (wide_)
      j.outer(system_.matrix(), system_.stride());
    else
      j.inner(system_.matrix(), system_.stride());
    system_.addToDiagonal(mu);
    if (!wide_) {
      j.transposeTimes(e, step);
      return system_.solve(step);
    }
    std::copy_n(e, system_.size(), right_.data());
    const Mask<Real> failed = system_.solve(right_.data());
    j.transposeTimes(right_.data(), step);
    return failed;
  }

  bool wide_;
  std::unique_ptr<TreeElimination> along_;  // Null if not used.
  Ldlt<Real> system_;
  Array<Real> right_;
  // If there are several lanes: one of them, and the steps along the tree.
  std::optional<Lane> lane_;
  Array<Real> found_;
};

}  // namespace iklab::detail
