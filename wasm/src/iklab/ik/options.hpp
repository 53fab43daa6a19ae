// The options of each method, in display order.
//
//   Solver solver(model, DlsOptions{});                  lengths are scaled to the mechanism
//   Solver solver(model, DlsOptions{.lambda = 0.3});     except this one
//   Solver solver(model, kPublished<DlsOptions>);        constants of the papers
//
// Units are SI: metres, radians. An unspecified `Length` is scaled to the mechanism's stretch
// (fitted.hpp). `kPublished` has the lengths of the papers, whose mechanisms measure a few metres;
// they are the defaults of the method table and of scenarios of version 1. The range of a number is
// defined with its method; a number out of range is a fault of the solver.
#pragma once

#include <Eigen/Core>

#include "iklab/core/length.hpp"

namespace iklab {

// Jacobian transpose (Wolovich & Elliott 1984).
struct TransposeOptions {
  // step = alpha J^T e. 0: the alpha that is optimal for the linearised problem in each update.
  double alpha = 0;
};

// Pseudoinverse, step = J^+ e.
struct PseudoinverseOptions {
  enum class Solve { svd, cholesky };
  Solve solve = Solve::svd;
  bool residualHalving = false;  // e is halved until |(I - J J^+) e| is at most halvingTolerance.
  Length halvingTolerance = {};  // Metres.
};

// Pseudoinverse without directions of small sigma.
struct TruncatedOptions {
  enum class CutoffIs { absolute, relative };  // In units of sigma, or as a share of sigma_1.
  // Directions with sigma at or below the cutoff are dropped.
  Length cutoff = {};
  CutoffIs cutoffIs = CutoffIs::absolute;
};

// How lambda is chosen: see damping.hpp.
enum class Damping {
  constant,
  smallestSingularValue,
  manipulability,
  boundedStep,
  boundedError,
  boundedCondition,
  error,
};

// Damped least squares (Wampler 1986; Nakamura & Hanafusa 1986).
struct DlsOptions {
  Length lambda = {};  // Metres, for `constant`.
  Damping damping = Damping::constant;
  // Metres, for smallestSingularValue, manipulability and boundedError.
  Length lambdaMax = {};
  Length region = {};                 // Metres: smallestSingularValue damps if sigma_m is below it.
  double manipulabilityBound = 0.05;  // w_0: manipulability damps if w is below it.
  double stepBound = double(EIGEN_PI) / 4;  // Radians: largest |step|_2 for boundedStep.
  Length errorBound = {};       // Metres: largest loss of the step's effect for boundedError.
  double conditionBound = 100;  // Largest condition of (J; lambda I) for boundedCondition.
  double errorGain = 1;         // g in lambda^2 = g |e|^2 / 2 + b, for `error`.
  Length errorBias = {};        // b in that rule, square metres.
};

// Numerical filtering (Maciejewski & Klein 1988).
struct FilteredOptions {
  Length lambda = {};  // Metres, on all directions.
  Length beta = {};    // Metres, additionally on the direction of the smallest sigma.
  Length region = {};  // Metres: both apply if sigma_m is below it; 0: always.
};

// Selectively damped least squares (Buss & Kim 2005).
struct SdlsOptions {
  enum class ClampForm { hard, soft };
  enum class CutoffIs { relative, absolute };
  // Radians: largest rotation of a joint, per direction and in total.
  double gammaMax = double(EIGEN_PI) / 4;
  ClampForm clampForm = ClampForm::hard;
  // Kind of the cutoff 1e-10 at which singular values are skipped.
  CutoffIs cutoffIs = CutoffIs::relative;
};

// Improved DLS, with one damping per joint (Na, Yang & Jia).
struct IdlsOptions {
  enum class Centre { comfort, mean };
  enum class Jacobian { exact, parentFrame };
  Length c = {};  // Metres: damping of a joint at half its range from the centre.
  int p = 8;      // Even: larger values damp later and more strongly.
  Centre centre = Centre::comfort;
  bool weightTerm = true;  // Adds 1 / w to the damping of each joint.
  Jacobian jacobian = Jacobian::exact;
};

// Weighted least norm (Chan & Dubey 1995).
struct WeightedLeastNormOptions {
  Length lambda = {};  // Metres.
};

// Least squares within the joint limits: a quadratic program.
struct QpOptions {
  Length lambda = {};  // Metres.
};

// Gauss-Newton.
struct GaussNewtonOptions {
  bool lineSearch = true;
};

// Levenberg-Marquardt.
struct LevenbergMarquardtOptions {
  enum class Damping { levenberg, wampler, chan, sugihara, nielsen };
  Damping damping = Damping::nielsen;
  Length lambda = {};     // Metres, for wampler; initial value for levenberg.
  double errorGain = 1;   // For chan: lambda^2 = errorGain |e|^2 / 2.
  Length errorBias = {};  // Square metres, for sugihara: lambda^2 = |e|^2 / 2 + errorBias.
  // Initial value for nielsen, relative to the largest diagonal entry of J^T J.
  double tau = 1e-3;
  bool checked = true;  // For wampler, chan and sugihara: lambda increases until f decreases.
};

// Newton with exact second derivatives.
struct NewtonOptions {
  bool lineSearch = true;
};

// Halley (Lloyd, Irani & Ahmadi 2022).
struct HalleyOptions {
  enum class Form { halley, newton };  // newton: J alone, Newton-Raphson.
  Length lambda = 0;                   // Metres; 0: undamped.
  Form form = Form::halley;
};

// BFGS.
struct BfgsOptions {
  double curvature = 0.9;  // Curvature constant of the strong Wolfe conditions.
};

// Conjugate gradients (Polak & Ribiere).
struct ConjugateGradientOptions {
  double curvature = 0.1;  // Curvature constant of the strong Wolfe conditions.
};

// Cyclic coordinate descent.
struct CcdOptions {
  double maxTurn = 0;  // Radians, per joint and update; 0: no limit.
};

// FABRIK (Aristidou & Lasenby 2011), fitted to the joints.
struct FabrikOptions {
  int passes = 1;        // Backward and forward passes per update.
  double tipWeight = 1;  // Weight of effectors relative to joints, in the fit of the joint values.
  int sweeps = 10;       // Number of sweeps of that fit.
};

// Strict priority of targets.
struct PriorityOptions {
  Length lambda = {};      // Metres.
  bool lastFirst = false;  // True: the last target has the highest priority.
};

// The constants of the papers.
template <class Options>
inline constexpr Options kPublished{};
template <>
inline constexpr PseudoinverseOptions kPublished<PseudoinverseOptions>{.halvingTolerance = 1e-6};
template <>
inline constexpr TruncatedOptions kPublished<TruncatedOptions>{.cutoff = 1e-4};
template <>  // Buss & Kim 2005, figure 4.
inline constexpr DlsOptions kPublished<DlsOptions>{
    .lambda = 1.1, .lambdaMax = 1.1, .region = 0.1, .errorBound = 0.1, .errorBias = 0.001};
template <>
inline constexpr FilteredOptions kPublished<FilteredOptions>{
    .lambda = 0.05, .beta = 0.5, .region = 0};
template <>
inline constexpr IdlsOptions kPublished<IdlsOptions>{.c = 1};
template <>
inline constexpr WeightedLeastNormOptions kPublished<WeightedLeastNormOptions>{.lambda = 0.05};
template <>
inline constexpr QpOptions kPublished<QpOptions>{.lambda = 0.05};
template <>
inline constexpr LevenbergMarquardtOptions kPublished<LevenbergMarquardtOptions>{
    .lambda = 0.1, .errorBias = 0.001};
template <>
inline constexpr PriorityOptions kPublished<PriorityOptions>{.lambda = 1.1};

}  // namespace iklab
