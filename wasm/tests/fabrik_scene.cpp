#include "tests/fabrik_scene.hpp"

namespace iklab::fabrik_scene {

void addRun(TreeBuilder& builder, const std::string& id, const std::string& parent,
            const Vector3d& offset, const std::vector<Vector3d>& axes) {
  for (size_t k = 0; k < axes.size(); ++k) {
    JointSpec s;
    s.id = k + 1 == axes.size() ? id : id + "." + std::to_string(k);
    s.parent = k == 0 ? parent : id + "." + std::to_string(k - 1);
    if (k == 0) s.xyz = offset;
    s.axis = axes[k];
    s.lower = -2.5, s.upper = 2.5;
    builder.joint(s);
  }
}

Scene chain(const std::vector<double>& lengths, const std::vector<Vector3d>& axes, bool alternate) {
  TreeBuilder builder;
  Scene s;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const std::string id = "p" + std::to_string(i);
    const Vector3d offset = i == 0 ? Vector3d(0.1, 0.2, 0.3) : Vector3d(lengths[i - 1], 0, 0);
    std::vector<Vector3d> own = axes;
    if (alternate && i % 2) own = {Vector3d::UnitY()};
    addRun(builder, id, i == 0 ? "" : s.ids.back(), offset, own);
    s.ids.push_back(id);
    s.plain.children.push_back({static_cast<int>(i) + 1});
    s.plain.length.push_back(i == 0 ? 0 : lengths[i - 1]);
  }
  builder.effector({"tip", s.ids.back(), {lengths.back(), 0, 0}});
  s.ids.push_back("tip");
  s.plain.children.push_back({});
  s.plain.length.push_back(lengths.back());
  s.tree = builder.build().take();
  s.task.add(0, false, 1);
  s.goals.resize(1);
  s.theta = Vector::Zero(s.tree.columns());
  return s;
}

void aim(Scene& s, const Vector3d& target) {
  s.goals[0].position = target;
  s.plain.targets[static_cast<int>(s.ids.size()) - 1] = target;
}

Vector3d inReach(Random& random, double most) {
  return kBase + test::randomVector(3, 1, random).normalized() * random.uniform(0.3, most);
}

Points pointsOf(const Scene& s, const Vector& theta) {
  Pose pose(s.tree);
  forwardKinematics(s.tree, theta, pose);
  Points points;
  for (const std::string& id : s.ids) {
    for (size_t i = 0; i < s.tree.joints().size(); ++i)
      if (s.tree.joints()[i].id == id) points.push_back(pose.origin[i]);
    for (size_t k = 0; k < s.tree.effectors().size(); ++k)
      if (s.tree.effectors()[k].id == id) points.push_back(pose.tip[k]);
  }
  return points;
}

double apart(const Points& a, const Points& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

Fitted update(const Scene& s, bool limits, int passes, int sweeps) {
  const iklab::Model model{s.tree, s.task, 1};
  std::vector<double> row = test::panelRow("fabrik");
  row[test::paramIndex("fabrik", "passes")] = passes;
  row[test::paramIndex("fabrik", "sweeps")] = sweeps;
  const auto method = test::methodFrom(model, row);
  State state(model);
  state.theta = s.theta;
  state.goals = s.goals;
  forwardKinematics(s.tree, s.theta, state.pose);
  Problem problem(model, state);
  taskError(s.task, state.pose, s.goals, problem.unclampedError);
  problem.error = problem.unclampedError;
  problem.limitsHold = limits;
  Report report(model);
  method->update(problem, report);
  return {report.step, report.infeasibility};
}

}  // namespace iklab::fabrik_scene
