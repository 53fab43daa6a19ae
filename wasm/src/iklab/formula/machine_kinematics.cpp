#include <algorithm>
#include <cmath>
#include <utility>

#include "iklab/formula/machine.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab::formula {

using namespace detail;

// Computes a given value, once per update.
void Machine::provide(Given one, int slot) {
  char& known = provided_[static_cast<size_t>(one)];
  if (std::exchange(known, 1)) return;
  switch (one) {
    case Given::J:
      cell(slot).data = const_cast<double*>(problem_->jacobian().matrix().data());
      return;
    case Given::r:
      number(slot) = model_.rankWith(problem_->jacobian().idle());
      return;
    case Given::distance:
      for (size_t t = 0; t < model_.task.targets().size(); ++t)
        cell(slot).data[t] = norm(load(&problem_->unclampedError[model_.task.targets()[t].row]));
      return;
    case Given::H: {
      const int n = model_.columns();
      double* to = cell(slot).data;
      hessian_->compute(problem_->state.pose, problem_->unclampedError, problem_->state.goals);
      for (int c = 0; c < n; ++c)
        if (problem_->locked[static_cast<size_t>(c)]) hessian_->zeroColumn(c);
      std::fill_n(to, n * n, 0.0);
      hessian_->write(to, n);
      for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) to[j * n + i] = to[i * n + j];
      return;
    }
    default:
      break;
  }
  const Svd& svd = problem_->svd();
  const Cell& to = cell(slot);
  for (int i = 0; i < svd.count(); ++i) {
    if (one == Given::sigma) to.data[i] = svd.sigma(i);
    if (one == Given::U) std::copy_n(svd.u(i).data(), to.rows, to.data + i * to.rows);
    if (one == Given::V) std::copy_n(svd.v(i).data(), to.rows, to.data + i * to.rows);
  }
}

// f after a step, and e there; a repeated step is evaluated once.
double Machine::evaluateAt(const Cell& step) {
  if (evaluated_ && std::equal(step.data, step.data + step.rows, step_.data())) return f_;
  std::copy_n(step.data, step.rows, step_.data());
  f_ = problem_->evaluate(step_, e_);
  evaluated_ = true;
  lookedJacobian_ = false;
  return f_;
}

bool Machine::evaluateOtherPose(const Instruction& now) {
  const Cell& a = cell(now.a);
  for (int i = 0; i < a.rows; ++i)
    if (!(std::abs(a.data[i]) <= 1e15)) return false;  // Larger than any joint value.
  switch (now.op) {
    case Op::eAt:
      evaluateAt(a);
      std::copy_n(e_.data(), e_.size(), cell(now.to).data);
      return true;
    case Op::fAt:
      number(now.to) = evaluateAt(a);
      return true;
    case Op::jAt: {
      evaluateAt(a);
      if (!lookedJacobian_) {
        jacobianAtStep_.compute(problem_->tried(), problem_->state.goals);
        for (int c = 0; c < model_.columns(); ++c)
          if (problem_->locked[static_cast<size_t>(c)]) jacobianAtStep_.zeroColumn(c);
        lookedJacobian_ = true;
      }
      const Matrix& matrix = jacobianAtStep_.matrix();
      std::copy_n(matrix.data(), matrix.size(), cell(now.to).data);
      return true;
    }
    case Op::dJ: {
      std::copy_n(a.data, a.rows, moved_.data());
      jacobianChange(model_.tree, model_.task, problem_->state.pose, problem_->jacobian(), moved_,
                     *jacobianChange_, problem_->state.goals);
      double* to = cell(now.to).data;
      std::fill_n(to, model_.rows() * model_.columns(), 0.0);
      jacobianChange_->each([&](int row, int c, const detail::Three<double>& v) {
        if (!problem_->locked[static_cast<size_t>(c)])
          detail::store(v, to + c * model_.rows() + row);
      });
      return true;
    }
    default:
      break;
  }
  evaluated_ = false;  // The search evaluates other poses.
  step_ = vector(a);
  search_.begin(*problem_, moved_);
  const double slope = -problem_->gain * problem_->gain * moved_.dot(step_);
  number(now.to) = now.op == Op::wolfe
                       ? search_.wolfe(*problem_, step_, slope, number(now.b), number(now.c))
                       : search_.backtrack(*problem_, step_, slope);
  return true;
}

// The target or column with this number, from 0; -1 if there is none.
int Machine::target(int slot) {
  const int at = toIndex(slot);
  return at <= static_cast<int>(model_.task.targets().size()) ? at - 1 : -1;
}
int Machine::column(int slot) {
  const int at = toIndex(slot);
  return at <= model_.columns() ? at - 1 : -1;
}

bool Machine::mechanism(const Instruction& now) {
  const auto three = [&](const Three<double>& value) { store(value, resized(now.to, 3, 1).data); };
  const auto vectorThree = [&](const Eigen::Vector3d& value) { three(load(value)); };
  const Pose& pose = problem_->state.pose;
  switch (now.op) {
    case Op::jOf:
    case Op::eOf: {
      const int t = target(now.b);
      if (t < 0) return false;
      const TaskTarget& task = model_.task.targets()[static_cast<size_t>(t)];
      const int rows = task.oriented ? 6 : 3;
      const Cell& from = cell(now.a);
      const Cell& to = resized(now.to, rows, from.columns);
      for (int j = 0; j < from.columns; ++j)
        std::copy_n(from.data + j * from.rows + task.row, rows, to.data + j * rows);
      return true;
    }
    case Op::tip: {
      const int t = target(now.a);
      if (t < 0) return false;
      vectorThree(
          pose.tip[static_cast<size_t>(model_.task.targets()[static_cast<size_t>(t)].effector)]);
      return true;
    }
    case Op::goal: {
      const int t = target(now.a);
      if (t < 0) return false;
      vectorThree(problem_->state.goals[static_cast<size_t>(t)].position);
      return true;
    }
    case Op::axis:
    case Op::origin: {
      const int c = column(now.a);
      if (c < 0) return false;
      const size_t joint = static_cast<size_t>(model_.tree.jointOfColumn(c));
      vectorThree(now.op == Op::axis ? pose.axis[joint] : pose.origin[joint]);
      return true;
    }
    case Op::carries: {
      const int c = column(now.a), t = target(now.b);
      if (c < 0 || t < 0) return false;
      number(now.to) =
          carries_[static_cast<size_t>(c) * model_.task.targets().size() + static_cast<size_t>(t)];
      return true;
    }
    case Op::rotate: {
      const Three<double> z = load(cell(now.a).data), x = load(cell(now.c).data);
      const auto [s, c] = sineCosine(number(now.b));
      three(c * x + s * iklab::detail::cross(z, x) + ((1 - c) * iklab::detail::dot(z, x)) * z);
      return true;
    }
    default:
      three(iklab::detail::cross(load(cell(now.a).data), load(cell(now.b).data)));
      return true;
  }
}

}  // namespace iklab::formula
