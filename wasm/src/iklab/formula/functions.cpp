#include "iklab/formula/functions.hpp"

#include <algorithm>
#include <string_view>

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

constexpr int kAnyCount = 99;

constexpr Function kFunctions[] = {
    {"abs", Call::abs, 1, 1, "abs(x)", "absolute value, entry by entry"},
    {"sqrt", Call::sqrt, 1, 1, "sqrt(x)", "square root, entry by entry"},
    {"exp", Call::exp, 1, 1, "exp(x)", "exponential, entry by entry"},
    {"log", Call::log, 1, 1, "log(x)", "natural logarithm, entry by entry"},
    {"sin", Call::sin, 1, 1, "sin(x)", "sine, x in radians, entry by entry"},
    {"cos", Call::cos, 1, 1, "cos(x)", "cosine, x in radians, entry by entry"},
    {"tan", Call::tan, 1, 1, "tan(x)", "tangent, x in radians, entry by entry"},
    {"tanh", Call::tanh, 1, 1, "tanh(x)", "hyperbolic tangent, entry by entry"},
    {"sign", Call::sign, 1, 1, "sign(x)", "−1, 0 or 1, entry by entry"},
    {"min", Call::min, 1, kAnyCount, "min(x) or min(x, y)",
     "smallest entry of x (matrix: per column), or of x and y, entry by entry"},
    {"max", Call::max, 1, kAnyCount, "max(x) or max(x, y)",
     "largest entry of x (matrix: per column), or of x and y, entry by entry"},
    {"clamp", Call::clamp, 3, 3, "clamp(x, low, high)", "x limited to low … high, entry by entry"},
    {"where", Call::where, 3, 3, "where(yes, x, y)", "x if yes, otherwise y, entry by entry"},
    {"atan2", Call::atan2, 2, 2, "atan2(y, x)",
     "angle of the point (x, y) in radians, entry by entry"},
    {"copysign", Call::copysign, 2, 2, "copysign(x, y)", "|x| with the sign of y, entry by entry"},
    {"sum", Call::sum, 1, 1, "sum(x) or sum(x for i in …)",
     "sum of a vector, or of each column of a matrix"},
    {"prod", Call::prod, 1, 1, "prod(x)", "product of a vector, or of each column of a matrix"},
    {"norm", Call::norm, 1, 1, "norm(x)", "Euclidean norm ‖x‖; of a matrix, the Frobenius norm"},
    {"any", Call::any, 1, 1, "any(yes)", "yes if any entry is yes"},
    {"all", Call::all, 1, 1, "all(yes)", "yes if all entries are yes"},
    {"diag", Call::diag, 1, 1, "diag(x)",
     "the diagonal matrix of a vector, or the diagonal of a matrix"},
    {"trace", Call::trace, 1, 1, "trace(A)", "sum of the diagonal of a square matrix"},
    {"zeros", Call::zeros, 1, 2, "zeros(joints) or zeros(rows, joints)",
     "vector or matrix of zeros"},
    {"ones", Call::ones, 1, 2, "ones(joints) or ones(rows, joints)", "vector or matrix of ones"},
    {"eye", Call::eye, 1, 1, "eye(joints)", "identity matrix"},
    {"pinv", Call::pinv, 1, 2, "pinv(A) or pinv(A, cutoff)",
     "pseudoinverse A⁺ from the singular values above the cutoff"},
    {"solve", Call::solve, 2, 2, "solve(A, b)", "A⁻¹ b for a square A; b is a vector or a matrix"},
    {"svd", Call::svd, 1, 1, "U₁, s, V₁ = svd(A)",
     "A = U₁ diag(s) V₁ᵀ: singular values s, descending, and their vectors"},
    {"eig", Call::eig, 1, 1, "s, Q = eig(A)",
     "A = Q diag(s) Qᵀ for a symmetric A: eigenvalues s, ascending, and eigenvectors"},
    {"chol", Call::chol, 1, 1, "L = chol(A)",
     "A = L Lᵀ for a positive definite A: L is lower triangular"},
    {"qr", Call::qr, 1, 1, "Q, R = qr(A)",
     "A = Q R: Q is square and orthogonal, R upper triangular"},
    {"projector", Call::projector, 1, 1, "projector(A)",
     "I − A⁺A: projects onto the null space of A"},
    {"spd", Call::spd, 1, 2, "spd(A) or spd(A, floor)",
     "yes if the symmetric A is positive definite, all pivots above the floor"},
    {"e_at", Call::e_at, 1, 1, "e_at(x)", "e_full after joint step x"},
    {"J_at", Call::J_at, 1, 1, "J_at(x)", "J after joint step x"},
    {"f_at", Call::f_at, 1, 1, "f_at(x)", "½‖e_at(x)‖²"},
    {"dJ", Call::dJ, 1, 1, "dJ(x)", "first-order change of J for joint step x"},
    {"wolfe", Call::wolfe, 3, 3, "wolfe(d, a₀, κ)",
     "factor on d that meets the strong Wolfe conditions, first a₀; 0 if none does"},
    {"backtrack", Call::backtrack, 1, 1, "backtrack(d)",
     "factor on d that meets Armijo's condition; 0 if none does"},
    {"J_of", Call::J_of, 1, 1, "J_of(t)", "the rows of J of target t"},
    {"e_of", Call::e_of, 1, 1, "e_of(t)", "the rows of e of target t"},
    {"tip", Call::tip, 1, 1, "tip(t)", "position of the end effector of target t, metres"},
    {"goal", Call::goal, 1, 1, "goal(t)", "position of target t, metres"},
    {"axis", Call::axis, 1, 1, "axis(j)", "unit vector along the axis of joint j"},
    {"origin", Call::origin, 1, 1, "origin(j)", "a point on the axis of joint j, metres"},
    {"carries", Call::carries, 2, 2, "carries(j, t)",
     "yes if joint j moves the end effector of target t"},
    {"turn", Call::turn, 3, 3, "turn(z, φ, x)", "x rotated about the unit vector z by φ radians"},
    {"cross", Call::cross, 2, 2, "cross(a, b)", "cross product of vectors with 3 entries"},
    {"blocks", Call::blocks, 1, 1, "blocks(A)", "norm of each block of three rows, per column"},
};

constexpr Type vector(Size size, bool truth = false) { return {Form::vector, truth, size}; }
constexpr Type matrix(Size rows, Size columns, bool symmetric = false) {
  return {Form::matrix, false, rows, columns, symmetric};
}
constexpr Type kNumber = {Form::number};

constexpr GivenName kGivenNames[] = {
    {"J", Given::J, matrix(kRows, kJoints), "the Jacobian"},
    {"e", Given::e, vector(kRows), "task error: target minus end effector, clamped, times gain"},
    {"e_full", Given::e_full, vector(kRows), "task error without clamp or gain"},
    {"θ", Given::theta, vector(kJoints), "joint values, radians and metres"},
    {"Δθ", Given::answer, vector(kJoints), "the joint step; initially zero"},
    {"step", Given::step, vector(kJoints), "in learn: Δθ as applied"},
    {"U", Given::U, matrix(kRows, kDirections), "left singular vectors of J"},
    {"σ", Given::sigma, vector(kDirections), "singular values of J, descending"},
    {"V", Given::V, matrix(kJoints, kDirections), "right singular vectors of J"},
    {"r", Given::r, kNumber, "rank of J: number of singular values that count as non-zero"},
    {"n", Given::n, kNumber, "number of joints"},
    {"m", Given::m, kNumber, "number of rows of J"},
    {"k", Given::k, kNumber, "index of the update since the targets last jumped, from 1"},
    {"gain", Given::gain, kNumber, "factor on e"},
    {"H", Given::H, matrix(kJoints, kJoints, true), "the Hessian of ½‖e_full‖²"},
    {"lower", Given::lower, vector(kJoints), "lower limits, −∞ if there is none"},
    {"upper", Given::upper, vector(kJoints), "upper limits, ∞ if there is none"},
    {"rest", Given::rest, vector(kJoints), "rest value of each joint"},
    {"comfort", Given::comfort, vector(kJoints), "comfort value of each joint"},
    {"weight", Given::weight, vector(kJoints), "weight of each joint"},
    {"limited", Given::limited, vector(kJoints, true), "yes: the joint has both limits"},
    {"turns", Given::turns, vector(kJoints), "1: the joint rotates, 0: it slides"},
    {"locked", Given::locked, vector(kJoints),
     "1 or −1: the joint is held at its upper or lower limit"},
    {"distance", Given::distance, vector(kTargets), "distance to each target, metres"},
    {"I", Given::I, {Form::identity}, "the identity matrix"},
    {"π", Given::pi, kNumber, "3.14159…"},
    {"∞", Given::infinity, kNumber, "infinity"},
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* functionNamed(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [&](const Function& each) { return name == each.name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

std::span<const GivenName> givenNames() { return kGivenNames; }

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
