// Restarts against attempts made one by one, each with its own solver and memory.
#include "iklab/ik/restarts.hpp"

#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::restarts_test {
namespace {

constexpr int kJoints = 3;
constexpr std::uint64_t kSeed = 5;

Tree chain() {
  TreeBuilder builder;
  for (int i = 0; i < kJoints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    s.lower = -2, s.upper = 2;
    builder.joint(s);
  }
  builder.effector({"tip", "j2", {1, 0, 0}});
  return builder.build().take();
}

Model::Pointer model(bool oriented) {
  return Model::make(chain(), {{.effector = "tip", .oriented = oriented}}).take();
}

// The start pose of an attempt, drawn again here.
Vector poseOf(int attempt) {
  Random random(mix(kSeed, static_cast<std::uint64_t>(attempt)));
  Vector theta(kJoints);
  for (double& x : theta) x = -2 + 4 * random.unit();
  return theta;
}

// The value that the stop rules check, from a recomputed pose.
double objectiveOf(const Model& m, const Vector& theta, const std::vector<Goal>& goals) {
  Pose pose(m.tree);
  forwardKinematics(m.tree, theta, pose);
  Vector e(m.rows());
  taskError(m.task, pose, goals, e);
  return e.norm();
}

Solution oneByOne(const Solver& solver, const std::vector<Goal>& goals, const StopRules& rules,
                  const Restarts& restarts) {
  const int complete = restarts.most < 6 ? 0 : restarts.most / 3;
  bool given = false;  // True if the best attempt was given up.
  Solution all;
  double best = kInfinity;
  for (int k = 0; k <= restarts.most; ++k) {
    StopRules now = rules;
    if (restarts.every > 0 && k < restarts.most) now.maxUpdates = restarts.every;
    const bool hurried = restarts.maxSlow > 0 && k > 0 && k < complete &&
                         (rules.maxSlow == 0 || restarts.maxSlow < rules.maxSlow);
    if (hurried) now.maxSlow = restarts.maxSlow;
    const bool continues = k == complete && given;
    const Vector start = k == 0 ? Vector::Zero(kJoints) : continues ? all.theta : poseOf(k);
    const Solution one = solver.solve(start, goals, now, {}).take();
    all.updates += one.updates;
    all.evaluations += one.evaluations;
    all.restarts = k;
    const double objective = objectiveOf(solver.model(), one.theta, goals);
    if (continues && objective >= best) all.stop = one.stop;
    const bool slow = hurried && one.stop == Stop::tooSlow;
    if (objective < best) given = slow;
    if (one.stop == Stop::reached || objective < best)
      all.theta = one.theta, all.stop = one.stop, all.error = one.error, best = objective;
    all.givenUp += slow;
    if (one.stop == Stop::reached) break;
  }
  return all;
}

struct Case {
  const char* method;
  bool oriented;
  int every;
  int maxSlow = 0;
  int most = 11;
  int ownMaxSlow = 0;  // Of the rules.
};

class Restarting : public testing::TestWithParam<Case> {
 protected:
  const Case c_ = GetParam();
  const Solver solver_{model(c_.oriented),
                       MethodOptions(c_.method),
                       {.limits = LimitPolicy::clamp, .clamp = {.mode = ClampMode::adaptive}}};
  const Restarts restarts_{
      .most = c_.most, .every = c_.every, .seed = kSeed, .maxSlow = c_.maxSlow};
  const StopRules rules_{.tolerance = 1e-3,
                         .minImprovement = 1e-5,
                         .maxRises = 3,
                         .maxUpdates = 60,
                         .maxSlow = c_.ownMaxSlow};

  std::vector<Goal> goals(Random& random) const {
    const double turn = random.uniform(-2, 2);
    const Eigen::Quaterniond about(Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitZ()));
    return {{{random.uniform(-3, 3), random.uniform(-1, 1), 0}, about}};
  }
};

TEST_P(Restarting, MatchesSeparateAttemptsSeed3) {
  Random random(3);
  int reached = 0, kept = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const std::vector<Goal> all = goals(random);
    const Solution a = solver_.solve(Vector::Zero(kJoints), all, rules_, restarts_).take();
    const Solution b = oneByOne(solver_, all, rules_, restarts_);
    EXPECT_EQ(a.theta, b.theta) << trial;
    EXPECT_EQ(a.stop, b.stop);
    EXPECT_EQ(a.error, b.error);
    EXPECT_EQ(a.updates, b.updates);
    EXPECT_EQ(a.evaluations, b.evaluations);
    EXPECT_EQ(a.restarts, b.restarts);
    EXPECT_EQ(a.givenUp, b.givenUp);
    reached += a.stop == Stop::reached && a.restarts > 0;
    kept += a.stop != Stop::reached;
  }
  EXPECT_GT(reached, 0) << "no goal needs another start";
  EXPECT_GT(kept, 0) << "every goal is reached";
}

// The smaller of two limits on slow updates applies.
TEST_P(Restarting, AppliesTheSmallerSlowLimitSeed6) {
  Random random(6);
  StopRules rules = rules_;
  rules.maxSlow = 1;
  Restarts three = restarts_, one = restarts_;
  three.maxSlow = 3, one.maxSlow = 1;
  int slow = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<Goal> all = goals(random);
    const Solution a = solver_.solve(Vector::Zero(kJoints), all, rules, three).take();
    const Solution b = solver_.solve(Vector::Zero(kJoints), all, rules, one).take();
    EXPECT_EQ(a.theta, b.theta);
    EXPECT_EQ(a.updates, b.updates);
    slow += a.stop == Stop::tooSlow;
  }
  EXPECT_GT(slow, 0);
}

// The lab gives the same numbers, no matter how its calls are split.
TEST_P(Restarting, GivesTheSameResultInTheLab) {
  Random random(4);
  for (int trial = 0; trial < 10; ++trial) {
    const std::vector<Goal> all = goals(random);
    const Solution whole = solver_.solve(Vector::Zero(kJoints), all, rules_, restarts_).take();
    LabSpec spec;
    spec.targets = {{.oriented = c_.oriented,
                     .orientationWeight = solver_.model().task.targets()[0].orientationWeight,
                     .base = all[0]}};
    spec.start = Vector::Zero(kJoints);
    spec.run = {.mode = RunMode::converge,
                .limitPolicy = LimitPolicy::clamp,
                .rules = rules_,
                .restarts = restarts_};
    const auto lab = Lab::open(chain(), spec).take();
    std::vector<double> row = test::panelRow(c_.method);
    row[kClampMode] = static_cast<double>(ClampMode::adaptive);
    const std::vector<double>& fitted = solver_.method().numbers();
    std::copy(fitted.begin(), fitted.end(), row.begin() + kNumbersAt);
    for (int p = 0; p < 2; ++p)
      std::copy(row.begin(), row.end(), lab->params().begin() + p * lab->panelStride());
    ASSERT_EQ(lab->restart(2), "");
    while (!lab->advance(3, trial % 2 == 0 ? 0 : kInfinity)) continue;
    for (int p = 0; p < 2; ++p) {
      EXPECT_EQ(lab->runner(p).theta(), whole.theta);
      EXPECT_EQ(lab->runner(p).stop(), whole.stop);
      EXPECT_EQ(lab->runner(p).updates(), whole.updates);
      EXPECT_EQ(lab->status()[p * kStatusStride + kStatusRestarts], whole.restarts);
      EXPECT_EQ(lab->status()[p * kStatusStride + kStatusUpdatesSinceMove], whole.updates);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Restarting,
                         testing::Values(Case{"dls", false, 0}, Case{"dls", true, 7},
                                         Case{"sdls", false, 10}, Case{"bfgs", true, 0},
                                         Case{"levenberg-marquardt", true, 4},
                                         Case{"dls", false, 0, 2}, Case{"sdls", true, 20, 3},
                                         Case{"transpose", false, 0, 1},
                                         Case{"dls", false, 0, 3, 5}, Case{"dls", false, 0, 3, 6},
                                         Case{"dls", true, 0, 1, 11, 2},
                                         Case{"dls", true, 0, 2, 11, 1}));

// A trace record has the number of its attempt; the last record has the final pose.
TEST(Restarts, AreCountedInTheTrace) {
  LabSpec spec;
  spec.targets = {{.base = {.position = {5, 0, 0}}}};  // Out of reach.
  spec.start = Eigen::Vector3d(0.5, 1, -1);
  spec.run = {.mode = RunMode::converge,
              .rules = {.minImprovement = 1e-5, .maxRises = 3, .maxUpdates = 9},
              .restarts = {.most = 2, .every = 4, .seed = kSeed}};
  const auto lab = Lab::open(chain(), spec).take();
  const std::vector<double> row = test::panelRow("dls");
  std::copy(row.begin(), row.end(), lab->params().begin());
  lab->restart(1);
  EXPECT_TRUE(lab->advance(1000));
  ASSERT_EQ(lab->runner(0).updates(), 4 + 4 + 9);
  double best = kInfinity;
  for (int u = 1; u <= 17; ++u) {
    const double* record = &lab->trace()[static_cast<size_t>((u - 1) * lab->traceStride())];
    EXPECT_EQ(record[kTraceRestarts], u <= 4 ? 0 : u <= 8 ? 1 : 2) << u;
    EXPECT_EQ(record[kTraceStop] != 0, u == 17) << u;
    if (u == 4 || u == 8 || u == 17) best = std::min(best, record[kTraceError]);
  }
  EXPECT_EQ(lab->runner(0).error(), best);

  lab->targets()[0] = 2;  // Another goal: restarts begin again from here.
  EXPECT_TRUE(lab->advance(1000));
  EXPECT_GT(lab->runner(0).updates(), 17);
  EXPECT_EQ(lab->trace()[static_cast<size_t>(17 * lab->traceStride()) + kTraceRestarts], 0);
}

TEST(Restarts, SamplePosesUniformlyWithinLimits) {
  TreeBuilder builder;
  JointSpec free{.id = "free"}, least{.id = "least", .parent = "free"},
      slide{.id = "slide", .parent = "least", .kind = JointKind::prismatic},
      screw{.id = "held", .parent = "slide"};
  least.lower = 3.5;  // Beyond pi.
  screw.lower = screw.upper = 0.25;
  for (const JointSpec& s : {free, least, slide, screw}) builder.joint(s);
  builder.effector({"tip", "held", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Random random(1);
  Vector theta(4), low = Vector::Constant(4, kInfinity), high = -low, sum = Vector::Zero(4);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    drawPose(tree, random, theta);
    low = low.cwiseMin(theta);
    high = high.cwiseMax(theta);
    sum += theta;
  }
  EXPECT_NEAR(low[0], -EIGEN_PI, 0.01);
  EXPECT_NEAR(high[0], EIGEN_PI, 0.01);
  EXPECT_NEAR(sum[0] / kDraws, 0, 4 * EIGEN_PI / std::sqrt(3.0 * kDraws));
  EXPECT_EQ(low[1], 3.5);  // The lower limit, because no allowed value is within pi.
  EXPECT_EQ(high[1], 3.5);
  EXPECT_NEAR(low[2], -1, 0.01);
  EXPECT_NEAR(high[2], 1, 0.01);
  EXPECT_EQ(low[3], 0.25);
  EXPECT_EQ(high[3], 0.25);
}

TEST(Restarts, InvalidSettingsAreRejectedWithAReason) {
  EXPECT_EQ(faultOf(Restarts{.most = -1}), "restarts.most must be from 0 to 1000; got -1");
  EXPECT_EQ(faultOf(Restarts{.every = 2000000}),
            "restarts.every must be from 0 to 1000000; got 2000000");
  EXPECT_EQ(faultOf(Restarts{.maxSlow = -1}), "restarts.maxSlow must be from 0 to 1000000; got -1");
  const Solver solver(model(false), MethodOptions("dls"));
  const std::vector<Goal> goals(1);
  EXPECT_EQ(solver.solve(Vector::Zero(3), goals, {}, {.most = -1}).reason(),
            "restarts.most must be from 0 to 1000; got -1");
}

// Streams derived from one seed differ, and each seed is a number that JSON can represent.
TEST(Mix, GivesDistinctSeedsBelowTwoToThe53) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t index = 0; index < 100; ++index) seeds.push_back(mix(seed, index));
  std::sort(seeds.begin(), seeds.end());
  EXPECT_EQ(std::adjacent_find(seeds.begin(), seeds.end()), seeds.end());
  EXPECT_LT(seeds.back(), std::uint64_t{1} << 53);
}

}  // namespace
}  // namespace iklab::restarts_test
