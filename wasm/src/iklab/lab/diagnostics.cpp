#include "iklab/lab/diagnostics.hpp"

#include <cmath>

#include "iklab/ik/methods/spectral/selective.hpp"

namespace iklab {
namespace {

constexpr double kSameSigma = 1e-9;  // of sigma_1: directions as close as this share a space
constexpr double kNothing = 1e-300;  // an alpha below it has no response

using Eigen::Map;

// plain loops: what is looked at now and then need not be fast
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
  l.axes = take(9 * static_cast<int>(model.task.targets().size()));
  l.observed = take(methods.mostObserved(model));
  l.size = at;
  return l;
}

Diagnostics::Diagnostics(const Model& model, const MethodRegistry& methods)
    : model_(model),
      layout_(layoutOf(model, methods)),
      probe_(model.columns() + (kGoal + 1) * model.task.targets().size(), 0),
      findings_(layout_.size, 0),
      state_(model),
      problem_(model_, state_),
      report_(model),
      adapted_(model.task.targets().size(), kInfinity),
      tip_(3, model.columns()),
      rows_(Matrix::Zero(3, model.columns())),
      u_(Matrix::Zero(model.rows(), layout_.directions)),
      v_(Matrix::Zero(model.columns(), layout_.directions)) {}

void Diagnostics::choose(const Solver* solver) {
  method_ = solver ? solver->method().make(model_) : nullptr;
}

std::string Diagnostics::look(const Solver* solver) {
  choose(nullptr);
  if (std::string fault = place(); !fault.empty()) {
    std::fill(findings_.begin(), findings_.end(), kNotUsed);
    return fault;
  }
  problem_.error = problem_.unclampedError;
  if (solver) {
    choose(solver);
    learnt_.resize(static_cast<size_t>(method_->memorySize()));
    method_->forget(learnt_);
    problem_.learnt = learnt_;
    const Settings& settings = solver->settings();
    if (!method_->ignoresClamp(problem_.totalDistance))
      settings.clamp.apply(model_.task, adapted_, problem_.error);
    problem_.error *= problem_.gain = settings.gain;
  }
  takeApart();
  ask(solver);
  findAxes();
  return {};
}

// the pose and the problem that the probe names
std::string Diagnostics::place() {
  const int n = model_.columns();
  const Vector theta = Map<const Vector>(probe_.data(), n);
  const bool known = placed_ && theta == state_.theta &&
                     !model_.task.partial();  // J and its decomposition cost the most
  const double* row = probe_.data() + n;
  std::vector<Goal> goals(state_.goals.size());
  for (Goal& goal : goals) {
    goal.position = Map<const Eigen::Vector3d>(row);
    goal.orientation.coeffs() = Map<const Eigen::Vector4d>(row + 3);
    row += kGoal;
  }
  if (std::string fault = faultOf(model_, theta, LimitPolicy::ignore); !fault.empty()) return fault;
  if (std::string fault = faultOf(model_, goals); !fault.empty()) return fault;
  for (size_t i = 0; i < goals.size(); ++i)
    if (!(row[i] > 0)) return "a clamp distance must be above 0";
  std::copy_n(row, adapted_.size(), adapted_.begin());
  state_.goals = goals;
  state_.theta = theta;
  placed_ = true;
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

void Diagnostics::takeApart() {
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

// columns from `first` on <- columns (I - scale mirror mirror^T)
void Diagnostics::reflect(Matrix& columns, int first, const Vector& mirror, double scale) {
  for (int r = 0; r < columns.rows(); ++r) {
    double along = 0;
    for (int i = 0; i < mirror.size(); ++i) along += columns(r, first + i) * mirror[i];
    for (int i = 0; i < mirror.size(); ++i) columns(r, first + i) -= scale * along * mirror[i];
  }
}

// Equal sigma leave their bases open. A reflection turns the first direction to where e points,
// so that all others have alpha 0: the basis that SDLS takes.
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

void Diagnostics::ask(const Solver* solver) {
  double* found = findings_.data();
  report_.clear();
  problem_.limitsHold = solver && solver->settings().limits != LimitPolicy::ignore;
  if (solver) method_->update(problem_, report_);
  const std::span<double> seen(found + layout_.observed, layout_.size - layout_.observed);
  if (solver)
    solver->method().entry().observe(*method_, report_, model_, seen);
  else
    std::fill(seen.begin(), seen.end(), kNotUsed);
  std::copy_n(report_.step.data(), report_.step.size(), found + layout_.step);
  for (int i = 0; i < layout_.directions; ++i) {
    const double alpha = found[layout_.alpha + i];
    const bool told = solver && std::abs(alpha) > kNothing;
    found[layout_.response + i] = told ? dot(v_, i, report_.step) / alpha : kNotUsed;
  }
}

void Diagnostics::findReach() {
  Vector moved;
  effectorsMoved(model_, problem_.jacobian().matrix(), moved);
  for (int i = 0; i < layout_.directions; ++i) {
    findings_[layout_.reach + i] = directionReach(model_, u_.col(i), 1);
    findings_[layout_.cost + i] = directionCost(moved, v_.col(i), findings_[layout_.sigma + i], 1);
  }
}

void Diagnostics::findAxes() {
  double* to = &findings_[layout_.axes];
  for (const TaskTarget& t : model_.task.targets()) {
    rows_ = problem_.jacobian().matrix().middleRows(t.row, 3);
    if (t.freedom.anyPosition()) {  // back into the world's axes
      const size_t target = static_cast<size_t>(&t - model_.task.targets().data());
      const Eigen::Matrix3d world = positionRows(t.freedom, state_.goals[target]).transpose();
      for (int c = 0; c < rows_.cols(); ++c) rows_.col(c) = (world * rows_.col(c)).eval();
    }
    tip_.compute(rows_);
    for (int i = 0; i < 3; ++i, to += 3)
      Map<Eigen::Vector3d>{to} =
          i < tip_.count() ? Eigen::Vector3d(tip_.sigma(i) * tip_.u(i)) : Eigen::Vector3d::Zero();
  }
}

}  // namespace iklab
