// Batch rows equal the results of the solver and of the lab to the bit, in any order; each number
// is checked against an independent count.
#include "iklab/lab/batch.hpp"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/reference.hpp"

namespace iklab::batch_test {
namespace {

using Row = std::vector<double>;

test::BatchSpec everything(Sampling kind = Sampling::reachable) {
  return {{.kind = kind, .start = StartKind::given, .seed = 11}, true, true};
}

Row rowOf(const Batch& batch, int i) {
  const auto at = batch.rows().begin() + i * kBatchStride;
  return {at, at + kBatchStride};
}

Row poseOf(const Batch& batch, int i) {
  const auto n = static_cast<int>(batch.start().size());
  const auto at = batch.poses().begin() + i * n;
  return {at, at + n};
}

// Bitwise, so that NaN equals NaN.
bool same(const Row& a, const Row& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

Vector startOf(const Batch& batch) {
  return Eigen::Map<const Vector>(batch.start().data(), static_cast<int>(batch.start().size()));
}

TEST(Batch, RowsEqualTheSolutionsOfTheSolver) {
  const test::BatchScene scene = test::batchScene("arm-6");
  LabSpec spec = scene.spec;
  const Model::Pointer model = modelOf(scene.tree, spec).take();
  for (const auto& method : test::methods()) {
    const Row panel = test::panelRow(method->id);
    const auto batch = test::open(scene, everything(), panel);
    ASSERT_EQ(batch->solve(0, 4), "");
    const Solver solver =
        solverOf(model, spec.run.limitPolicy, *MethodRegistry::builtIn(), panel).take();
    for (int i = 0; i < 4; ++i) {
      const double seed = batch->draw(i);
      Restarts restarts = spec.run.restarts;
      restarts.seed = static_cast<std::uint64_t>(seed);
      const Solution s =
          solver.solve(startOf(*batch), test::goalsOf(*batch), spec.run.rules, restarts).take();
      const Row row = rowOf(*batch, i);
      EXPECT_TRUE(same(poseOf(*batch, i), {s.theta.begin(), s.theta.end()})) << method->id;
      EXPECT_EQ(row[kBatchStop], static_cast<double>(s.stop)) << method->id;
      EXPECT_EQ(row[kBatchSolved], s.stop == Stop::reached) << method->id;
      EXPECT_EQ(row[kBatchUpdates], s.updates);
      EXPECT_EQ(row[kBatchEvaluations], s.evaluations);
      EXPECT_EQ(row[kBatchRestarts], s.restarts);
      EXPECT_EQ(row[kBatchError], s.error) << method->id;
    }
  }
}

// The numbers of an external answer equal those of the solver's own pose.
TEST(Batch, MeasuresExternalAnswersLikeItsOwn) {
  const test::BatchScene scene = test::batchScene("arm-6");
  const auto batch = test::open(scene, everything(), test::panelRow("dls"));
  ASSERT_EQ(batch->solve(0, 8), "");
  const auto n = static_cast<int>(batch->start().size());
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(batch->solve(0, 8), "");
    const Row solved = rowOf(*batch, i), end = poseOf(*batch, i);
    std::copy(end.begin(), end.end(), batch->answer().begin());
    ASSERT_EQ(batch->judge(i), "");
    Row judged = rowOf(*batch, 0);
    for (const int field : {kBatchSolved, kBatchInLimits, kBatchError, kBatchAngle, kBatchObjective,
                            kBatchStartError, kBatchCondition, kBatchGoalCondition})
      EXPECT_EQ(judged[static_cast<size_t>(field)], solved[static_cast<size_t>(field)]) << field;
    for (const int field : {kBatchUpdates, kBatchEvaluations, kBatchTravel, kBatchBest})
      EXPECT_TRUE(std::isnan(judged[static_cast<size_t>(field)])) << field;
    // The start pose as an answer has the start error.
    std::copy(batch->start().begin(), batch->start().end(), batch->answer().begin());
    ASSERT_EQ(batch->judge(i), "");
    judged = rowOf(*batch, 0);
    EXPECT_EQ(judged[kBatchError], judged[kBatchStartError]);
    EXPECT_EQ(judged[kBatchSolved], 0);
    // Beyond a limit by less than the slack, and by more.
    const Joint& first = scene.tree.moving(0);
    batch->answer()[0] = first.upper + 0.5 * kAnswerSlack;
    ASSERT_EQ(batch->judge(i), "");
    EXPECT_EQ(batch->rows()[kBatchInLimits], 1);
    batch->answer()[0] = first.upper + 2 * kAnswerSlack;
    ASSERT_EQ(batch->judge(i), "");
    EXPECT_EQ(batch->rows()[kBatchInLimits], 0);
  }
  EXPECT_EQ(n, 6);
  EXPECT_NE(batch->judge(-1), "");
  EXPECT_NE(batch->judge(0.5), "");
}

TEST(Batch, RowsDoNotDependOnOrderOrChunkSize) {
  for (const Sampling kind :
       {Sampling::reachable, Sampling::singular, Sampling::golden, Sampling::box}) {
    const test::BatchScene scene = test::batchScene("double-y");
    const auto whole = test::open(scene, everything(kind), test::panelRow("sdls"));
    const auto split = test::open(scene, everything(kind), test::panelRow("dls"));
    const std::vector<double> sdls = test::panelRow("sdls");
    ASSERT_EQ(whole->solve(100, 12), "");
    for (const int i : {11, 3, 0, 7}) {
      ASSERT_EQ(split->solve(5, 2), "");
      const Row other = test::copied(split->params());
      std::copy(sdls.begin(), sdls.end(), split->params().begin());
      ASSERT_EQ(split->solve(100 + i, 1), "");
      EXPECT_TRUE(same(rowOf(*whole, i), rowOf(*split, 0)));
      EXPECT_TRUE(same(poseOf(*whole, i), poseOf(*split, 0)));
      std::copy(other.begin(), other.end(), split->params().begin());
    }
  }
}

TEST(Batch, GivesTheSameRowsAfterAnInterrupt) {
  const test::BatchScene scene = test::batchScene("arm-6");
  for (const auto& method : test::methods()) {
    const Row panel = test::panelRow(method->id);
    const auto whole = test::open(scene, everything(), panel);
    const auto cut = test::open(scene, everything(), panel);
    ASSERT_EQ(whole->solve(0, 3), "");
    for (int calls : {1, 2, 7, 20}) {
      int asked = 0;
      ASSERT_EQ(cut->solve(5, 4, [&] { return ++asked >= calls; }), "");
      EXPECT_GE(asked, calls) << method->id;
      ASSERT_EQ(cut->solve(0, 3), "");
      for (int i = 0; i < 3; ++i) EXPECT_TRUE(same(rowOf(*cut, i), rowOf(*whole, i))) << method->id;
    }
  }
}

TEST(Batch, SampledProblemsGiveTheSameResultInTheLab) {
  for (const char* method : {"transpose", "dls", "sdls", "bfgs"}) {
    const test::BatchScene scene = test::batchScene("arm-6");
    const Row panel = test::panelRow(method);
    const auto batch = test::open(scene, everything(), panel);
    ASSERT_EQ(batch->solve(0, 3), "");
    for (int i = 0; i < 3; ++i) {
      LabSpec spec = scene.spec;
      spec.run.restarts.seed = static_cast<std::uint64_t>(batch->draw(i));
      spec.start = startOf(*batch);
      const std::vector<Goal> goals = test::goalsOf(*batch);
      for (size_t t = 0; t < goals.size(); ++t) spec.targets[t].base = goals[t];
      const auto lab = Lab::open(scene.tree, spec).take();
      std::copy(panel.begin(), panel.end(), lab->params().begin());
      ASSERT_EQ(lab->restart(1), "");
      while (!lab->advance(1000)) continue;
      const Row row = rowOf(*batch, i);
      EXPECT_EQ(lab->status()[kStatusUpdates], row[kBatchUpdates]) << method;
      EXPECT_EQ(lab->status()[kStatusStop], row[kBatchStop]);
      EXPECT_EQ(lab->status()[kStatusRestarts], row[kBatchRestarts]);
      EXPECT_EQ(lab->status()[kStatusStartError], row[kBatchStartError]);
      EXPECT_EQ(lab->status()[kStatusAngle], row[kBatchAngle]);
      EXPECT_EQ(lab->status()[kStatusObjective], row[kBatchObjective]);
      const Vector& theta = lab->runner(0).theta();
      EXPECT_TRUE(same(poseOf(*batch, i), {theta.begin(), theta.end()})) << method;
    }
  }
}

TEST(Batch, TravelLimitHitsAndErrorLevelsMatchASeparateCount) {
  test::BatchScene scene = test::batchScene("arm-6");
  scene.spec.run.limitPolicy = LimitPolicy::clamp;
  scene.spec.run.restarts = {};
  LabSpec spec = scene.spec;
  const Model::Pointer model = modelOf(scene.tree, spec).take();
  const Row panel = test::panelRow("transpose");
  const auto batch = test::open(scene, everything(), panel);
  ASSERT_EQ(batch->solve(0, 20), "");
  const Solver solver =
      solverOf(model, LimitPolicy::clamp, *MethodRegistry::builtIn(), panel).take();
  double hits = 0;
  for (int i = 0; i < 20; ++i) {
    batch->draw(i);
    const Row row = rowOf(*batch, i);
    Workspace workspace(solver);
    Memory memory{startOf(*batch)};
    const std::vector<Goal> goals = test::goalsOf(*batch);
    workspace.begin(memory, goals);
    std::vector<double> errors = {workspace.error()};
    double travel = 0;
    int limitHits = 0;
    while (memory.updates < row[kBatchUpdates]) {
      const Vector before = memory.theta;
      solver.update(memory, goals, workspace);
      errors.push_back(workspace.error());
      travel += (memory.theta - before).cwiseAbs().sum();
      limitHits += memory.theta.cwiseAbs().maxCoeff() >= EIGEN_PI * (1 - 2e-6);
    }
    EXPECT_NEAR(row[kBatchTravel], travel, 1e-11 * (1 + travel));
    EXPECT_EQ(row[kBatchLimitHits], limitHits);
    const double best = *std::min_element(errors.begin(), errors.end());
    EXPECT_EQ(row[kBatchBest], best);
    double level = 0.1;
    for (int field = kBatchWithin1; field <= kBatchWithin4; ++field, level /= 10) {
      size_t first = 0;
      while (errors[first] > best + level) ++first;
      EXPECT_EQ(row[field], static_cast<double>(first)) << "row " << i << ", level " << level;
    }
    hits += limitHits;
  }
  EXPECT_GT(hits, 0);
}

TEST(Batch, ErrorsAndConditionMatchForwardKinematicsAndTheJacobian) {
  const test::BatchScene scene = test::batchScene("arm-6");
  LabSpec spec = scene.spec;
  const Model::Pointer model = modelOf(scene.tree, spec).take();
  Row panel = test::panelRow("dls");
  panel[test::paramIndex("dls", "lambda")] = 0.1;
  const auto batch = test::open(scene, everything(), panel);
  ASSERT_EQ(batch->solve(0, 60), "");
  Pose pose(model->tree);
  Jacobian jacobian(model->tree, model->task);
  int solved = 0;
  for (int i = 0; i < 60; ++i) {
    batch->draw(i);
    const Goal goal = test::goalsOf(*batch)[0];
    const Row row = rowOf(*batch, i), theta = poseOf(*batch, i);
    forwardKinematics(model->tree, Eigen::Map<const Vector>(theta.data(), 6), pose);
    const double error = (goal.position - pose.tip[0]).norm();
    const double angle = goal.orientation.angularDistance(Eigen::Quaterniond(pose.worldFromTip[0]));
    EXPECT_NEAR(row[kBatchError], error, 1e-14);
    EXPECT_NEAR(row[kBatchAngle], angle, 1e-7);
    EXPECT_EQ(row[kBatchSolved],
              error <= spec.run.rules.tolerance && angle <= spec.run.rules.orientationTolerance);
    EXPECT_EQ(row[kBatchInLimits], 1);  // Joints are clamped.
    jacobian.compute(pose);
    const Vector sigma = test::singularValues(jacobian.matrix());
    const double condition = sigma[0] / sigma[5];
    // Differences at a singular pose are rounding errors.
    const double least = 1 - 1e-9, most = 1 + 1e-9;
    EXPECT_GT(row[kBatchCondition], condition < 1e6 ? least * condition : 1e6);
    EXPECT_LE(row[kBatchCondition], condition < 1e6 ? most * condition : kInfinity);
    solved += row[kBatchSolved] == 1;
  }
  EXPECT_GT(solved, 20);
  EXPECT_LT(solved, 60);
}

// Compares native build and module by a file that the module generated
// (web/packages/core/engine/batchAgreement.test.ts).
TEST(Batch, SamplesAndSolvesLikeTheModule) {
  std::ifstream in(std::string(IKLAB_DATA_DIR) + "/batch.json");
  const test::Json entries = test::Json::parse(in);
  ASSERT_EQ(entries.size(), 5u);
  const test::BatchScene scene = test::batchScene("arm-6");
  const Row sdls = test::panelRow("sdls");
  for (const test::Json& entry : entries) {
    const auto batch =
        Batch::open(scene.tree, scene.spec, entry["settings"].get<BatchRow>()).take();
    std::copy(sdls.begin(), sdls.end(), batch->params().begin());
    const double index = entry["index"];
    EXPECT_EQ(batch->draw(index), entry["seed"].get<double>());
    const Row start = entry["start"], goal = entry["goal"];
    for (size_t c = 0; c < start.size(); ++c) EXPECT_NEAR(batch->start()[c], start[c], 1e-13);
    for (size_t k = 0; k < goal.size(); ++k) EXPECT_NEAR(batch->goals()[k], goal[k], 1e-13);
    ASSERT_EQ(batch->solve(index, 1), "");
    EXPECT_EQ(batch->rows()[kBatchSolved], entry["solved"].get<double>());
    EXPECT_EQ(batch->rows()[kBatchUpdates], entry["updates"].get<double>());
    EXPECT_EQ(batch->rows()[kBatchRestarts], entry["restarts"].get<double>());
  }
}

TEST(Batch, FieldsThatWereNotRequestedAreNaN) {
  const auto batch = test::open(test::batchScene("y"), {}, test::panelRow("dls"));
  ASSERT_EQ(batch->solve(0, 1), "");
  for (const int field : {kBatchWithin1, kBatchWithin4, kBatchCondition, kBatchGoalCondition})
    EXPECT_TRUE(std::isnan(batch->rows()[field]));
}

TEST(Batch, RejectsInvalidInputWithAReasonAndKeepsItsRows) {
  const auto batch = test::open(test::batchScene("arm-6"), everything(), test::panelRow("dls"));
  ASSERT_EQ(batch->solve(7, 2), "");
  const Row before = test::copied(batch->rows());
  EXPECT_EQ(batch->solve(0, 0), "count must be from 1 to 512; got 0");
  EXPECT_EQ(batch->solve(0, 513), "count must be from 1 to 512; got 513");
  EXPECT_EQ(batch->solve(0.5, 1), "first must be a whole number");
  for (const double first : {kNotUsed, -1.0, kInfinity, 1e300, 0x1p53})
    EXPECT_EQ(batch->solve(first, 1).substr(0, 18), "first must be from") << first;
  EXPECT_EQ(batch->solve(0x1p53 - 2, 2), "");
  ASSERT_EQ(batch->solve(7, 2), "");
  for (const double index : {kNotUsed, -1.0, 0.5, kInfinity, 0x1p53})
    EXPECT_TRUE(std::isnan(batch->draw(index))) << index;
  batch->params()[test::paramIndex("dls", "lambda")] = NAN;
  EXPECT_EQ(batch->solve(0, 1), "lambda must be from 0 to 1000; got nan");
  batch->params()[kMethod] = 1e9;
  EXPECT_EQ(batch->solve(0, 1), "method must be from 0 to 18; got 1000000000");
  EXPECT_TRUE(same(test::copied(batch->rows()), before));
}

TEST(Batch, RejectsIndicesBeyondItsGrid) {
  test::BatchSpec spec = everything(Sampling::plane);
  spec.sampling.nx = 3, spec.sampling.ny = 2;
  const auto batch = test::open(test::batchScene("arm-6"), spec, test::panelRow("dls"));
  EXPECT_EQ(batch->solve(0, 6), "");
  EXPECT_EQ(batch->solve(1, 6), "first must be from 0 to 0; got 1");
  EXPECT_TRUE(std::isnan(batch->draw(6)));
}

TEST(Batch, AllocatesNothingWhileSolvingRows) {
  for (const char* method : {"dls", "sdls", "bfgs"}) {
    const auto batch = test::open(test::batchScene("arm-6"), everything(), test::panelRow(method));
    ASSERT_EQ(batch->solve(0, 30), "");
    const std::size_t before = test::allocations();
    ASSERT_EQ(batch->solve(0, 30), "");
    EXPECT_EQ(test::allocations(), before) << method;
  }
}

}  // namespace
}  // namespace iklab::batch_test
