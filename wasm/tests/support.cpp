#include "tests/support.hpp"

#include <cmath>

#include "iklab/core/hessian.hpp"

namespace iklab::test {

Tree randomTree(Random& random) {
  const auto triple = [&](double range) {
    return Eigen::Vector3d(random.uniform(-range, range), random.uniform(-range, range),
                           random.uniform(-range, range));
  };
  TreeBuilder builder;
  const int joints = 1 + random.below(12);
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(random.unit() < 0.7 ? i - 1 : random.below(i));
    // The first joint moves in any case.
    s.kind = static_cast<JointKind>(random.below(i == 0 ? 3 : 4));
    s.xyz = triple(1);
    if (random.unit() < 0.5) s.rpy = triple(3);
    s.axis = triple(2);
    s.pitch = random.uniform(-0.5, 0.5);
    builder.joint(s);
  }
  const int effectors = 1 + random.below(3);
  for (int k = 0; k < effectors; ++k) {
    const std::string parent = "j" + std::to_string(k == 0 ? joints - 1 : random.below(joints));
    builder.effector({"e" + std::to_string(k), parent, triple(1), triple(3)});
  }
  return builder.build().take();
}

Task randomTask(const Tree& tree, Random& random) {
  Task task;
  for (size_t k = 0; k < tree.effectors().size(); ++k)
    task.add(static_cast<int>(k), random.unit() < 0.5, random.uniform(0.2, 2));
  return task;
}

Vector randomVector(int size, double range, Random& random) {
  Vector v(size);
  for (int i = 0; i < size; ++i) v[i] = random.uniform(-range, range);
  return v;
}

std::vector<Goal> randomGoals(const Task& task, double range, Random& random) {
  std::vector<Goal> goals(task.targets().size());
  for (Goal& g : goals) {
    g.position = randomVector(3, range, random);
    g.orientation.coeffs() = randomVector(4, 1, random).normalized();
  }
  return goals;
}

std::vector<double> panelRow(const std::string& method) {
  const MethodRegistry& all = *MethodRegistry::builtIn();
  Row row(panelStride(all), 0);
  const MethodOptions options(method);
  Settings settings;
  settings.clamp.distance = 0.25;
  settings.clamp.angle = EIGEN_PI / 4;
  if (options.entry().maxStep != kByStage) settings.maxStep = options.entry().maxStep;
  writePanel(options, settings, all, row);
  return row;
}

int paramIndex(const std::string& method, const std::string& key) {
  const MethodEntry& entry = *MethodRegistry::builtIn()->find(method);
  for (size_t i = 0; i < entry.params.size(); ++i)
    if (entry.params[i].key == key) return kNumbersAt + static_cast<int>(i);
  return -1;
}

std::unique_ptr<Method> methodFrom(const Model& model, const Row& row) {
  return methodIn(*MethodRegistry::builtIn(), row).value().make(model);
}

Solver solverOf(const Tree& tree, const Task& task, const RunSettings& run,
                const std::vector<double>& row) {
  return iklab::solverOf(std::make_shared<const Model>(tree, task), run.limitPolicy,
                         *MethodRegistry::builtIn(), row)
      .value();
}

Solver solverOf(const Model& model, const RunSettings& run, const std::vector<double>& row) {
  const auto own = std::make_shared<const Model>(model.tree, model.task, model.workingRank);
  return iklab::solverOf(own, run.limitPolicy, *MethodRegistry::builtIn(), row).value();
}

Solved solveOnce(const Tree& tree, const Task& task, const Vector& theta, const Vector& e,
                 const std::vector<double>& row) {
  const Model model{tree, task};
  const auto method = methodFrom(model, row);
  State state(model);
  Problem problem(model, state);
  Report report(model);
  state.theta = theta;
  forwardKinematics(tree, theta, state.pose);
  problem.poseChanged();
  problem.error = problem.unclampedError = e;
  problem.totalDistance = e.norm();
  std::vector<double> learnt(static_cast<size_t>(method->memorySize()));
  method->forget(learnt);
  problem.learnt = learnt;
  method->update(problem, report);
  return {report.step, report.rank, report.lambda, report.breakdown};
}

Posed::Posed(const Tree& tree, const Task& task, const Vector& theta,
             const std::vector<Goal>& goals)
    : model{tree, task}, state(model), problem(model, state) {
  place(theta, goals);
}

void Posed::place(const Vector& theta, const std::vector<Goal>& goals) {
  state.theta = theta;
  state.goals = goals;
  forwardKinematics(model.tree, theta, state.pose);
  problem.poseChanged();
  taskError(model.task, state.pose, goals, problem.unclampedError);
  problem.error = problem.gain * problem.unclampedError;
  problem.totalDistance = 0;
  for (const TaskTarget& t : model.task.targets())
    problem.totalDistance += problem.unclampedError.segment<3>(t.row).norm();
}

void Posed::begin(const Method& method) {
  learnt.resize(static_cast<size_t>(method.memorySize()));
  method.forget(learnt);
  problem.learnt = learnt;
}

void Posed::learn(Method& method, const Vector& step) { method.learn(problem, step, learnt); }

double Posed::f(const Vector& theta) const {
  Pose pose(model.tree);
  Vector e(model.rows());
  forwardKinematics(model.tree, theta, pose);
  taskError(model.task, pose, state.goals, e);
  return 0.5 * e.squaredNorm();
}

std::unique_ptr<Method> Posed::make(const std::vector<double>& row) {
  auto method = methodFrom(model, row);
  begin(*method);
  return method;
}

Matrix jacobianChange(const Tree& tree, const Task& task, const Pose& pose,
                      const Jacobian& jacobian, const Vector& delta, std::span<const Goal> goals) {
  detail::Strands<double> change(tree, task);
  iklab::jacobianChange(tree, task, pose, jacobian, delta, change, goals);
  Matrix dense = Matrix::Zero(task.rows(), tree.columns());
  change.each(
      [&](int row, int c, const detail::Three<double>& v) { detail::store(v, &dense(row, c)); });
  return dense;
}

std::vector<Goal> goalsAt(const Tree& tree, const Task& task, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  std::vector<Goal> goals;
  for (const TaskTarget& t : task.targets())
    goals.push_back({pose.tip[t.effector], Eigen::Quaterniond(pose.worldFromTip[t.effector])});
  return goals;
}

Matrix errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Vector& e,
                    std::span<const Goal> goals) {
  ErrorHessian hessian(tree, task);
  hessian.compute(pose, e, goals);
  Matrix h(tree.columns(), tree.columns());
  hessian.write(h.data(), tree.columns());
  return Matrix(h.selfadjointView<Eigen::Lower>());
}

}  // namespace iklab::test
