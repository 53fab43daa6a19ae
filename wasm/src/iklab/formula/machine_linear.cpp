#include <algorithm>
#include <cmath>
#include <limits>

#include "iklab/formula/dense.hpp"
#include "iklab/formula/machine.hpp"
#include "iklab/formula/operation_cost.hpp"

namespace iklab::formula {

using namespace detail;

namespace {

// C = A B, each as it is or transposed.
void multiplied(const double* a, int aRows, int aColumns, bool turnA, const double* b, int bRows,
                int bColumns, bool turnB, double* c) {
  const int rows = turnA ? aColumns : aRows, inner = turnA ? aRows : aColumns;
  const int columns = turnB ? bRows : bColumns;
  for (int j = 0; j < columns; ++j) {
    double* to = c + static_cast<std::ptrdiff_t>(j) * rows;
    const auto right = [&](int k) { return turnB ? b[k * bRows + j] : b[j * bRows + k]; };
    if (turnA) {
      for (int i = 0; i < rows; ++i) {
        double sum = 0;
        const double* column = a + static_cast<std::ptrdiff_t>(i) * aRows;
        for (int k = 0; k < inner; ++k) sum += column[k] * right(k);
        to[i] = sum;
      }
      continue;
    }
    std::fill_n(to, rows, 0.0);
    for (int k = 0; k < inner; ++k) {
      const double factor = right(k);
      const double* column = a + static_cast<std::ptrdiff_t>(k) * aRows;
      for (int i = 0; i < rows; ++i) to[i] += column[i] * factor;
    }
  }
}

}  // namespace

void Machine::writeGram(bool inner, double* to, int size) {
  const Strands<double>& strands = problem_->jacobian().strands();
  std::fill_n(to, size * size, 0.0);
  if (inner)
    strands.inner(to, size);
  else
    strands.outer(to, size);
  // The kernel fills entries on and above the diagonal, by rows; the other half is equal.
  for (int i = 0; i < size; ++i)
    for (int j = i + 1; j < size; ++j) to[j * size + i] = to[i * size + j];
}

// Charges the extra time of an operation with this many steps if a matrix has subnormal numbers, or
// if a product may create them. Returns false if the update would exceed its limit.
bool Machine::affords(const Cell& of, double steps) {
  const auto tiny = [](double x) { return x != 0 && std::abs(x) < kTiny; };
  if (!std::any_of(of.data, of.data + of.count(), tiny)) return true;
  charged_ += kTinyTimes * steps;
  return charged_ <= program_.mostWork;
}

bool Machine::products(const Instruction& now) {
  switch (now.op) {
    case Op::times:
    case Op::timesList: {
      const Cell &a = cell(now.a), &b = cell(now.b);
      const bool turnA = now.flag & 1, turnB = now.flag & 2;
      if ((turnA ? a.rows : a.columns) != (turnB ? b.columns : b.rows)) return false;
      if (now.op == Op::times) {
        const double steps = 2.0 * a.count() * (turnB ? b.rows : b.columns);
        if (!affords(a, steps) || !affords(b, steps)) return false;
      }
      const Cell& to = resized(now.to, turnA ? a.columns : a.rows, turnB ? b.rows : b.columns);
      multiplied(a.data, a.rows, a.columns, turnA, b.data, b.rows, b.columns, turnB, to.data);
      return true;
    }
    case Op::dot: {
      const Cell &a = cell(now.a), &b = cell(now.b);
      if (a.count() != b.count()) return false;
      number(now.to) = dot(a.data, b.data, a.count());
      return true;
    }
    case Op::jTimes: {
      const Cell& to = resized(now.to, model_.rows(), 1);
      problem_->jacobian().strands().times(cell(now.a).data, to.data);
      return true;
    }
    case Op::jTransposeTimes: {
      const Cell& to = resized(now.to, model_.columns(), 1);
      problem_->jacobian().strands().transposeTimes(cell(now.a).data, to.data);
      return true;
    }
    case Op::gram: {
      const int size = now.flag ? model_.columns() : model_.rows();
      writeGram(now.flag, resized(now.to, size, size).data, size);
      return true;
    }
    case Op::solve:
      return solve(now);
    default:
      return gramSolve(now);
  }
}

// A^-1 B: by L D L^T if A is symmetric by form and positive definite, else by L U.
bool Machine::solve(const Instruction& now) {
  const Cell &a = cell(now.a), &b = cell(now.b);
  const int n = a.rows;
  if (a.columns != n || b.rows != n) return false;
  const double square = 1.0 * n * n;
  if (!affords(a, square * (n + 2.0 * b.columns)) || !affords(b, 2 * square * b.columns))
    return false;
  const Cell& to = resized(now.to, n, b.columns);
  double *matrix = scratch_.data(), *order = matrix + n * n;
  std::copy_n(b.data, b.count(), to.data);
  const bool symmetric = now.flag & 1;
  std::copy_n(a.data, n * n, matrix);
  if (symmetric && factorLdlt(matrix, n)) {
    for (int j = 0; j < b.columns; ++j) solveLdlt(matrix, n, to.data + j * n);
    return true;
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      matrix[j * n + i] = now.flag & 2 ? a.data[i * n + j] : a.data[j * n + i];
  if (!factorLu(matrix, n, order)) return false;
  for (int j = 0; j < b.columns; ++j) solveLu(matrix, n, order, to.data + j * n);
  return true;
}

// Solves the system like the methods of the library.
bool Machine::gramSolve(const Instruction& now) {
  const Strands<double>& strands = problem_->jacobian().strands();
  Ldlt<double>& system = now.flag ? *inner_ : *outer_;
  const int n = system.size();
  const Cell& b = cell(now.b);
  if (b.rows != n) return false;
  const double shift = number(now.a);
  if (now.flag)
    strands.inner(system.matrix(), system.stride());
  else
    strands.outer(system.matrix(), system.stride());
  system.addToDiagonal(shift);
  const Cell& to = resized(now.to, n, 1);
  std::copy_n(b.data, n, to.data);
  if (!system.solve(to.data)) return true;
  double *matrix = scratch_.data(), *order = matrix + n * n;
  writeGram(now.flag, matrix, n);
  for (int i = 0; i < n; ++i) matrix[i * (n + 1)] += shift;
  std::copy_n(b.data, n, to.data);
  if (!factorLu(matrix, n, order)) return false;
  solveLu(matrix, n, order, to.data);
  return true;
}

// Rows and columns that the matrix does not have this time are zero in its decomposition.
const Svd& Machine::decomposed(const Instruction& now, int& rows, int& columns) {
  const auto& own = decompositions_[static_cast<size_t>(pc_)];
  if (!own) {
    rows = model_.rows();
    columns = model_.columns();
    return problem_->svd();
  }
  const Cell& a = cell(now.a);
  rows = a.rows;
  columns = a.columns;
  own->matrix.setZero();
  for (int j = 0; j < columns; ++j) std::copy_n(a.data + j * rows, rows, own->matrix.col(j).data());
  own->svd.compute(own->matrix);
  return own->svd;
}

bool Machine::factors(const Instruction& now) {
  const Cell& a = cell(now.a);
  const bool spectral =
      now.op == Op::svd || now.op == Op::pinv || now.op == Op::pinvTimes || now.op == Op::projector;
  // The given J is not written out, and none of its numbers comes from the formula.
  const bool given = spectral && !decompositions_[static_cast<size_t>(pc_)];
  if (!given && !affords(a, now.work)) return false;
  if (spectral) {
    if (decompositions_[static_cast<size_t>(pc_)])
      for (int i = 0; i < a.count(); ++i)
        if (!std::isfinite(a.data[i])) return false;
    int rows, columns;
    const Svd& svd = decomposed(now, rows, columns);
    const int count = std::min({rows, columns, svd.count()});
    if (now.op == Op::svd) {
      const Cell& u = resized(now.to, rows, count);
      const Cell& s = resized(now.b, count, 1);
      const Cell& v = resized(now.c, columns, count);
      for (int i = 0; i < count; ++i) {
        s.data[i] = svd.sigma(i);
        std::copy_n(svd.u(i).data(), rows, u.data + i * rows);
        std::copy_n(svd.v(i).data(), columns, v.data + i * columns);
      }
      return true;
    }
    double cutoff =
        std::numeric_limits<double>::epsilon() * svd.largest() * std::max(rows, columns);
    if (now.c >= 0) cutoff = number(now.c);
    if (now.op == Op::pinvTimes) {
      const Cell& b = cell(now.b);
      if (b.rows != rows) return false;
      const Cell& to = resized(now.to, columns, b.columns);
      std::fill_n(to.data, to.count(), 0.0);
      for (int j = 0; j < b.columns; ++j)
        for (int i = 0; i < count && svd.sigma(i) > cutoff; ++i) {
          const double factor = dot(svd.u(i).data(), b.data + j * rows, rows) / svd.sigma(i);
          const double* v = svd.v(i).data();
          for (int k = 0; k < columns; ++k) to.data[j * columns + k] += factor * v[k];
        }
      return true;
    }
    const bool projects = now.op == Op::projector;
    const Cell& to = resized(now.to, columns, projects ? columns : rows);
    std::fill_n(to.data, to.count(), 0.0);
    for (int k = 0; projects && k < columns; ++k) to.data[k * (columns + 1)] = 1;
    for (int i = 0; i < count && svd.sigma(i) > cutoff; ++i) {
      const double *u = projects ? svd.v(i).data() : svd.u(i).data(), *v = svd.v(i).data();
      for (int j = 0; j < to.columns; ++j) {
        const double factor = projects ? -u[j] : u[j] / svd.sigma(i);
        for (int k = 0; k < columns; ++k) to.data[j * columns + k] += factor * v[k];
      }
    }
    return true;
  }
  const int n = a.rows;
  double* room = scratch_.data();
  if (now.op != Op::qr && a.columns != n) return false;
  switch (now.op) {
    case Op::eig: {
      std::copy_n(a.data, n * n, room);
      for (int i = 0; i < n * n; ++i)
        if (!std::isfinite(room[i])) return false;
      const Cell& values = resized(now.to, n, 1);
      eigenvalues(room, n, values.data, resized(now.b, n, n).data);
      return true;
    }
    case Op::chol: {
      const Cell& to = resized(now.to, n, n);
      std::copy_n(a.data, n * n, to.data);
      return factorCholesky(to.data, n);
    }
    case Op::qr: {
      const Cell& q = resized(now.to, n, n);
      const Cell& r = resized(now.b, n, a.columns);
      std::copy_n(a.data, a.count(), r.data);
      factorQr(r.data, n, a.columns, q.data, room);
      return true;
    }
    default: {  // spd
      std::copy_n(a.data, n * n, room);
      number(now.to) = factorLdlt(room, n, now.b >= 0 ? number(now.b) : 0);
      return true;
    }
  }
}

}  // namespace iklab::formula
