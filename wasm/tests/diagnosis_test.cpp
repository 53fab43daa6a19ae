// Each scene has one known cause that prevents success; the diagnosis must find it.
#include "iklab/diagnosis.hpp"

#include <gtest/gtest.h>
#include <map>

#include "iklab/dh.hpp"
#include "tests/support.hpp"

namespace iklab::diagnosis_test {
namespace {

using test::randomVector, test::randomTree, test::randomTask, test::randomGoals;

// UR5e by the manufacturer's DH table; at most one joint has limits.
Tree ur5e(int limited = -1, double lower = -kInfinity, double upper = kInfinity) {
  std::vector<DhRow> rows = {
      {0, EIGEN_PI / 2, 0.1625},  {-0.425, 0, 0}, {-0.3922, 0, 0}, {0, EIGEN_PI / 2, 0.1333},
      {0, -EIGEN_PI / 2, 0.0997}, {0, 0, 0.0996}};
  if (limited >= 0) rows[limited].lower = lower, rows[limited].upper = upper;
  return dhTree(rows).take();
}

const std::vector<TargetSpec> kPosed = {{.effector = "tool", .oriented = true}};
const std::vector<TargetSpec> kPlaced = {{.effector = "tool"}};

Model::Pointer model(Tree tree, const std::vector<TargetSpec>& targets = kPosed) {
  return Model::make(std::move(tree), targets).take();
}

std::vector<Goal> goalsAt(const Tree& tree, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  return {{pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])}};
}

// Far from singular poses: elbow and wrist bent.
Vector bent(Random& random) {
  Vector theta = randomVector(6, 3, random);
  for (const int j : {2, 4}) theta[j] = (random.unit() < 0.5 ? -1 : 1) * random.uniform(0.7, 2.2);
  return theta;
}

constexpr StopRules kOpen{.tolerance = 1e-6,
                          .orientationTolerance = 1e-6,
                          .minImprovement = 0,
                          .maxRises = 1'000'000,
                          .maxUpdates = 400};

// Diagnoses a run from `start` with these stop rules.
Diagnosis explained(const Solver& solver, const Vector& start, const std::vector<Goal>& goals,
                    const StopRules& rules = kOpen) {
  const Solution end = solver.solve(start, goals, rules, Restarts{}).take();
  return diagnose(solver, end.theta, goals, rules, end.stop).take();
}

TEST(Diagnosis, NamesTheJointWhoseLimitExcludesTheSolutionSeed1) {
  Random random(1);
  int unreached = 0, limited = 0, named = 0;
  constexpr int kScenes = 100;
  for (int k = 0; k < kScenes; ++k) {
    const Vector there = bent(random);
    const int joint = random.below(6);
    const double beyond = random.uniform(0.1, 0.4), side = random.unit() < 0.5 ? -1 : 1;
    const double limit = there[joint] - side * beyond;  // Between the start and the solution.
    Vector start = there + randomVector(6, 0.05, random);
    start[joint] = limit - side * 0.1;
    const Tree tree = side > 0 ? ur5e(joint, -kInfinity, limit) : ur5e(joint, limit, kInfinity);
    const Solver solver(model(tree), LevenbergMarquardtOptions{});
    const Diagnosis why = explained(solver, start, goalsAt(tree, there));
    if (why.cause == Cause::none) continue;  // Reached by another solution.
    ++unreached;
    if (why.cause != Cause::jointLimits) continue;
    ++limited;
    named += why.limiting.size() == 1 && why.limiting[0].column == joint &&
             why.limiting[0].upper == (side > 0) &&
             std::abs(why.limiting[0].beyond - beyond) < 1e-3;
    EXPECT_TRUE(why.released.reached);
    EXPECT_FALSE(why.within.reached);
  }
  EXPECT_GE(unreached, kScenes * 95 / 100);
  EXPECT_GE(limited, unreached * 95 / 100);
  EXPECT_GE(named, unreached * 9 / 10);
}

// Scenes in which one setting prevents success.
void expectCause(Cause cause, const MethodOptions& method, const Settings& settings,
                 const StopRules& rules = kOpen) {
  Random random(2);
  int named = 0, scenes = 0;
  constexpr int kScenes = 50;
  const Tree tree = ur5e();
  const Solver solver(model(tree), method, settings);
  ASSERT_EQ(solver.fault(), "");
  std::map<std::string, int> others;
  for (int k = 0; k < kScenes; ++k) {
    const Vector there = bent(random), start = there + randomVector(6, 0.3, random);
    const Diagnosis why = explained(solver, start, goalsAt(tree, there), rules);
    if (why.cause == Cause::none) continue;
    ++scenes;
    named += why.cause == cause;
    if (why.cause != cause) ++others[word(why.cause)];
    bool cured = false;
    for (const Experiment& each : why.helped) {
      cured |= each.cause == cause;
      EXPECT_TRUE(each.reached || each.error <= kFallen * why.error);
    }
    EXPECT_TRUE(cured) << word(cause) << " of scene " << k;
  }
  std::string seen;
  for (const auto& [name, count] : others) seen += " " + name + " " + std::to_string(count);
  EXPECT_GE(scenes, kScenes * 9 / 10);
  EXPECT_GE(named, scenes * 8 / 10) << word(cause) << ", else" << seen;
}

TEST(Diagnosis, NamesTheSettingThatPreventsSuccessSeed2) {
  expectCause(Cause::damping, DlsOptions{.lambda = 9.}, {}, {.maxUpdates = 100});
  expectCause(Cause::targetClamp, DlsOptions{},
              {.clamp = {.mode = ClampMode::fixed, .distance = 1e-5, .angle = 1e-5}},
              {.maxUpdates = 100});
  expectCause(Cause::stepLimit, DlsOptions{}, {.maxStep = 1e-5}, {.maxUpdates = 100});
  expectCause(Cause::stopRule, DlsOptions{}, {}, {.minImprovement = 0.1});
  expectCause(Cause::updateLimit, DlsOptions{}, {}, {.maxUpdates = 2});
  expectCause(Cause::overshoot, DlsOptions{.lambda = 1e-4}, {.gain = 2.2}, {.maxUpdates = 100});
}

TEST(Diagnosis, NamesADroppedDirection) {
  Random random(3);
  int named = 0;
  const Tree tree = ur5e();
  for (int k = 0; k < 50; ++k) {
    const Vector there = bent(random);
    Vector start = there + randomVector(6, 0.2, random);
    const Solver solver(model(tree), TruncatedOptions{.cutoff = 0.25});
    const Diagnosis why = explained(solver, start, goalsAt(tree, there));
    named += why.cause == Cause::droppedDirection;
  }
  EXPECT_GE(named, 47);
}

// Counts how often the planted cause was named, and which others were.
struct Planted {
  int scenes = 0, named = 0;
  std::map<std::string, int> others = {};

  void add(const Diagnosis& why, Cause cause) {
    if (why.cause == Cause::none) return;  // Reached by another solution.
    ++scenes;
    named += why.cause == cause;
    if (why.cause != cause) ++others[word(why.cause)];
  }
  void expect(int least, double share) const {
    std::string seen;
    for (const auto& [name, count] : others) seen += " " + name + " " + std::to_string(count);
    EXPECT_GE(scenes, least);
    EXPECT_GE(named, scenes * share) << named << " of " << scenes << ", else" << seen;
  }
};

JointSpec specOf(const std::string& id, const std::string& parent, const Eigen::Vector3d& xyz,
                 const Eigen::Vector3d& axis = {0, 0, 1}) {
  JointSpec s;
  s.id = id, s.parent = parent, s.xyz = xyz, s.axis = axis;
  return s;
}

// Hinges about random axes perpendicular to x, with links of random lengths along x: straight at
// zero.
struct StraightArm {
  StraightArm(Random& random, bool planar, double tilt = 0) {
    TreeBuilder builder;
    const int n = 2 + random.below(5);
    double link = 0;
    for (int i = 0; i < n; ++i) {
      const double angle = planar ? 0 : random.uniform(0, 2 * EIGEN_PI);
      JointSpec s = specOf("j" + std::to_string(i), i > 0 ? "j" + std::to_string(i - 1) : "",
                           {link, 0, 0}, {0, std::sin(angle), std::cos(angle)});
      if (i == 0) s.rpy = Eigen::Vector3d::Constant(tilt);
      builder.joint(s);
      link = random.uniform(0.2, 1);
      length += link;
    }
    builder.effector({"tool", "j" + std::to_string(n - 1), {link, 0, 0}});
    tree = std::make_unique<Tree>(builder.build().take());
    first = tree->joints()[0].offset;
  }
  std::unique_ptr<Tree> tree;
  Eigen::Vector3d first;
  double length = 0;
};

// Improved damped least squares damps a joint by 1 / weight.
TEST(Diagnosis, NamesJointWeightsSeed5) {
  Random random(5);
  Planted planted;
  for (int k = 0; k < 50; ++k) {
    TreeBuilder builder;
    for (int i = 0; i < 6; ++i) {
      JointSpec s = specOf("q" + std::to_string(i), i > 0 ? "q" + std::to_string(i - 1) : "",
                           {i > 0 ? 1. : 0., 0, 0}, Eigen::Vector3d::Unit(i % 3));
      s.weight = i == 0 || random.unit() < 0.7 ? 1e-3 : 1;
      builder.joint(s);
    }
    builder.effector({"tool", "q5", {1, 0, 0}});
    const Tree tree = builder.build().take();
    const Vector there = bent(random), start = there + randomVector(6, 0.5, random);
    const Solver solver(model(tree, kPlaced), IdlsOptions{});
    planted.add(explained(solver, start, goalsAt(tree, there), {.maxUpdates = 100}),
                Cause::jointWeights);
  }
  planted.expect(40, 0.9);
}

TEST(Diagnosis, NamesASecondaryGoalThatPullsAwayFromTheTargetSeed6) {
  Random random(6);
  Planted planted;
  for (int k = 0; k < 50; ++k) {
    const Tree tree = ur5e();
    const Vector there = bent(random), start = there + randomVector(6, 0.3, random);
    const Solver solver(model(tree, kPlaced), DlsOptions{.lambda = 0.05},
                        {.secondary = {.kind = SecondaryKind::rest, .gain = random.uniform(2, 4)}});
    planted.add(explained(solver, start, goalsAt(tree, there), {.maxUpdates = 100}),
                Cause::secondaryGoal);
  }
  planted.expect(45, 0.9);
}

// Two arms on one rotating base that cannot both reach their targets: the first reaches its own,
// the second does not.
TEST(Diagnosis, NamesPrioritiesThatConflictSeed7) {
  Random random(7);
  Planted planted;
  for (int k = 0; k < 50; ++k) {
    TreeBuilder builder;
    const int n = 2 + random.below(2);
    for (int i = 0; i < n; ++i)
      builder.joint(specOf("w" + std::to_string(i), i > 0 ? "w" + std::to_string(i - 1) : "",
                           {i > 0 ? 0.5 : 0., 0, 0}));
    const std::string last = "w" + std::to_string(n - 1);
    builder.effector({"left", last, {0.5, 0.3, 0}});
    builder.effector({"right", last, {0.5, -0.3, 0}});
    const Tree tree = builder.build().take();
    const Model::Pointer both = model(tree, {{.effector = "left"}, {.effector = "right"}});
    Vector there = randomVector(n, 1.2, random), other = there + randomVector(n, 0.6, random);
    Pose one(tree), two(tree);
    forwardKinematics(tree, there, one);
    forwardKinematics(tree, other, two);
    const std::vector<Goal> goals = {{one.tip[0]}, {two.tip[1]}};
    const Solver solver(both, PriorityOptions{.lambda = 0.05});
    planted.add(explained(solver, there + randomVector(n, 0.1, random), goals), Cause::priority);
  }
  planted.expect(40, 0.9);
}

TEST(Diagnosis, NamesTheSingularPoseOfAStraightArmSeed8) {
  Random random(8);
  Planted planted;
  for (int k = 0; k < 60; ++k) {
    const StraightArm arm(random, k % 2 == 0);
    const Eigen::Vector3d to =
        arm.first + Eigen::Vector3d(random.uniform(0.5, 0.95), 0, 0) * arm.length;
    const Solver solver(model(*arm.tree, kPlaced), DlsOptions{});
    planted.add(explained(solver, Vector::Zero(arm.tree->columns()), {{to}}), Cause::singularPose);
  }
  planted.expect(60, 0.9);
}

TEST(Diagnosis, ReportsTheShortfallOfATargetOutOfReachSeed9) {
  Random random(9);
  Planted planted;
  for (int k = 0; k < 50; ++k) {
    const StraightArm arm(random, false);
    const Eigen::Vector3d way = randomVector(3, 1, random).normalized();
    const double share = random.uniform(1.01, 2);
    const Eigen::Vector3d to = arm.first + share * arm.length * way;
    const int n = arm.tree->columns();
    const Solver solver(model(*arm.tree, kPlaced), DlsOptions{});
    const Diagnosis why = explained(solver, randomVector(n, 2, random), {{to}});
    planted.add(why, Cause::outOfReach);
    EXPECT_NEAR(why.shortfall, (share - 1) * arm.length, 1e-9);
  }
  planted.expect(50, 1);
}

// J J^T is singular for a straight arm; another method can leave the pose because the target is off
// the arm's line.
TEST(Diagnosis, NamesTheBreakdownOfASingularSystemSeed10) {
  Random random(10);
  Planted planted;
  for (int k = 0; k < 50; ++k) {
    const StraightArm arm(random, true, 0.5);
    const int n = arm.tree->columns();
    const Vector there = Vector::Constant(n, random.uniform(0.2, 0.6));
    PseudoinverseOptions plain;
    plain.solve = PseudoinverseOptions::Solve::cholesky;
    const Solver solver(model(*arm.tree, kPlaced), plain);
    planted.add(explained(solver, Vector::Zero(n), goalsAt(*arm.tree, there)), Cause::breakdown);
  }
  planted.expect(40, 0.9);
}

bool isMethod(Cause cause) { return cause >= Cause::converging && cause < Cause::undiagnosed; }

TEST(Diagnosis, QuickBudgetAgreesWithTheFullBudgetSeed11) {
  Random random(11);
  int scenes = 0, same = 0;
  const Tree tree = ur5e(2, -1, 1);
  const Solver solver(model(tree), DlsOptions{});
  for (int k = 0; k < 200; ++k) {
    Vector there(6), start(6);
    drawPose(tree, random, there);
    drawPose(tree, random, start);
    if (k % 2) there[2] = random.uniform(-2, 2);
    const std::vector<Goal> goals = goalsAt(tree, there);
    const Solution end = solver.solve(start, goals, {}, Restarts{}).take();
    if (end.reached()) continue;
    const Cause whole = diagnose(solver, end.theta, goals, {}, end.stop).take().cause,
                quick =
                    diagnose(solver, end.theta, goals, {}, end.stop, kQuickDiagnosis).take().cause;
    ++scenes;
    same += isMethod(whole) ? isMethod(quick) : quick == whole;
  }
  EXPECT_GE(scenes, 50);
  EXPECT_GE(same, scenes * 9 / 10) << same << " of " << scenes;
}

TEST(Diagnosis, ExplainsAStraightArmWithinAndOutOfReach) {
  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::string(1, static_cast<char>('a' + i));
    if (i > 0) s.parent = std::string(1, static_cast<char>('a' + i - 1)), s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"tool", "c", {1, 0, 0}});
  const Solver solver(model(builder.build().take(), kPlaced), DlsOptions{});
  const Vector straight = Vector::Zero(3);
  const Diagnosis why = explained(solver, straight, {{{2, 0, 0}}});
  EXPECT_EQ(why.cause, Cause::singularPose);
  EXPECT_EQ(reasonOf(why, solver),
            "singular-pose: no small motion of a joint brings it closer in this pose; from a pose "
            "5° away it gets closer, 1 m short");
  EXPECT_GE(why.reached, 1);
  const Diagnosis far = explained(solver, straight, {{{3.5, 0, 0}}});
  EXPECT_EQ(far.cause, Cause::outOfReach);
  EXPECT_NEAR(far.shortfall, 0.5, 1e-12);
  EXPECT_NEAR(far.best, 0.5, 1e-6);
  EXPECT_TRUE(far.settled());
  EXPECT_EQ(reasonOf(far, solver),
            "out-of-reach: at least 500 mm too far in every pose, 500 mm short");
}

TEST(Diagnosis, ReasonTextAndJsonDescribeAJointLimit) {
  const Solver solver(model(ur5e(2, -1, 1)), DlsOptions{});
  const Vector there = (Vector(6) << 0.2, -1, 1.4, -0.5, 0.8, 0.3).finished();
  Vector start = there;
  start[2] = 0.9;
  const Diagnosis why = explained(solver, start, goalsAt(ur5e(), there));
  EXPECT_EQ(reasonOf(why, solver).substr(0, 67),
            "joint-limits: q3 would have to move 22.9° beyond its upper limit, ");
  const test::Json json = test::Json::parse(jsonOf(why, solver));
  EXPECT_EQ(json["cause"], "joint-limits");
  EXPECT_EQ(json["reason"], reasonOf(why, solver));
  EXPECT_EQ(json["limiting"][0]["joint"], "q3");
  EXPECT_EQ(json["limiting"][0]["limit"], "upper");
  EXPECT_NEAR(json["limiting"][0]["beyond"].get<double>(), 0.4, 1e-4);
  EXPECT_EQ(json["pushed"][0]["joint"], "q3");
  EXPECT_FALSE(json["within"]["reached"].get<bool>());
  EXPECT_TRUE(json["released"]["reached"].get<bool>());
  EXPECT_NEAR(json["error"].get<double>(), why.error, 1e-11);
}

TEST(Diagnosis, NoCauseForAPoseWithinTolerances) {
  const Tree tree = ur5e();
  const Vector there = Vector::Constant(6, 0.7);
  const Solver solver(model(tree), DlsOptions{});
  EXPECT_EQ(explained(solver, there, goalsAt(tree, there)).cause, Cause::none);
}

TEST(Diagnosis, NamesTheJointOfASolutionOutsideItsLimits) {
  const Tree tree = ur5e(2, -1, 1);
  const Vector there = (Vector(6) << 0.2, -1, 1.4, -0.5, 0.8, 0.3).finished();
  const Solver solver(model(tree), DlsOptions{}, {.limits = LimitPolicy::ignore});
  const auto why = diagnose(solver, there, goalsAt(tree, there), kOpen, Stop::outside).take();
  EXPECT_EQ(why.cause, Cause::jointLimits);
  ASSERT_EQ(why.limiting.size(), 1u);
  EXPECT_EQ(why.limiting[0].column, 2);
  EXPECT_NEAR(why.limiting[0].beyond, 0.4, 1e-12);
  EXPECT_EQ(reasonOf(why, solver),
            "joint-limits: q3 would have to move 22.9° beyond its upper limit");
}

TEST(Diagnosis, DivergedPoseIsUndiagnosed) {
  const Tree tree = ur5e();
  const Solver solver(model(tree), DlsOptions{});
  const std::vector<Goal> goals = goalsAt(tree, Vector::Zero(6));
  for (const double value : {kNotUsed, kInfinity, 1e200}) {
    const std::string said =
        explain(solver, Vector::Constant(6, value), goals, kOpen, Stop::oscillating);
    EXPECT_EQ(test::Json::parse(said)["reason"].get<std::string>().rfind("undiagnosed: ", 0), 0u)
        << said;
  }
  const auto far = diagnose(solver, Vector::Constant(6, 1e12), goals, kOpen, Stop::none).take();
  EXPECT_EQ(far.cause, Cause::undiagnosed);
  EXPECT_GT(far.distance, 0);
}

TEST(Diagnosis, RandomPosesAreNeverCalledSingular) {
  Random random(7);
  const Tree tree = ur5e();
  const Solver solver(model(tree), DlsOptions{});
  for (int k = 0; k < 200; ++k) {
    const Vector theta = randomVector(6, 3, random);
    const std::vector<Goal> goals = goalsAt(tree, randomVector(6, 3, random));
    const auto why = diagnose(solver, theta, goals, kOpen, Stop::none, {.restarts = 2}).take();
    EXPECT_NE(why.cause, Cause::singularPose);
    if (why.cause == Cause::localMinimum) {
      EXPECT_GT(why.within.error, kFallen * why.error);
    }
  }
}

TEST(Diagnosis, RejectsInvalidSolversAndStartPoses) {
  const Tree tree = ur5e();
  const Vector there = Vector::Zero(6);
  const std::vector<Goal> goals = goalsAt(tree, there);
  const Solver none(model(tree), DlsOptions{.lambda = -1.});
  EXPECT_EQ(diagnose(none, there, goals, {}, Stop::none).reason(), none.fault());
  const Solver solver(model(tree), DlsOptions{});
  EXPECT_NE(diagnose(solver, Vector::Zero(5), goals, {}, Stop::none).reason(), "");
  EXPECT_NE(diagnose(solver, Vector::Constant(6, kNotUsed), goals, {}, Stop::none).reason(), "");
}

TEST(Diagnosis, InterruptedDiagnosisIsUndiagnosed) {
  const Tree tree = ur5e();
  const Solver solver(model(tree), DlsOptions{.lambda = 9.});
  const Vector there = Vector::Constant(6, 0.7);
  const auto why = diagnose(solver, Vector::Constant(6, 0.2), goalsAt(tree, there), {}, Stop::none,
                            {}, [] { return true; });
  EXPECT_EQ(why.value().cause, Cause::undiagnosed);
}

// No step within the bounds lowers |e|, to first order.
TEST(BoxLevenberg, EndsAtAStationaryPointWithinTheBoundsSeed4) {
  Random random(4);
  int ended = 0;
  for (int k = 0; k < 200; ++k) {
    const Tree tree = randomTree(random);
    const Model made(tree, randomTask(tree, random));
    const std::vector<Goal> goals = randomGoals(made.task, 1, random);
    BoxLevenberg strong(made);
    const int n = made.columns();
    Vector theta = randomVector(n, 0.3, random);
    const Bounds bounds{theta - Vector::Constant(n, 0.5), theta + Vector::Constant(n, 0.5)};
    const double before = strong.look(theta, goals, kOpen).error;
    const BoxLevenberg::End end = strong.solve(theta, goals, kOpen, bounds, 2000);
    EXPECT_LE(end.error, before);
    EXPECT_NEAR(strong.look(theta, goals, kOpen).error, end.error, 1e-12 * (1 + before));
    for (int c = 0; c < n; ++c) {
      EXPECT_GE(theta[c], bounds.lower[c]);
      EXPECT_LE(theta[c], bounds.upper[c]);
    }
    // Central differences of |e|^2 / 2.
    double still = 0;
    for (int c = 0; c < n; ++c) {
      constexpr double kStep = 1e-6;
      Vector up = theta, down = theta;
      up[c] += kStep, down[c] -= kStep;
      const double there = strong.look(up, goals, kOpen).error,
                   back = strong.look(down, goals, kOpen).error;
      const double slope = (there * there - back * back) / (4 * kStep);
      const bool held =
          (theta[c] == bounds.upper[c] && slope < 0) || (theta[c] == bounds.lower[c] && slope > 0);
      if (!held) still = std::max(still, std::abs(slope));
    }
    ended += still < 1e-3 * (1 + end.error);
  }
  EXPECT_GE(ended, 196);
}

}  // namespace
}  // namespace iklab::diagnosis_test
