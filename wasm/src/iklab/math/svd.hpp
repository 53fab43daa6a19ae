// The singular value decomposition J = sum sigma_i u_i v_i^T that the spectral methods share.
//
// Starts from scratch, so that the result does not depend on earlier ones. Householder
// tridiagonalisation and QL of the smaller Gram matrix give rows that are nearly orthogonal. One
// correction of first order on J itself then computes every sigma_i, including the smallest, to
// full accuracy. Where it is not enough, as with repeated or tiny sigma_i, one-sided (Hestenes)
// Jacobi rotations are applied (Demmel & Veselic 1992). No allocation after construction. Zero rows
// or columns of J on its shorter side, such as those of locked joints, are left out.
#pragma once

#include <vector>

#include "iklab/math/types.hpp"

namespace iklab {

class Svd {
 public:
  Svd(int rows, int columns);

  // j: m x n as in the constructor, finite.
  void compute(const Matrix& j);
  // Like `compute`, piece by piece, each of about a millisecond at most; `resume` returns true
  // while more remains.
  void begin(const Matrix& j);
  bool resume();

  int count() const { return count_; }                     // min(m, n)
  double sigma(int i) const { return sigma_[order_[i]]; }  // Descending.
  double largest() const { return sigma(0); }
  double condition(int rank) const { return sigma(0) / sigma(rank - 1); }

  // Unit vectors of length m and n; if sigma_i is 0, one of the two is zero.
  Eigen::Map<const Vector> u(int i) const { return wide_ ? short_(i) : long_(i); }
  Eigen::Map<const Vector> v(int i) const { return wide_ ? long_(i) : short_(i); }

  int rankAbove(double cutoff) const;

  // sigma_i at or below this are rounding errors: eps sigma_1 max(m, n).
  double noise() const;

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Eigen::Map<const Vector> short_(int i) const { return {rotation_.row(order_[i]).data(), count_}; }
  Eigen::Map<const Vector> long_(int i) const { return {work_.row(order_[i]).data(), length_}; }
  // Stages in order of execution, each divided into units of work.
  enum class Stage {
    gram,
    tridiagonal,
    transform,
    diagonal,
    turn,
    compare,
    weigh,
    correct,
    sweep,
    done
  };

  int units() const;
  double perform(int unit);
  double next();
  void enter(Stage stage);
  Stage nextStage();

  void load(const Matrix& j);
  double formGram(const RowMajor& rows, int a);
  double tridiagonalise(int k);
  double reflector(int k);
  void endTridiagonal();
  double transform(int k);
  double diagonalise(int low);
  bool split(int i) const;
  bool chaseBulge(int low, int high, bool negative);
  void rotateTurn(int i);
  double applyTurn(int column);
  void beginWeighing();
  double computeFactors(int i);
  double limited(double e, double cross, double small, double large);
  double correct(int column);
  void correct(RowMajor& rows, int column);
  void beginSweep();
  double sweep(int p);
  bool isSweepDone();
  double tolerated() const;
  void finish();
  void spread();

  int count_, length_;
  int nonZeroRows_ = 0;  // Rows of rows_ that are not zero; they come first.
  double scale_ = 1;     // J is decomposed as scale_ times rows_
  bool wide_;            // m <= n: the rows of J are made orthogonal, otherwise its columns.
  RowMajor rows_;        // count x length: the rows to be made orthogonal.
  RowMajor work_;        // rotation_ * rows_
  RowMajor rotation_;    // count x count, orthogonal.
  RowMajor gram_;        // count x count; overwritten, later holds the factors of the correction.
  std::vector<double> diagonal_, offDiagonal_;  // Of T; the off-diagonal entries are squared.
  std::vector<double> betas_, update_, cosines_, sines_, sigma_, block_;
  std::vector<int> order_, originalRow_;  // originalRow_: row in J of each row of rows_

  Stage stage_ = Stage::done;
  int unit_ = 0, sweeps_ = 0;
  bool isCorrected_ = false;       // True if one correction made all rows orthogonal.
  double reach_ = 0;               // Largest factor of the correction, times the ratio of norms.
  double cosine_ = 0, spoil_ = 0;  // Largest values of the current sweep.
};

}  // namespace iklab
