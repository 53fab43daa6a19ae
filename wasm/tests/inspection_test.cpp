// What a lab tells of its next update, against the update itself.
#include <gtest/gtest.h>

#include "iklab/lab/lab.hpp"
#include "tests/support.hpp"

namespace iklab::inspection_test {
namespace {

std::unique_ptr<Lab> labOf(const std::string& method) {
  Tree tree = test::treeFrom(test::preset("trees/double-y.json"));
  LabSpec spec;
  spec.targets = test::targetsFrom(test::preset("double-y.json"), tree);
  auto lab = Lab::open(std::move(tree), spec).take();
  std::vector<double> row = test::panelRow(method);
  const unsigned traits = MethodRegistry::builtIn()->find(method)->traits;
  if (!(traits & kUnclamped)) row[kClampMode] = static_cast<double>(ClampMode::adaptive);
  std::copy(row.begin(), row.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  return lab;
}

void inspectNow(Lab& lab) {
  double* to = std::copy_n(lab.angles().data(), lab.tree().columns(), lab.probe().data());
  to = std::copy(lab.goals().begin(), lab.goals().end(), to);
  std::copy_n(lab.clamps().data(), lab.task().targets().size(), to);
  lab.inspect(0);
}

TEST(Inspection, LeavesTheRunAsItIs) {
  for (const auto& row : test::methods()) {
    const auto watched = labOf(row->id), alone = labOf(row->id);
    for (int frame = 0; frame < 30; ++frame) {
      inspectNow(*watched);
      watched->advance(1);
      alone->advance(1);
    }
    EXPECT_EQ(test::copied(watched->angles()), test::copied(alone->angles())) << row->id;
    EXPECT_EQ(watched->status()[kStatusEvaluations], alone->status()[kStatusEvaluations]);
  }
}

// the targets stand still, so that what it sees is what the next update works on
TEST(Inspection, SeesTheStepThatTheNextUpdateTakes) {
  Tree tree = test::treeFrom(test::preset("trees/double-y.json"));
  LabSpec spec;
  spec.targets = test::targetsFrom(test::preset("double-y.json"), tree);
  for (LabTarget& t : spec.targets) t.motion = {};
  auto lab = Lab::open(std::move(tree), spec).take();
  std::vector<double> row = test::panelRow("dls");
  row[kClampMode] = static_cast<double>(ClampMode::adaptive);
  row[kMaxStep] = kInfinity;
  row[kGain] = 0.7;
  std::copy(row.begin(), row.end(), lab->params().begin());
  ASSERT_EQ(lab->restart(1), "");
  const int n = lab->tree().columns();
  for (int frame = 0; frame < 8; ++frame) {
    inspectNow(*lab);
    const Vector step = Eigen::Map<const Vector>(&lab->findings()[lab->layout().step], n);
    const double lambda = lab->findings()[lab->layout().observed];  // what DLS shows
    lab->advance(1);
    EXPECT_LT((step - lab->runner(0).step()).norm(), 1e-15) << frame;
    EXPECT_EQ(lambda, lab->runner(0).seen().report().lambda);
  }
}

TEST(Clamps, TellTheDistanceOfTheNextUpdate) {
  const auto lab = labOf("dls");
  EXPECT_EQ(lab->clamps()[0], kInfinity);
  for (int frame = 0; frame < 6; ++frame) {
    lab->advance(1);
    for (int i = 0; i < 4; ++i) {
      const double allowed = lab->clamps()[i];
      EXPECT_GE(allowed, 0.25);
      EXPECT_EQ(allowed, lab->runner(0).allowed(i));
    }
  }
  lab->params()[kClampMode] = static_cast<double>(ClampMode::fixed);
  lab->advance(1);
  EXPECT_EQ(lab->clamps()[2], 0.25);
  lab->params()[kClampMode] = static_cast<double>(ClampMode::off);
  lab->advance(1);
  EXPECT_EQ(lab->clamps()[3], kInfinity);
}

}  // namespace
}  // namespace iklab::inspection_test
