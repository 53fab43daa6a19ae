#include "iklab/lab/diagnostics.hpp"

#include <cmath>

#include "iklab/ik/methods/spectral/selective.hpp"
#include "iklab/lab/probe.hpp"

namespace iklab {
namespace {

constexpr double kSameSigma = 1e-9;  // Relative to sigma_1: directions this close share a space.
constexpr double kNothing = 1e-300;  // Alphas below this have no response.

// A plain loop: inspections are rare and need not be fast.
[[gnu::noinline]] double dot(const Matrix& columns, int i, const Vector& x) {
  double sum = 0;
  for (int r = 0; r < x.size(); ++r) sum += columns(r, i) * x[r];
  return sum;
}

}  // namespace

DiagnosticsLayout layoutOf(const Model& model, const MethodRegistry& methods) {
  DiagnosticsLayout l;
  int at = kFindingHead;
  const auto take = [&](int count) {
    at += count;
    return at - count;
  };
  l.directions = std::min(model.rows(), model.columns());
  for (int* part : {&l.sigma, &l.alpha, &l.response, &l.reach, &l.cost}) *part = take(l.directions);
  l.step = take(model.columns());
  l.u = take(l.directions * model.rows());
  l.v = take(l.directions * model.columns());
  l.observed = take(methods.mostObserved(model));
  l.size = at;
  return l;
}

Diagnostics::Diagnostics(const Model& model, const MethodRegistry& methods)
    : model_(model),
      layout_(layoutOf(model, methods)),
      probe_(probeSize(model), 0),
      findings_(layout_.size, 0),
      state_(model),
      problem_(model_, state_),
      report_(model),
      adapted_(model.task.targets().size(), kInfinity),
      u_(Matrix::Zero(model.rows(), layout_.directions)),
      v_(Matrix::Zero(model.columns(), layout_.directions)) {}

void Diagnostics::choose(const Solver* solver) {
  chosen_ = solver ? solver->method().make(model_) : nullptr;
}

std::string Diagnostics::begin(const Solver* solver) {
  if (std::string fault = loadProbe(); !fault.empty()) {
    stage_ = Stage::done;
    solver_.reset();
    method_.reset();
    std::fill(findings_.begin(), findings_.end(), kNotUsed);
    return fault;
  }
  ask(solver);
  return {};
}

void Diagnostics::ask(const Solver* solver) {
  solver_ = solver ? std::optional(*solver) : std::nullopt;
  method_ = solver ? solver->method().make(model_) : nullptr;
  problem_.error = problem_.unclampedError;
  stage_ = Stage::decompose;
  if (!solver) return;
  learnt_.resize(static_cast<size_t>(method_->memorySize()));
  method_->forget(learnt_);
  problem_.learnt = learnt_;
  const Settings& settings = solver->settings();
  if (!method_->ignoresClamp(problem_.totalDistance))
    settings.clamp.apply(model_.task, adapted_, problem_.error);
  problem_.error *= problem_.gain = settings.gain;
}

bool Diagnostics::work() {
  switch (stage_) {
    case Stage::decompose:
      if (!problem_.decompose()) stage_ = Stage::answer;
      break;
    case Stage::answer:
      answer();
      stage_ = Stage::show;
      break;
    case Stage::show:
      writeDirections();
      showAnswer();
      stage_ = Stage::done;
      break;
    case Stage::done:
      break;
  }
  return stage_ != Stage::done;
}

// Reads pose and goals from the probe.
std::string Diagnostics::loadProbe() {
  Vector theta(model_.columns());
  std::vector<Goal> goals(state_.goals.size());
  if (std::string fault = readProbe(model_, probe_, theta, goals); !fault.empty()) return fault;
  const auto clamps = std::span(probe_).last(adapted_.size());
  for (const double distance : clamps)
    if (!(distance > 0)) return "a clamp distance must be above 0";
  std::copy(clamps.begin(), clamps.end(), adapted_.begin());
  const bool known = probeValid_ && theta == state_.theta &&
                     !model_.task.partial();  // J and its decomposition dominate the cost.
  state_.goals = goals;
  state_.theta = theta;
  probeValid_ = true;
  if (!known) {
    forwardKinematics(model_.tree, state_.theta, state_.pose);
    problem_.poseChanged();
  }
  taskError(model_.task, state_.pose, state_.goals, problem_.unclampedError);
  problem_.totalDistance = 0;
  for (const TaskTarget& t : model_.task.targets())
    problem_.totalDistance += problem_.unclampedError.segment<3>(t.row).norm();
  return {};
}

void Diagnostics::answer() {
  report_.clear();
  problem_.limitsHold = solver_ && solver_->settings().limits != LimitPolicy::ignore;
  if (method_) method_->update(problem_, report_);
}

void Diagnostics::writeDirections() {
  const Svd& s = problem_.svd();
  const int r = model_.rankWith(problem_.jacobian().idle());
  double* found = findings_.data();
  for (int i = 0; i < s.count(); ++i) {
    found[layout_.sigma + i] = s.sigma(i);
    std::copy_n(s.u(i).data(), u_.rows(), &u_(0, i));
    std::copy_n(s.v(i).data(), v_.rows(), &v_(0, i));
  }
  for (int i = 0, next; i < s.count(); i = next) {
    next = i + 1;
    while (next < s.count() && s.sigma(next - 1) - s.sigma(next) <= kSameSigma * s.largest())
      ++next;
    if (next - i > 1 && s.sigma(next - 1) > 0) alignCluster(i, next);
  }
  double product = 1, comfort = 0;
  for (int i = 0; i < r; ++i) product *= s.sigma(i);
  for (int c = 0; c < model_.columns(); ++c)
    if (model_.tree.moving(c).turns())
      comfort += std::pow(state_.theta[c] - model_.tree.moving(c).comfort, 2);
  found[kFoundManipulability] = product;
  found[kFoundCondition] = s.condition(r);
  found[kFoundSmallest] = s.sigma(r - 1);
  found[kFoundComfort] = std::sqrt(comfort);
  for (int i = 0; i < s.count(); ++i) found[layout_.alpha + i] = dot(u_, i, problem_.error);
  findReach();
  std::copy_n(u_.data(), u_.size(), found + layout_.u);
  std::copy_n(v_.data(), v_.size(), found + layout_.v);
}

// Columns from `first` on <- columns (I - scale mirror mirror^T).
void Diagnostics::reflect(Matrix& columns, int first, const Vector& mirror, double scale) {
  for (int r = 0; r < columns.rows(); ++r) {
    double along = 0;
    for (int i = 0; i < mirror.size(); ++i) along += columns(r, first + i) * mirror[i];
    for (int i = 0; i < mirror.size(); ++i) columns(r, first + i) -= scale * along * mirror[i];
  }
}

// The basis of directions with equal sigma is not unique. A reflection moves the first direction to
// that of e, so that all others have alpha 0: the basis that SDLS uses.
void Diagnostics::alignCluster(int first, int last) {
  const int count = last - first;
  Vector mirror(count);
  for (int i = 0; i < count; ++i) mirror[i] = dot(u_, first + i, problem_.error);
  const double length = mirror.norm();
  if (length == 0) return;
  mirror[0] += mirror[0] < 0 ? -length : length;
  const double scale = 2 / mirror.squaredNorm();
  reflect(u_, first, mirror, scale);
  reflect(v_, first, mirror, scale);
}

void Diagnostics::showAnswer() {
  double* found = findings_.data();
  const std::span<double> seen(found + layout_.observed, layout_.size - layout_.observed);
  if (method_)
    solver_->method().entry().observe(*method_, report_, model_, seen);
  else
    std::fill(seen.begin(), seen.end(), kNotUsed);
  std::copy_n(report_.step.data(), report_.step.size(), found + layout_.step);
  for (int i = 0; i < layout_.directions; ++i) {
    const double alpha = found[layout_.alpha + i];
    const bool told = method_ && std::abs(alpha) > kNothing;
    found[layout_.response + i] = told ? dot(v_, i, report_.step) / alpha : kNotUsed;
  }
}

void Diagnostics::findReach() {
  Vector moved;
  computeEffectorMotion(model_, problem_.jacobian().matrix(), moved);
  for (int i = 0; i < layout_.directions; ++i) {
    findings_[layout_.reach + i] = directionReach(model_, u_.col(i), 1);
    findings_[layout_.cost + i] = directionCost(moved, v_.col(i), findings_[layout_.sigma + i], 1);
  }
}

}  // namespace iklab
