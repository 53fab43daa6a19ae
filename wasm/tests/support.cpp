#include "support.hpp"

#include <array>
#include <fstream>

namespace iklab::test {
namespace {

Eigen::Vector3d triple(const Json& j, const char* key, const Eigen::Vector3d& otherwise) {
  if (!j.contains(key)) return otherwise;
  const auto x = j[key].get<std::array<double, 3>>();
  return {x[0], x[1], x[2]};
}

JointKind kindOf(const std::string& type) {
  if (type == "prismatic") return JointKind::prismatic;
  if (type == "screw") return JointKind::screw;
  return type == "fixed" ? JointKind::fixed : JointKind::revolute;
}

}  // namespace

Json preset(const std::string& file) {
  std::ifstream in(std::string(IKLAB_PRESET_DIR) + "/" + file);
  return Json::parse(in);
}

Tree treeFrom(const Json& document) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  TreeBuilder builder;
  for (const Json& j : document["joints"]) {
    JointSpec s;
    s.id = j["id"];
    s.parent = j.contains("parent") && !j["parent"].is_null() ? j["parent"] : Json("");
    s.kind = kindOf(j.value("type", "revolute"));
    s.xyz = triple(j, "xyz", zero);
    s.rpy = triple(j, "rpy", zero);
    s.axis = triple(j, "axis", Eigen::Vector3d::UnitZ());
    if (j.contains("limits")) {
      s.lower = j["limits"][0];
      s.upper = j["limits"][1];
    }
    s.rest = j.value("rest", 0.0);
    s.comfort = j.value("comfort", 0.0);
    s.weight = j.value("weight", 1.0);
    s.pitch = j.value("pitch", 0.0);
    builder.joint(s);
  }
  for (const Json& e : document["effectors"])
    builder.effector({e["id"], e["parent"], triple(e, "xyz", zero), triple(e, "rpy", zero)});
  return builder.build().take();
}

std::vector<LabTarget> targetsFrom(const Json& document, const Tree& tree) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  std::vector<LabTarget> targets;
  for (const Json& t : document["targets"]) {
    LabTarget target;
    for (size_t k = 0; k < tree.effectors().size(); ++k)
      if (tree.effectors()[k].id == t["effector"]) target.effector = static_cast<int>(k);
    target.base.position = triple(t, "position", zero);
    if (t.contains("motion")) {
      target.motion.amplitude = triple(t["motion"], "amplitude", zero);
      target.motion.period = triple(t["motion"], "period", Eigen::Vector3d::Ones());
      target.motion.phase = triple(t["motion"], "phase", zero);
    }
    targets.push_back(target);
  }
  return targets;
}

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
    // the first joint moves, whatever the rest do
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
  const int index = methodIndex(method);
  const MethodRow& row = *methodTable()[static_cast<size_t>(index)];
  std::vector<double> panel(kPanelStride, 0);
  defaultParams(row, panel.data());
  panel[kMethod] = index;
  panel[kClampDistance] = 0.25;
  panel[kClampAngle] = EIGEN_PI / 4;
  panel[kMaxStep] = row.maxStep;
  panel[kMaxSlide] = kInfinity;
  panel[kGain] = 1;
  return panel;
}

int paramIndex(const std::string& method, const std::string& key) {
  const MethodRow& row = *methodTable()[static_cast<size_t>(methodIndex(method))];
  for (size_t i = 0; i < row.params.size(); ++i)
    if (row.params[i].key == key) return static_cast<int>(i);
  return -1;
}

Solved solveOnce(const Tree& tree, const Task& task, const Vector& theta, const Vector& e,
                 const std::vector<double>& row) {
  const Setup setup{tree, task, workingRank(tree, task)};
  const auto method = methodTable()[static_cast<size_t>(row[kMethod])]->make(setup, row.data());
  Pose pose(tree);
  Problem problem(setup);
  Report report(setup);
  forwardKinematics(tree, theta, pose);
  problem.jacobian.compute(pose);
  problem.error = problem.raw = e;
  problem.totalDistance = e.norm();
  method->update(problem, report);
  return {report.step, report.rank, report.lambda, report.breakdown};
}

}  // namespace iklab::test
