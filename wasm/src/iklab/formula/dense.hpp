// Factorisations of small dense matrices, column-major, in the caller's memory: no allocation, sums
// in order.
#pragma once

namespace iklab::formula {

// A = L D L^T of a symmetric matrix (Golub & Van Loan, section 4.1), in place, from its lower
// triangle. False if a pivot is not above the floor.
bool factorLdlt(double* a, int n, double floor = 0);
void solveLdlt(const double* a, int n, double* x);

// P A = L U with row pivots, in place. order: n numbers. False if A is singular to rounding.
bool factorLu(double* a, int n, double* order);
void solveLu(const double* a, int n, const double* order, double* x);

// A = L L^T, with zeros above the diagonal. False if A is not positive definite.
bool factorCholesky(double* a, int n);

// A = Q R by Householder reflections. r: A on entry, m x n; q: m x m; room: space for m numbers.
void factorQr(double* r, int m, int n, double* q, double* room);

// Eigenvalues of a symmetric matrix, ascending, and their vectors as columns, by cyclic Jacobi
// rotations (Golub & Van Loan, section 8.5). Overwrites a.
void eigenvalues(double* a, int n, double* values, double* vectors);

}  // namespace iklab::formula
