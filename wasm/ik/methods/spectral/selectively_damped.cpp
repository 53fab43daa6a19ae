// Selectively damped least squares:
//   phi_i = clamp(alpha_i / sigma_i v_i, gamma_i),  step = clamp(sum phi_i, gamma_max)
//   gamma_i = gamma_max min(1, N_i / M_i),  N_i = sum_blocks |u_i in the block|,
//   M_i = 1/sigma_i sum_j |v_ji| sum_blocks |column j of J in the block|
//
// Buss & Kim 2004, section 4; the clamp limits the largest magnitude (the paper calls it the
// 1-norm). `hard` is the printed clamp; `soft` is the one of the program behind their figures,
// which also skips sigma_i by an absolute cutoff. Sliding joints are never scaled.
// Cost: one singular value decomposition and O(m n) for N and M.
// Fails: unreachable targets: it settles quickly, often a little farther away than DLS.
#include <cmath>

#include "ik/method.hpp"
#include "ik/methods/papers.hpp"

namespace iklab {
namespace {

enum { kGammaMax, kClampForm, kCutoffIs };
enum { kHard, kSoft };
enum { kRelative, kAbsolute };
constexpr const char* kForms[] = {"hard", "soft"};
constexpr const char* kKinds[] = {"relative", "absolute"};
constexpr double kCutoff = 1e-10;
constexpr double kCluster = 1e-9;

constexpr Param kParams[] = {
    {.key = "gammaMax",
     .label = "Largest change γ_max",
     .unit = "rad",
     .min = 1e-6,
     .max = 2 * EIGEN_PI,
     .initial = EIGEN_PI / 4,
     .scale = Scale::linear,
     .help = "Largest joint change that one singular direction, and the whole step, may ask for."},
    {.key = "clampForm",
     .label = "Clamp",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = kHard,
     .scale = Scale::choice,
     .help = "hard: as printed; soft: as in the program behind the paper's figures.",
     .options = kForms},
    {.key = "cutoffIs",
     .label = "Zero σ is",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = kRelative,
     .scale = Scale::choice,
     .help = "Directions with σ at or below 1e-10 σ₁ (relative) or 1e-10 (absolute) are skipped.",
     .options = kKinds},
};

class SelectivelyDamped : public Method {
 public:
  SelectivelyDamped(const Model& model, const double* params)
      : Method(params),
        model_(model),
        turns_(Vector::Zero(model.columns())),
        reach_(turns_),
        u_(Vector::Zero(model.rows())),
        v_(Vector::Zero(model.columns())),
        phi_(turns_) {
    for (int c = 0; c < turns_.size(); ++c) turns_[c] = model.tree.moving(c).turns();
  }

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const double cutoff = kCutoff * (choice(kCutoffIs) == kRelative ? s.largest() : 1);
    const int rank = s.rankAbove(std::max(cutoff, s.noise()));
    findReach(problem.jacobian.matrix());
    for (int i = 0, next; i < rank; i = next) {
      next = i + 1;
      while (next < rank && s.sigma(next - 1) - s.sigma(next) <= kCluster * s.largest()) ++next;
      addCluster(s, i, next, problem.error, report.step);
    }
    limitSum(report.step);
    report.rank = Report::kSpectralRank;
  }

 private:
  // sum over blocks of the column's norm: how far joint j moves the effectors, per radian
  void findReach(const Matrix& j) {
    reach_.setZero();
    for (const Block& b : model_.task.blocks()) {
      const int effector = model_.task.targets()[b.target].effector;
      for (const int c : model_.tree.pathToEffector(effector))
        reach_[c] += j.col(c).segment<3>(b.row).norm();
    }
  }

  // Directions of equal sigma have no bases of their own. The one that e itself points out,
  // u = P e / |P e|, makes the step independent of the decomposition; the others have alpha 0.
  void addCluster(const Svd& s, int first, int last, const Vector& e, Vector& step) {
    double alpha = s.u(first).dot(e), square = alpha * alpha;
    u_ = alpha * s.u(first);
    v_ = alpha * s.v(first);
    for (int i = first + 1; i < last; ++i) {
      alpha = s.u(i).dot(e);
      square += alpha * alpha;
      u_ += alpha * s.u(i);
      v_ += alpha * s.v(i);
    }
    if (square == 0) return;
    const double sigma = s.sigma(first), bound = gamma(sigma, std::sqrt(square));
    phi_ = v_ / sigma;
    const double largest = largestTurn(phi_);
    if (choice(kClampForm) == kSoft)
      scaleTurns(phi_, bound / (bound + largest));
    else if (largest > bound)
      scaleTurns(phi_, bound / largest);
    step += phi_;
  }

  // gamma_i of the direction u_ / length, v_ / length
  double gamma(double sigma, double length) const {
    double n = 0;
    for (const Block& b : model_.task.blocks()) n += u_.segment<3>(b.row).norm() / length;
    const double m = v_.cwiseAbs().dot(reach_) / (length * sigma);
    return n < m ? param(kGammaMax) * n / m : param(kGammaMax);
  }

  void limitSum(Vector& step) const {
    const double bound = param(kGammaMax), largest = largestTurn(step);
    if (!(largest > bound)) return;
    scaleTurns(step, choice(kClampForm) == kSoft ? bound / (bound + largest) : bound / largest);
  }

  double largestTurn(const Vector& x) const {
    return (x.array() * turns_.array()).abs().maxCoeff();
  }

  void scaleTurns(Vector& x, double factor) const {
    x.array() *= turns_.array() * factor + (1 - turns_.array());
  }

  const Model& model_;
  Vector turns_;  // 1 for a joint that turns, else 0
  Vector reach_, u_, v_, phi_;
};

constexpr Showing kFailures[] = {
    {"Out of reach and not clamped",
     "Each direction swings by what it may; with the targets brought near, the joints hardly "
     "shake.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1","position":[3,1,1]})"
     R"(,{"effector":"tip2","position":[2.5,1.2,-1.8]},{"effector":"tip3",)"
     R"("position":[-2.6,1.8,-1]},{"effector":"tip4","position":[-3,1.2,0.4]}],)"
     R"("methods":[{"id":"sdls"},{"id":"sdls-clamped"}]})",
     "jitter > 1.5 and shake > 1", "shake < 0.3"},
};

constexpr Showing kStrengths[] = {
    {"Four targets, all within reach",
     "Each direction gets the damping that it needs, where one λ slows all of them.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1",)"
     R"("position":[1.82,0.26,0.64]},{"effector":"tip2","position":[1.41,0.41,-1.17]})"
     R"(,{"effector":"tip3","position":[-0.49,1.34,-0.63]},{"effector":"tip4",)"
     R"("position":[-1.13,0.87,-0.1]}],"methods":[{"id":"sdls"},{"id":"dls-clamped"}],)"
     R"("run":{"mode":"converge","tolerance":0.001}})",
     "reached and updates < 30", "updates > 60"},
};

constexpr Reference kReferences[] = {
    papers::kBussKim2005,
};

}  // namespace

extern const MethodRow selectivelyDampedRow = {
    .id = "sdls",
    .name = "SDLS",
    .fullName = "Selectively damped least squares",
    .group = Group::spectral,
    .summary = "Damps each singular direction by how hard its motion is to get; no λ to choose.",
    .parent = "truncated",
    .change = "damp each σ by its reach",
    .idea =
        "Truncation asks whether a σ is large enough; this asks each singular direction how "
        "far it may turn the joints before the effectors stop moving along a straight line, "
        "and damps that direction by exactly this much and no other. N is how far a direction"
        " moves the effectors, M how far its joints would, each on its own: where M is "
        "larger, motions cancel. No λ is to be chosen.",
    .equation =
        R"(\Delta\theta &= \operatorname{clamp}\bigl(\textstyle\sum_i \varphi_i,\ \gamma_{\max}\bigr) \\)"
        R"(\varphi_i &= \operatorname{clamp}\bigl(\tfrac{1}{\sigma_i}\,)"
        R"( v_i\, u_i^T e,\ \gamma_i\bigr) \\)"
        R"(\gamma_i &= \gamma_{\max} \min\bigl(1,\ N_i / M_i\bigr))",
    .cost = "One singular value decomposition; N and M add O(m n).",
    .good =
        "Fast and calm within reach, without a constant to tune; best with the targets clamped.",
    .bad = "Targets out of reach, not clamped: it shakes, a little farther away than DLS.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kSpectral | kStage | kReach,
    .params = kParams,
    .make = makeMethod<SelectivelyDamped>,
};

}  // namespace iklab
