// No two methods are the same: in one pose, after the same two steps, no two of them compute the
// same third step.
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::difference_test {
namespace {

// Seven nearly straight hinges, so that the smallest singular value is below every cutoff but above
// rounding; one joint is close to its limit and moves towards it; the target is far enough away for
// every clamp to act.
Tree testTree() {
  TreeBuilder builder;
  for (int i = 0; i < 7; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {0.1 + 0.01 * i, 0, 0};
    s.axis = i % 2 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
    s.lower = i == 2 ? -2 : -1;
    s.upper = i == 2 ? 0.02 : 2;
    s.comfort = 0.1 * i;
    builder.joint(s);
  }
  builder.effector({"tip", "6", {0.15, 0, 0}});
  builder.effector({"elbow", "3", {0.1, 0, 0}});
  return builder.build().take();
}

Vector thirdStep(const MethodEntry& row, test::Posed& posed, const std::vector<Vector>& poses,
                 const std::vector<Goal>& goals) {
  const std::vector<double> panel = test::panelRow(row.id);
  const auto method = posed.make(panel);
  posed.problem.limitsHold = true;
  Report report(posed.model);
  for (size_t k = 0; k < poses.size(); ++k) {
    posed.place(poses[k], goals);
    report.clear();
    method->update(posed.problem, report);
    if (k + 1 < poses.size()) posed.learn(*method, poses[k + 1] - poses[k]);
  }
  EXPECT_TRUE(report.step.allFinite() && report.step.norm() > 0) << row.id;
  return report.step;
}

TEST(Table, NoTwoMethodsTakeTheSameThirdStep) {
  const Tree tree = testTree();
  Task task;
  task.add(0, false, 1);
  task.add(1, false, 1);  // With one target `priority` equals `dls`.
  std::vector<Goal> goals(2);
  goals[0].position = {3.5, 3, -2};
  goals[1].position = {0.5, 1.2, 0.3};
  std::vector<Vector> poses(3, Vector::Zero(7));
  poses[0] << -0.02, -0.015, -0.01, -0.02, -0.012, -0.015,
      -0.01;  // The next poses move towards the target.
  poses[1] << -0.01, -0.007, -0.006, -0.008, -0.006, -0.007, -0.005;
  poses[2] = 0.001 * poses[0];
  test::Posed posed(tree, task, poses[0], goals);
  std::vector<MethodEntry::Pointer> rows;
  std::vector<Vector> steps;
  for (const auto& row : test::methods()) {
    // A two-stage method equals one of its stages in every pose.
    if (row->id == std::string("two-stage")) continue;
    rows.push_back(row);
    steps.push_back(thirdStep(*row, posed, poses, goals));
  }
  EXPECT_GE(rows.size(), 17);
  for (size_t a = 0; a < rows.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      EXPECT_GT((steps[a] - steps[b]).norm(), 1e-3 * std::max(steps[a].norm(), steps[b].norm()))
          << rows[a]->id << " and " << rows[b]->id;
}

}  // namespace
}  // namespace iklab::difference_test
