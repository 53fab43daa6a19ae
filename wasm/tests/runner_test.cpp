// The rules around a method: step limits, limit policies, clamp variants, stop reasons, secondary
// goals.
#include "lab/runner.hpp"

#include <gtest/gtest.h>

#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::runner_test {
namespace {

using Row = std::vector<double>;

// n hinges about z, links of length 1 along x
Tree planarChain(int n, double lower = -kInfinity, double upper = kInfinity) {
  TreeBuilder builder;
  for (int i = 0; i < n; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    s.lower = lower, s.upper = upper;
    builder.joint(s);
  }
  builder.effector({"tip", "j" + std::to_string(n - 1), {1, 0, 0}});
  return builder.build().take();
}

struct World {
  // turnWeight: 0 for positions alone
  World(Tree t, const Row& r, const Vector& start, RunSettings s = {}, double turnWeight = 0)
      : tree(std::move(t)), row(r), settings(s) {
    for (size_t k = 0; k < tree.effectors().size(); ++k)
      task.add(static_cast<int>(k), turnWeight > 0, turnWeight > 0 ? turnWeight : 1);
    model = std::make_unique<Model>(tree, task);
    goals.resize(task.targets().size());
    runner = std::make_unique<Runner>(test::solverOf(*model, settings, row), settings, start);
  }
  void aim(const Eigen::Vector3d& target) {
    goals[0].position = target;
    runner->beginFrame(goals, true, kInfinity);
  }
  Stop converge(int atMost = 5000) {
    for (int u = 0; u < atMost && !runner->frameDone(); ++u) runner->update();
    return runner->stop();
  }

  Tree tree;
  Task task;
  Row row;
  RunSettings settings;
  std::unique_ptr<Model> model;
  std::vector<Goal> goals;
  std::unique_ptr<Runner> runner;
};

RunSettings converging() {
  RunSettings s;
  s.mode = RunMode::converge;
  return s;
}

// ---- step limits -----------------------------------------------------------------------------

TEST(StepLimit, ScalesTheWholeStepByOneFactor) {
  Row row = test::panelRow("pseudoinverse");
  row[kMaxStep] = kInfinity;
  const Vector start = Eigen::Vector3d(0.3, 0.8, -0.5);
  World whole(planarChain(3), row, start);
  whole.aim({-1, 1, 0});
  whole.runner->update();
  const double largest = whole.runner->step().cwiseAbs().maxCoeff();
  row[kMaxStep] = largest / 3;
  World limited(planarChain(3), row, start);
  limited.aim({-1, 1, 0});
  limited.runner->update();
  EXPECT_LT((3 * limited.runner->step() - whole.runner->step()).norm(), 1e-14);
}

TEST(StepLimit, LimitsSlidingApartFromTurning) {
  TreeBuilder builder;
  JointSpec slide, hinge;
  slide.id = "slide", slide.kind = JointKind::prismatic, slide.axis = {0, 0, 1};
  hinge.id = "hinge", hinge.parent = "slide";
  builder.joint(slide);
  builder.joint(hinge);
  builder.effector({"tip", "hinge", {1, 0, 0}});
  Row row = test::panelRow("pseudoinverse");
  row[kMaxStep] = 0.1;
  row[kMaxSlide] = 0.05;
  World world(builder.build().take(), row, Vector::Zero(2));
  world.aim({1, 0.2, 5});  // turn 0.2, slide 5: halved by the turn, then again by the slide
  world.runner->update();
  EXPECT_NEAR(world.runner->step()[0], 0.05, 1e-15);
  EXPECT_NEAR(world.runner->step()[1], 0.1 * 0.05 / 2.5, 1e-15);
}

TEST(Gain, MultipliesTheError) {
  Row row = test::panelRow("dls");
  const Vector start = Eigen::Vector3d(0.3, 0.8, -0.5);
  World whole(planarChain(3), row, start);
  row[kGain] = 0.25;
  World quarter(planarChain(3), row, start);
  for (World* w : {&whole, &quarter}) {
    w->aim({1.5, 1.5, 0});
    w->runner->update();
  }
  EXPECT_LT((whole.runner->step() - 4 * quarter.runner->step()).norm(), 1e-14);
}

// ---- limits ----------------------------------------------------------------------------------

TEST(LimitPolicy, ClampStopsAtTheLimitExactly) {
  RunSettings s;
  s.limitPolicy = LimitPolicy::clamp;
  World world(planarChain(3, -0.5, 0.5), test::panelRow("dls"), Vector::Zero(3), s);
  world.aim({-1, 2, 0});
  for (int u = 0; u < 50; ++u) {
    world.runner->update();
    EXPECT_LE(world.runner->theta().maxCoeff(), 0.5);
    EXPECT_GE(world.runner->theta().minCoeff(), -0.5);
  }
  EXPECT_EQ(world.runner->theta()[0], 0.5);
}

// Lock against brute force: of all sets of joints held at one of their limits, the step that the
// policy took has to be the solution for its own set, with every other joint inside.
TEST(LimitPolicy, LockIsTheSolutionForItsSetSeed41) {
  Random random(41);
  int locked = 0;
  for (int trial = 0; trial < 200; ++trial) {
    RunSettings s;
    s.limitPolicy = LimitPolicy::lock;
    Row row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = 0.3;
    row[kMaxStep] = kInfinity;
    const Vector start = test::randomVector(4, 0.6, random);
    World world(planarChain(4, -0.6, 0.6), row, start, s);
    world.aim({random.uniform(-4, 4), random.uniform(-4, 4), 0});
    Pose pose(world.tree);
    forwardKinematics(world.tree, start, pose);
    Jacobian jacobian(world.tree, world.task);
    jacobian.compute(pose);
    const Vector e = world.goals[0].position - pose.tip[0];
    world.runner->update();
    const Vector now = world.runner->theta(), step = now - start;

    Matrix free = jacobian.matrix();
    Vector left = e;
    int held = 0;
    for (int c = 0; c < 4; ++c) {
      EXPECT_LE(std::abs(now[c]), 0.6);
      if (std::abs(now[c]) != 0.6) continue;
      left -= jacobian.matrix().col(c) * step[c];
      free.col(c).setZero();
      ++held;
    }
    locked += held;
    Matrix normal = free.transpose() * free + 0.09 * Matrix::Identity(4, 4);
    const Vector rest = test::leastNorm(normal, free.transpose() * left);
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(step[c], std::abs(now[c]) == 0.6 ? step[c] : rest[c], 1e-11) << trial;
  }
  EXPECT_GT(locked, 100);
}

// the re-solve lets the free joints make up for the locked one; clipping does not
TEST(LimitPolicy, LockComesNearerThanClamp) {
  double error[2];
  for (const LimitPolicy policy : {LimitPolicy::clamp, LimitPolicy::lock}) {
    RunSettings s;
    s.limitPolicy = policy;
    Row row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = 0.1;
    const Vector start = Eigen::Vector3d(0.55, 0.3, 0.3);
    World world(planarChain(3, -0.6, 0.6), row, start, s);
    world.aim({1.5, 2.2, 0});
    world.runner->update();
    error[policy == LimitPolicy::lock] = world.runner->error();
  }
  EXPECT_LT(error[1], error[0]);
}

TEST(LimitPolicy, IgnoreLeavesTheLimits) {
  World world(planarChain(3, -0.1, 0.1), test::panelRow("dls"), Vector::Zero(3));
  world.aim({0, 2, 0});
  for (int u = 0; u < 20; ++u) world.runner->update();
  EXPECT_GT(world.runner->theta()[0], 0.1);
}

// ---- target clamp ----------------------------------------------------------------------------

// what the method saw, recovered from a step of the transpose with alpha 1: J^T e
TEST(TargetClamp, AdaptsByItsRule) {
  for (const ClampRule rule : {ClampRule::paper, ClampRule::published, ClampRule::repaired}) {
    Row row = test::panelRow("transpose");
    row[test::paramIndex("transpose", "alpha")] = 0.05;
    row[kMaxStep] = kInfinity;
    row[kClampMode] = static_cast<double>(ClampMode::adaptive);
    row[kClampRule] = static_cast<double>(rule);
    row[kClampDistance] = 0.2;
    World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
    world.aim({-1, 1, 0});
    double allowed = kInfinity;
    for (int u = 0; u < 6; ++u) {
      Pose pose(world.tree);
      forwardKinematics(world.tree, world.runner->theta(), pose);
      Jacobian jacobian(world.tree, world.task);
      jacobian.compute(pose);
      Vector e = world.goals[0].position - pose.tip[0];
      const double before = e.norm();
      if (before > allowed) e *= allowed / before;
      world.runner->update();
      EXPECT_LT((world.runner->step() - 0.05 * jacobian.matrix().transpose() * e).norm(), 1e-14)
          << "update " << u;
      const double gained = before - world.runner->error();
      allowed = 0.2 + std::max(0.0, rule == ClampRule::paper ? gained : -gained);
    }
  }
}

// two targets: the program reads entries 1 to 3 of e for the second one
TEST(TargetClamp, PublishedRuleReadsTheWrongEntries) {
  Task task;
  task.add(0, false, 1);
  task.add(1, false, 1);
  Vector before(6), after(6), e(6);
  before << 1, 2, 2, 4, 0, 0;  // |e_1| 3, |e_2| 4, entries 1 to 3: (2, 2, 4)
  after << 0, 0, 5, 0, 7, 0;   // 5, 7
  const auto allowed = [&](ClampRule rule) {
    const iklab::TargetClamp clamp{ClampMode::adaptive, rule, 0.1, 1};
    std::array<double, 2> adapted{kInfinity, kInfinity};
    clamp.adapt(task, before, after, adapted);
    e.setConstant(100);
    clamp.apply(task, adapted, e);
    return Eigen::Vector2d(e.head<3>().norm(), e.tail<3>().norm());
  };
  EXPECT_LT((allowed(ClampRule::paper) - Eigen::Vector2d(0.1, 0.1)).norm(), 1e-13);
  EXPECT_LT((allowed(ClampRule::repaired) - Eigen::Vector2d(2.1, 3.1)).norm(), 1e-13);
  EXPECT_LT((allowed(ClampRule::published) - Eigen::Vector2d(2.1, 7.1 - std::sqrt(24))).norm(),
            1e-13);
}

TEST(TargetClamp, IsReleasedByAJumpAlone) {
  Row row = test::panelRow("transpose");
  row[test::paramIndex("transpose", "alpha")] = 0.01;
  row[kClampMode] = static_cast<double>(ClampMode::adaptive);
  row[kClampDistance] = 0.2;
  World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
  world.aim({-1, 1, 0});
  world.runner->update();
  const double whole = world.runner->step().norm();
  world.runner->beginFrame(world.goals, true, 0.2);  // moved, but no farther than the distance
  world.runner->update();
  EXPECT_LT(world.runner->step().norm(), 0.5 * whole);
  world.runner->beginFrame(world.goals, true, 0.21);
  world.runner->update();
  EXPECT_GT(world.runner->step().norm(), 0.5 * whole);
}

// ---- stop reasons ----------------------------------------------------------------------------

TEST(Stop, NamesItsReason) {
  const Vector straight = Vector::Zero(3), bent = Eigen::Vector3d(0.3, 0.8, -0.5);
  Row dls = test::panelRow("dls");
  dls[test::paramIndex("dls", "lambda")] = 0.2;

  World reached(planarChain(3), dls, bent, converging());
  reached.aim({1, 1, 0});
  EXPECT_EQ(reached.converge(), Stop::reached);
  EXPECT_LE(reached.runner->error(), reached.settings.rules.tolerance);

  // straight arm, target on its axis: J^T e = 0
  for (const char* method :
       {"transpose", "pseudoinverse", "truncated", "dls", "filtered", "sdls"}) {
    World stalled(planarChain(3), test::panelRow(method), straight, converging());
    stalled.aim({1.5, 0, 0});
    EXPECT_EQ(stalled.converge(), Stop::stalled) << method;
    EXPECT_EQ(stalled.runner->updates(), 1);
  }

  RunSettings s = converging();
  s.limitPolicy = LimitPolicy::clamp;
  World atLimit(planarChain(3, -0.2, 0.2), test::panelRow("dls"), Eigen::Vector3d(0.1, 0.1, 0.1),
                s);
  atLimit.aim({0, 2, 0});
  EXPECT_EQ(atLimit.converge(), Stop::atLimit);
  EXPECT_EQ(atLimit.runner->theta(), Vector(Eigen::Vector3d(0.2, 0.2, 0.2)));

  Row cholesky = test::panelRow("pseudoinverse");
  cholesky[test::paramIndex("pseudoinverse", "solve")] = 1;
  World breakdown(planarChain(3), cholesky, Eigen::Vector3d(0.5, 0, 0), converging());
  breakdown.aim({1, 1, 0});
  EXPECT_EQ(breakdown.converge(), Stop::breakdown);
  EXPECT_TRUE(breakdown.runner->step().isZero(0));

  World unreachable(planarChain(3), test::panelRow("dls"), bent, converging());
  unreachable.aim({0, 5, 0});
  EXPECT_EQ(unreachable.converge(), Stop::noImprovement);

  s = converging();
  s.rules.minImprovement = 0;
  Row wild = test::panelRow("truncated");
  wild[kMaxStep] = kInfinity;
  World oscillating(planarChain(3), wild, bent, s);
  oscillating.aim({0, 5, 0});
  EXPECT_EQ(oscillating.converge(), Stop::oscillating);
  EXPECT_EQ(oscillating.runner->memory().rises, 3);

  s.rules.maxUpdates = 7;
  World limit(planarChain(3), test::panelRow("dls"), bent, s);
  limit.aim({0, 2.9, 0});
  EXPECT_EQ(limit.converge(), Stop::iterationLimit);
  EXPECT_EQ(limit.runner->updates(), 7);
}

TEST(Stop, CountsFromTheLastMoveOfTheTarget) {
  RunSettings s = converging();
  s.rules.minImprovement = 0;
  s.rules.maxUpdates = 5;
  World world(planarChain(3), test::panelRow("dls"), Eigen::Vector3d(0.3, 0.8, -0.5), s);
  world.aim({0, 2.9, 0});
  EXPECT_EQ(world.converge(), Stop::iterationLimit);
  world.aim({0, 2.8, 0});
  EXPECT_EQ(world.runner->stop(), Stop::none);
  EXPECT_EQ(world.converge(), Stop::iterationLimit);
  EXPECT_EQ(world.runner->updates(), 10);
  EXPECT_EQ(world.runner->memory().updatesSinceMove, 5);
}

// distance and angle of the first target, by quaternions: no rotation vector
Eigen::Vector2d missOf(const World& world) {
  const Pose& pose = world.runner->pose();
  const Eigen::Quaterniond turned(pose.worldFromTip[0]);
  return {(world.goals[0].position - pose.tip[0]).norm(),
          turned.angularDistance(world.goals[0].orientation)};
}

// a distance given up for a turn is no rise, nor the other way round
TEST(Stop, JudgesTheWholeTaskWhereATargetIsOriented) {
  constexpr double kWeight = 0.3;
  const test::Json document = test::preset("arm-6.json");
  const auto start = document["start"].get<std::vector<double>>();
  const auto turn = document["targets"][0]["orientation"].get<std::vector<double>>();
  RunSettings s = converging();
  s.rules.minImprovement = 0;
  int fartherAway = 0;
  for (const char* method : {"transpose", "dls", "levenberg-marquardt"}) {
    World arm(test::treeFrom(test::preset("trees/ur5.json")), test::panelRow(method),
              Eigen::Map<const Vector>(start.data(), static_cast<int>(start.size())), s, kWeight);
    arm.goals[0].orientation.coeffs() = Eigen::Map<const Eigen::Vector4d>(turn.data());
    arm.goals[0].orientation.normalize();
    arm.aim({3, -0.655, 0.225});
    const bool descends = method == std::string("levenberg-marquardt");
    int rises = 0;
    for (int u = 0; u < 200 && !arm.runner->frameDone(); ++u) {
      const Eigen::Vector2d before = missOf(arm);
      arm.runner->update();
      const Eigen::Vector2d now = missOf(arm);
      const double whole = std::hypot(now[0], kWeight * now[1]);
      const double gain = std::hypot(before[0], kWeight * before[1]) - whole;
      if (std::abs(gain) < 1e-9) break;  // at rest: rounding alone tells a rise
      rises += gain < 0;
      fartherAway += descends && now[0] > before[0];
      EXPECT_NEAR(arm.runner->seen().objective(), whole, 1e-9) << method;
      ASSERT_EQ(arm.runner->memory().rises, rises) << method << " update " << u;
    }
    EXPECT_GT(arm.runner->updates(), 3) << method;
    EXPECT_FALSE(descends && rises > 0);
  }
  EXPECT_GE(fartherAway, s.rules.maxRises) << "the distance alone tells nothing here";
}

TEST(TwoStage, DoesNotChatter) {
  World world(planarChain(4), test::panelRow("two-stage"), Vector::Constant(4, 0.3), converging());
  world.row[test::paramIndex("two-stage", "switchAt")] = 0.5;
  world.aim({1, 2, 0});
  int switches = 0;
  bool near = world.runner->error() <= 0.5;
  for (int u = 0; u < 2000 && !world.runner->frameDone(); ++u) {
    world.runner->update();
    const bool nowNear = world.runner->error() <= 0.5;
    switches += near != nowNear;
    near = nowNear;
  }
  EXPECT_EQ(world.runner->stop(), Stop::reached);
  EXPECT_EQ(switches, 1);
}

TEST(TwoStage, ClampsTheFirstStageOnlyWhenAsked) {
  for (const bool firstOnly : {false, true}) {
    Row row = test::panelRow("two-stage");
    row[test::paramIndex("two-stage", "switchAt")] = 100;  // always near
    row[test::paramIndex("two-stage", "clampFirstOnly")] = firstOnly;
    row[kClampMode] = static_cast<double>(ClampMode::fixed);
    row[kClampDistance] = 0.01;
    World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
    world.aim({-1, 1, 0});
    world.runner->update();
    EXPECT_EQ(world.runner->step().norm() > 0.1, firstOnly);
  }
}

}  // namespace
}  // namespace iklab::runner_test
