// What a lab reports about its next update, against that update.
#include <cmath>
#include <cstring>
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

void probeNow(Lab& lab) {
  double* to = std::copy_n(lab.angles().data(), lab.tree().columns(), lab.probe().data());
  to = std::copy(lab.goals().begin(), lab.goals().end(), to);
  std::copy_n(lab.clamps().data(), lab.task().targets().size(), to);
}

void inspectNow(Lab& lab) {
  probeNow(lab);
  lab.inspect(0);
}

void beginNow(Lab& lab) {
  probeNow(lab);
  lab.beginInspection(0);
}

// Bitwise, so that NaN equals NaN.
bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(Inspection, DiagnosesThePoseOfTheProbe) {
  const auto lab = labOf("dls");
  probeNow(*lab);
  const std::vector<double> before(lab->status().begin(), lab->status().end());
  const test::Json far = test::Json::parse(lab->diagnose(0, static_cast<int>(Stop::none)));
  EXPECT_EQ(far["cause"], "converging");
  // Targets at the effector positions.
  const size_t n = static_cast<size_t>(lab->tree().columns());
  const size_t points = lab->tree().joints().size();
  for (size_t i = 0; i < lab->task().targets().size(); ++i) {
    const size_t tip = points + static_cast<size_t>(lab->task().targets()[i].effector);
    std::copy_n(lab->points().data() + 3 * tip, 3, lab->probe().data() + n + kTargetStride * i);
  }
  const test::Json there = test::Json::parse(lab->diagnose(0, static_cast<int>(Stop::none)));
  EXPECT_EQ(there["cause"], "none");
  EXPECT_EQ(there["reason"], "reached");
  EXPECT_TRUE(same(before, lab->status()));
  lab->probe()[0] = kNotUsed;
  EXPECT_EQ(lab->diagnose(0, 0), "");
  EXPECT_NE(lab->fault().find("probe: start[0]"), std::string::npos) << lab->fault();
}

TEST(Inspection, DoesNotChangeTheRun) {
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

// The targets do not move, so the inspected error is that of the next update.
TEST(Inspection, ReportsTheStepOfTheNextUpdate) {
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
    const double lambda = lab->findings()[lab->layout().observed];  // The observable of DLS.
    lab->advance(1);
    EXPECT_LT((step - lab->runner(0).step()).norm(), 1e-15) << frame;
    EXPECT_EQ(lambda, lab->runner(0).seen().report().lambda);
  }
}

// A lab large enough that its decomposition is computed in pieces.
std::unique_ptr<Lab> largeLab(const std::string& method) {
  TreeBuilder builder;
  LabSpec spec;
  for (int i = 0; i < 90; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    s.xyz = {0.1, 0.02 * (i % 2), 0};
    s.axis = Eigen::Vector3d::Unit(i % 3);
    if (i > 0) s.parent = std::to_string(i % 3 ? i - 1 : i / 2);
    builder.joint(s);
    if (i % 3 < 2) continue;
    builder.effector({"tip" + s.id, s.id, {0.1, 0, 0}});
    LabTarget target;
    target.effector = i / 3;
    target.base.position = {std::cos(i), std::sin(i), 0.01 * i};
    spec.targets.push_back(target);
  }
  auto lab = Lab::open(builder.build(), spec).take();
  const std::vector<double> row = test::panelRow(method);
  std::copy(row.begin(), row.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  for (int frame = 0; frame < 2; ++frame) lab->advance(1);
  return lab;
}

TEST(Inspection, InPiecesMatchesInspectionAtOnceAndKeepsTheRun) {
  for (const std::string method : {"transpose", "dls", "sdls", "weighted-least-norm", "halley"}) {
    const auto atOnce = largeLab(method), inPieces = largeLab(method), alone = largeLab(method);
    inspectNow(*atOnce);
    beginNow(*inPieces);
    // The probe has already been read.
    std::fill(inPieces->probe().begin(), inPieces->probe().end(), NAN);
    const std::vector<double> before = test::copied(inPieces->findings());
    int pieces = 1;
    for (; inPieces->resumeInspection(); ++pieces) {
      ASSERT_TRUE(same(inPieces->findings(), before)) << "mixed";
      inPieces->advance(1);
      inPieces->choose(0);
      inPieces->measureEllipsoids();
      alone->advance(1);
    }
    EXPECT_GT(pieces, 5) << method;
    EXPECT_TRUE(same(inPieces->findings(), atOnce->findings())) << method;
    EXPECT_TRUE(same(inPieces->angles(), alone->angles())) << method;
    const double filters[] = {inPieces->filter(0.1), atOnce->filter(0.1)};
    EXPECT_TRUE(same({filters, 1}, {filters + 1, 1}));
    EXPECT_FALSE(inPieces->resumeInspection());
  }
}

TEST(Inspection, RestartsWhenParametersOfThePanelChange) {
  for (int piece = 0; piece < 8; ++piece) {
    const auto changed = largeLab("dls"), fresh = largeLab("dls");
    beginNow(*changed);
    for (int i = 0; i < piece; ++i) ASSERT_TRUE(changed->resumeInspection());
    for (Lab* lab : {changed.get(), fresh.get()}) lab->params()[kNumbersAt] = 0.37;
    while (changed->resumeInspection()) continue;
    inspectNow(*fresh);
    EXPECT_TRUE(same(changed->findings(), fresh->findings())) << piece;
    EXPECT_EQ(changed->findings()[changed->layout().observed], 0.37);
    EXPECT_EQ(changed->filter(0.2), 0.2 / (0.04 + 0.37 * 0.37));
  }
}

TEST(Inspection, OfANewPoseReplacesAnUnfinishedOne) {
  const auto lab = largeLab("sdls"), fresh = largeLab("sdls");
  beginNow(*lab);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(lab->resumeInspection());
  for (Lab* each : {lab.get(), fresh.get()}) {
    each->advance(1);
    inspectNow(*each);
  }
  EXPECT_TRUE(same(lab->findings(), fresh->findings()));
}

TEST(Clamps, ReportTheDistanceAllowedInTheNextUpdate) {
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
