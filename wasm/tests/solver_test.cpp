// The public interface of the library: models, options, solves, instances that share a workspace.
#include "iklab/ik/solver.hpp"

#include <gtest/gtest.h>

#include "iklab/lab/batch.hpp"
#include "iklab/lab/lab.hpp"
#include "tests/allocations.hpp"
#include "tests/support.hpp"

namespace iklab::solver_test {
namespace {

Result<Tree> arm(int joints = 3) {
  TreeBuilder builder;
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    s.lower = -2, s.upper = 2;
    builder.joint(s);
  }
  builder.effector({"tip", "j" + std::to_string(joints - 1), {1, 0, 0}});
  return builder.build();
}

Model::Pointer model(int joints = 3) { return Model::make(arm(joints), {{"tip"}}).take(); }

const std::vector<Goal> kGoals = {{.position = {1.2, 1.5, 0}}};

TEST(Options, TypedDefaultsEqualThoseById) {
  const auto same = [](const MethodOptions& typed) {
    const MethodOptions byId(typed.entry().id);
    EXPECT_EQ(typed.numbers(), byId.numbers()) << typed.entry().id;
    EXPECT_EQ(typed.fault(), "");
  };
  for (const MethodOptions& each :
       {MethodOptions(TransposeOptions{}), MethodOptions(PseudoinverseOptions{}),
        MethodOptions(TruncatedOptions{}), MethodOptions(DlsOptions{}),
        MethodOptions(FilteredOptions{}), MethodOptions(SdlsOptions{}),
        MethodOptions(IdlsOptions{}), MethodOptions(WeightedLeastNormOptions{}),
        MethodOptions(QpOptions{}), MethodOptions(GaussNewtonOptions{}),
        MethodOptions(LevenbergMarquardtOptions{}), MethodOptions(NewtonOptions{}),
        MethodOptions(BfgsOptions{}), MethodOptions(ConjugateGradientOptions{}),
        MethodOptions(CcdOptions{}), MethodOptions(FabrikOptions{}),
        MethodOptions(PriorityOptions{}), MethodOptions(TwoStageOptions{})})
    same(each);
}

TEST(Options, SetByKeyEqualsTypedOptions) {
  MethodOptions byKey("dls");
  EXPECT_EQ(byKey.set("lambda", 0.3), "");
  EXPECT_EQ(byKey.set("damping", 3), "");
  EXPECT_EQ(byKey.numbers(),
            MethodOptions(DlsOptions{.lambda = 0.3, .damping = Damping::boundedStep}).numbers());
  EXPECT_EQ(byKey.set("lamda", 1), "dls has no parameter 'lamda'");
}

TEST(Options, NameTheInvalidNumber) {
  const auto fault = [](const MethodOptions& options, const Settings& settings = {}) {
    return Solver(model(), options, settings).fault();
  };
  EXPECT_EQ(fault(MethodOptions("dsl")), "there is no method 'dsl'");
  EXPECT_EQ(fault(DlsOptions{.lambda = -1}), "lambda must be from 0 to 1000; got -1");
  EXPECT_EQ(fault(DlsOptions{.lambda = NAN}), "lambda must be from 0 to 1000; got nan");
  EXPECT_EQ(fault(DlsOptions{.damping = static_cast<Damping>(9)}),
            "damping must be from 0 to 6; got 9");
  EXPECT_EQ(fault(IdlsOptions{.p = 7}), "p must be even; got 7");
  EXPECT_EQ(fault(TwoStageOptions{.first = CcdOptions{}}),
            "first must be a method that may be a stage; got ccd");
  EXPECT_EQ(fault(TwoStageOptions{.second = DlsOptions{.lambda = 1e9}}),
            "second.lambda must be from 0 to 1000; got 1000000000");
  EXPECT_EQ(fault(DlsOptions{}, {.gain = 0}), "gain must be above 0 and at most 1e+15; got 0");
  EXPECT_EQ(fault(DlsOptions{}, {.maxStep = NAN}),
            "maxStep must be above 0 and at most 1e+15; got nan");
  EXPECT_EQ(fault(DlsOptions{}, {.limits = static_cast<LimitPolicy>(7)}),
            "limits must be from 0 to 3; got 7");
}

TEST(Models, RejectInvalidTargetsWithAReason) {
  const auto reason = [](std::vector<TargetSpec> targets) {
    return Model::make(arm(), targets).reason();
  };
  EXPECT_EQ(reason({}), "there is no target");
  EXPECT_EQ(reason({{"hand"}}), "target on 'hand': there is no such effector");
  EXPECT_EQ(reason({{"tip", true, 0}}),
            "target on 'tip': its orientation weight must be above 0 and at most 1e15");
  EXPECT_EQ(Model::make(TreeBuilder().build(), {{"tip"}}).reason(), TreeBuilder().build().reason());
}

TEST(Solve, ReachesTheTargetAndReportsItsError) {
  const auto m = model();
  const auto found = Solver(m, DlsOptions{.lambda = 0.2}).solve(Vector::Zero(3), kGoals);
  ASSERT_TRUE(found);
  EXPECT_EQ(found.value().stop, Stop::reached);
  Pose pose(m->tree);
  forwardKinematics(m->tree, found.value().theta, pose);
  EXPECT_NEAR((pose.tip[0] - kGoals[0].position).norm(), found.value().error, 1e-15);
  EXPECT_LE(found.value().error, 1e-4);
  EXPECT_EQ(found.value().evaluations, found.value().updates);
}

// Checked by chords and traces of recomputed poses of a fork whose second tip cannot reach its
// target.
TEST(Solve, ReportsTheResidualOfEachTarget) {
  TreeBuilder fork;
  fork.joint({.id = "a"});
  fork.joint({.id = "b", .parent = "a", .xyz = {1, 0, 0}});
  fork.joint({.id = "c", .parent = "a", .xyz = {1, 0, 0}, .axis = {0, 1, 0}});
  fork.effector({.id = "left", .parent = "b", .xyz = {1, 0, 0}});
  fork.effector({.id = "right", .parent = "c", .xyz = {1, 0, 0}});
  const auto m =
      Model::make(fork.build(), {{.effector = "left"}, {.effector = "right", .oriented = true}})
          .take();
  const std::vector<Goal> goals = {{.position = {1.2, 1, 0}}, {.position = {0, 0, 3}}};
  const Solution found =
      Solver(m, DlsOptions{.lambda = 0.5}).solve(Eigen::Vector3d(0.1, 0.2, 0.3), goals).take();
  EXPECT_FALSE(found.reached());
  ASSERT_EQ(found.distances.size(), 2u);
  Pose pose(m->tree);
  forwardKinematics(m->tree, found.theta, pose);
  for (size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(found.distances[i], (pose.tip[i] - goals[i].position).norm(), 1e-14);
  EXPECT_DOUBLE_EQ(found.error, found.distances[0] + found.distances[1]);
  EXPECT_GT(found.distances[1], 1);
  EXPECT_EQ(found.angles[0], 0);
  EXPECT_NEAR(found.angles[1], std::acos((pose.worldFromTip[1].trace() - 1) / 2), 1e-12);
  EXPECT_GT(found.angles[1], 0.1);
}

// These objects keep references to their own members.
static_assert(!std::is_move_constructible_v<Lab> && !std::is_copy_constructible_v<Lab>);
static_assert(!std::is_move_constructible_v<Diagnostics> && !std::is_move_assignable_v<Lab>);
static_assert(!std::is_move_constructible_v<Problem> && !std::is_move_constructible_v<Batch>);
static_assert(!std::is_move_constructible_v<Workspace> && !std::is_move_constructible_v<Runner>);
static_assert(!std::is_move_constructible_v<Model>);

// The first pose at which |e|_2, of position and orientation, is within the residual, found here
// update by update.
TEST(Solve, StopsAtTheResidualRegardlessOfTolerances) {
  const auto m = Model::make(arm(), {{.effector = "tip", .oriented = true}}).take();
  const Solver solver(m, DlsOptions{.lambda = 0.2});
  const std::vector<Goal> goals = {
      {kGoals[0].position, Eigen::Quaterniond(Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitZ()))}};
  StopRules rules = {.tolerance = 1e-12, .minImprovement = 0, .maxRises = 1000, .residual = 0.3};
  const auto found = solver.solve(Vector::Zero(3), goals, rules);
  ASSERT_TRUE(found) << found.reason();
  EXPECT_EQ(found.value().stop, Stop::reached);

  Workspace workspace(solver);
  Memory memory{Vector::Zero(3)};
  workspace.begin(memory, goals);
  Pose pose(m->tree);
  Vector e(m->rows());
  do {
    workspace.update(memory);
    forwardKinematics(m->tree, memory.theta, pose);
    taskError(m->task, pose, goals, e);
  } while (e.norm() > rules.residual && memory.updates < 1000);
  EXPECT_EQ(found.value().updates, memory.updates);
  EXPECT_GT(memory.updates, 1);
  EXPECT_EQ(found.value().theta, memory.theta);

  rules.residual = -1;
  EXPECT_EQ(faultOf(rules), "residual must be from 0 to 1e+15; got -1");
}

TEST(Solve, RejectsInvalidInputWithAReason) {
  const auto m = model();
  const Solver solver(m, DlsOptions{}, {.limits = LimitPolicy::clamp});
  const Vector zero = Vector::Zero(3);
  const auto reason = [&](const Vector& start, const std::vector<Goal>& goals,
                          const StopRules& rules = {}) {
    return solver.solve(start, goals, rules).reason();
  };
  EXPECT_EQ(reason(Vector::Zero(2), kGoals), "start must have 3 values; got 2");
  EXPECT_EQ(reason(Eigen::Vector3d(0, NAN, 0), kGoals),
            "start[1] must be from -1e+15 to 1e+15; got nan");
  EXPECT_EQ(reason(Eigen::Vector3d(0, 3, 0), kGoals),
            "start: joint 'j1' must be from -2 to 2; got 3");
  EXPECT_EQ(reason(zero, {}), "goals must be 1, one per target; got 0");
  EXPECT_EQ(reason(zero, {{.position = {0, kInfinity, 0}}}),
            "goals[0].position[1] must be from -1e+15 to 1e+15; got inf");
  EXPECT_EQ(reason(zero, {{.orientation = {0, 0, 0, 0}}}),
            "goals[0].orientation must have length 1; got 0");
  EXPECT_EQ(reason(zero, kGoals, {.maxUpdates = 0}), "maxUpdates must be from 1 to 1000000; got 0");
  EXPECT_EQ(Solver(m, DlsOptions{.lambda = -1}).solve(zero, kGoals).reason(),
            "lambda must be from 0 to 1000; got -1");
}

// The arm is folded along x and the target is closer still, so J^T e is 0: only another start
// helps.
TEST(Solve, RestartsWhenStalledAndReachesTheTarget) {
  const Solver solver(model(), DlsOptions{.lambda = 0.2}, {.limits = LimitPolicy::clamp});
  const std::vector<Goal> goals = {{.position = {1.5, 0, 0}}};
  const auto once = solver.solve(Vector::Zero(3), goals, {}, {}).take();
  EXPECT_EQ(once.stop, Stop::stalled);
  EXPECT_EQ(once.restarts, 0);
  const auto again = solver.solve(Vector::Zero(3), goals, {}, {.most = 20, .seed = 5}).take();
  EXPECT_EQ(again.stop, Stop::reached);
  EXPECT_GT(again.restarts, 0);
  EXPECT_LE(again.theta.cwiseAbs().maxCoeff(), 2);
  const auto same = solver.solve(Vector::Zero(3), goals, {}, {.most = 20, .seed = 5}).take();
  EXPECT_EQ(again.theta, same.theta);
}

// An interrupt within an update returns the pose before the update, and the workspace can be used
// again.
TEST(Solve, ReturnsTheCurrentPoseWhenInterrupted) {
  const auto m = model(5);
  const Vector start = Vector::Constant(5, 0.1);
  for (const auto& row : test::methods()) {
    const Solver solver(m, MethodOptions(row->id));
    const StopRules rules = {.tolerance = 1e-12, .minImprovement = 0, .maxUpdates = 30};
    const auto whole = solver.solve(start, kGoals, rules, {}).take();
    Workspace workspace(solver);
    for (int calls = 1; calls <= 5; ++calls) {
      int left = calls;
      const auto interrupt = [&left] { return --left <= 0; };
      const auto cut = solver.solve(start, kGoals, rules, {}, workspace, interrupt).take();
      if (left > 0) break;  // The solve ended without an interrupt.
      EXPECT_EQ(cut.stop, Stop::none) << row->id;
      Memory memory{start};
      Workspace own(solver);
      own.begin(memory, kGoals);
      own.moved(memory, true);
      for (int u = 0; u < cut.updates; ++u) own.update(memory);
      EXPECT_EQ(cut.theta, memory.theta) << row->id;
      const auto again = solver.solve(start, kGoals, rules, {}, workspace).take();
      EXPECT_EQ(again.theta, whole.theta) << row->id;
      EXPECT_EQ(again.updates, whole.updates) << row->id;
    }
  }
}

// Includes methods that learn: their state is only in the memory.
TEST(Workspaces, SharedByInstancesGiveTheSameResultAsOwnOnes) {
  const auto m = model(5);
  Random random(7);
  for (const auto& row : test::methods()) {
    const Solver solver(m, MethodOptions(row->id), {.clamp = {.mode = ClampMode::adaptive}});
    Workspace shared(solver);
    constexpr int kInstances = 6;
    std::vector<Memory> apart, together;
    std::vector<std::unique_ptr<Workspace>> own;
    std::vector<std::vector<Goal>> goals;
    for (int i = 0; i < kInstances; ++i) {
      apart.push_back({test::randomVector(5, 1, random)});
      together.push_back(apart.back());
      own.push_back(std::make_unique<Workspace>(solver));
      goals.push_back({{.position = test::randomVector(3, 3, random)}});
    }
    for (int u = 0; u < 12; ++u)
      for (int i = 0; i < kInstances; ++i) {
        solver.update(apart[i], goals[i], *own[i]);
        solver.update(together[i], goals[i], shared);
        ASSERT_EQ(apart[i].theta, together[i].theta) << row->id << " update " << u;
      }
  }
}

TEST(Workspaces, AllocateNothingInAnUpdate) {
  const auto m = model(5);
  for (const auto& row : test::methods()) {
    const Solver solver(m, MethodOptions(row->id));
    Workspace workspace(solver);
    Memory memory{Vector::Constant(5, 0.1)};
    solver.update(memory, kGoals, workspace);
    const std::size_t before = test::allocations();
    for (int u = 0; u < 20; ++u) solver.update(memory, kGoals, workspace);
    EXPECT_EQ(test::allocations(), before) << row->id;
  }
}

}  // namespace
}  // namespace iklab::solver_test
