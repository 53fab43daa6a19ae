// Solutions outside the joint limits, and attempts with too slow progress, against attempts made
// one by one with the rules applied here, and angles wrapped by trying full rotations.
#include <cstring>
#include <gtest/gtest.h>

#include "tests/batched.hpp"

namespace iklab::outside_test {
namespace {

constexpr double kTwoPi = 2 * EIGEN_PI;

Tree chain(double lower = -2, double upper = 2) {
  TreeBuilder builder;
  for (int i = 0; i < 4; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    if (i == 2) s.axis = {0, 1, 0};
    s.lower = lower, s.upper = upper;
    builder.joint(s);
  }
  builder.effector({"tip", "j3", {1, 0, 0}});
  return builder.build().take();
}

// Joints of every kind: limits that are narrow, wide, beyond pi or absent; a slide, a screw and a
// leader.
Tree everyKind() {
  TreeBuilder builder;
  const auto add = [&](const char* id, const char* parent, JointKind kind, double lower,
                       double upper) {
    JointSpec s;
    s.id = id, s.parent = parent, s.kind = kind, s.lower = lower, s.upper = upper;
    if (kind == JointKind::screw) s.pitch = 0.1;
    builder.joint(s);
  };
  add("narrow", "", JointKind::revolute, -1, 2);
  add("wide", "narrow", JointKind::revolute, 0, 4.7);
  add("far", "wide", JointKind::revolute, 3.5, 4);
  add("endless", "far", JointKind::revolute, -kInfinity, kInfinity);
  add("above", "endless", JointKind::revolute, 1, kInfinity);
  add("slide", "above", JointKind::prismatic, -1, 1);
  add("screw", "slide", JointKind::screw, -2, 2);
  add("leader", "screw", JointKind::revolute, -3, 3);
  JointSpec follower{.id = "follower", .parent = "leader"};
  follower.mimic = {"leader", 0.5, 0};
  follower.lower = -1, follower.upper = 1;  // So the leader is limited to 2.
  builder.joint(follower);
  builder.effector({"tip", "follower", {1, 0.3, 0.2}});
  return builder.build().take();
}

// Finds an equivalent value of a column within its limits by trying full rotations.
double turned(const Tree& tree, int column, double value) {
  const Joint& j = tree.moving(column);
  if (column > 4 || (value >= j.lower && value <= j.upper)) return value;
  for (int k = 1; k < 20; ++k)
    for (const double other : {value - k * kTwoPi, value + k * kTwoPi})
      if (other >= j.lower && other <= j.upper) return other;
  return value;
}

TEST(Settle, WrapsAnglesOfRevoluteJointsOnlySeed5) {
  const Tree tree = everyKind();
  ASSERT_EQ(tree.columns(), 8);
  EXPECT_EQ(tree.moving(7).upper, 2);
  Random random(5);
  Vector theta(8), settled(8);
  int taken[2] = {}, moved[2] = {};
  for (int trial = 0; trial < 20000; ++trial) {
    const double span = trial % 2 ? 12 : 2.2;
    for (double& x : theta) x = random.uniform(-span, span);
    if (trial % 4 == 1) theta.tail(3) *= 0.05;
    for (const Outside outside : {Outside::wrap, Outside::turn}) {
      const bool inside = settle(tree, outside, theta, settled);
      bool all = true;
      for (int c = 0; c < 8; ++c) {
        const Joint& j = tree.moving(c);
        const double wrapped =
            c > 4 ? theta[c] : std::atan2(std::sin(theta[c]), std::cos(theta[c]));
        const double wanted = outside == Outside::wrap ? wrapped : turned(tree, c, theta[c]);
        ASSERT_NEAR(settled[c], wanted, 1e-13) << c << " from " << theta[c];
        if (outside == Outside::turn && theta[c] >= j.lower && theta[c] <= j.upper)
          ASSERT_EQ(settled[c], theta[c]);  // A value within its limits is unchanged, to the bit.
        all &= settled[c] >= j.lower && settled[c] <= j.upper;
      }
      ASSERT_EQ(inside, all);
      taken[outside == Outside::turn] += inside;
      moved[outside == Outside::turn] += inside && settled != theta;
      Pose before(tree), after(tree);
      forwardKinematics(tree, theta, before);
      forwardKinematics(tree, settled, after);
      ASSERT_LT((before.tip[0] - after.tip[0]).norm(), 1e-12);
    }
  }
  EXPECT_EQ(taken[0], 0) << "an angle of 3.5 to 4 is none within pi";
  EXPECT_GT(moved[1], 10);
}

TEST(Settle, AngleAtALimitIsWithin) {
  const Tree tree = chain(-EIGEN_PI, EIGEN_PI);
  Vector theta = Vector::Zero(4), settled = theta;
  theta << EIGEN_PI, -EIGEN_PI, 0, 3 * EIGEN_PI;
  for (const Outside outside : {Outside::wrap, Outside::turn})
    EXPECT_TRUE(settle(tree, outside, theta, settled));
  theta[2] = 2.5;
  EXPECT_FALSE(settle(chain(), Outside::turn, theta, settled));
}

struct Case {
  const char* method;
  Outside outside;
  int most, every;
  int maxSlow = 0;
};

// One attempt, update by update, with the rules applied here and the error recomputed.
struct Attempt {
  Vector theta;
  Stop stop = Stop::none;
  double objective = 0;
  int updates = 0;
};

class Refusing : public testing::TestWithParam<Case> {
 protected:
  const Case c_ = GetParam();
  test::BatchScene scene_ = scene();

  test::BatchScene scene() const {
    test::BatchScene scene{chain(), {}};
    scene.spec.targets = {{.oriented = false, .base = {.position = {1, 1, 0.5}}}};
    scene.spec.start = Vector::Constant(4, 0.3);
    scene.spec.run.mode = RunMode::converge;
    scene.spec.run.rules = {.tolerance = 1e-6,
                            .minImprovement = 0,
                            .maxRises = 1000000,
                            .maxUpdates = 70,
                            .maxSlow = c_.maxSlow,
                            .slowShare = 0.3};
    scene.spec.run.restarts = {.most = c_.most, .every = c_.every, .outside = c_.outside};
    return scene;
  }

  std::vector<double> panel() const {
    std::vector<double> row = test::panelRow(c_.method);
    row[kMaxStep] = kInfinity;
    if (c_.method == std::string("dls")) row[test::paramIndex("dls", "lambda")] = 0.3;
    return row;
  }

  double objectiveAt(const Model& model, const Vector& theta, const Goal& goal) const {
    Pose pose(model.tree);
    forwardKinematics(model.tree, theta, pose);
    return (goal.position - pose.tip[0]).norm();
  }

  Attempt alone(const Solver& solver, const Vector& start, const std::vector<Goal>& goals,
                int maxUpdates) const {
    StopRules rules = scene_.spec.run.rules;
    rules.maxSlow = 0;
    const Model& model = solver.model();
    Attempt a;
    int slow = 0;
    double before = objectiveAt(model, start, goals[0]);
    for (rules.maxUpdates = 1; a.stop == Stop::none; ++rules.maxUpdates) {
      // Solves from the start each time, so that only the number of updates is used.
      const Solution s = solver.solve(start, goals, rules, {}).take();
      a.theta = s.theta, a.updates = s.updates;
      a.objective = objectiveAt(model, s.theta, goals[0]);
      slow = before - a.objective < 0.3 * before ? slow + 1 : 0;
      before = a.objective;
      if (s.stop != Stop::iterationLimit) a.stop = s.stop;
      if (a.stop == Stop::none && c_.maxSlow > 0 && slow == c_.maxSlow) a.stop = Stop::tooSlow;
      if (a.stop == Stop::none && s.updates == maxUpdates) a.stop = Stop::iterationLimit;
    }
    return a;
  }

  bool refuse(Attempt& a) const {
    bool inside = true;
    for (double& x : a.theta) {
      if (c_.outside == Outside::wrap) x = std::remainder(x, kTwoPi);
      const double from = x;
      for (int k = -30; k <= 30 && c_.outside == Outside::turn && std::abs(x) > 2; ++k)
        if (std::abs(from - k * kTwoPi) <= 2) x = from - k * kTwoPi;
      inside &= std::abs(x) <= 2;
    }
    return !inside;
  }
};

bool sameBits(const Vector& a, std::span<const double> b) {
  return static_cast<size_t>(a.size()) == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * b.size()) == 0;
}

std::vector<double> rowAt(const Batch& batch, int i) {
  const auto at = batch.rows().begin() + i * kBatchStride;
  return {at, at + kBatchStride};
}

TEST_P(Refusing, BatchMatchesSeparateAttempts) {
  const test::BatchSpec spec{{.kind = Sampling::reachable, .start = StartKind::random, .seed = 3}};
  const auto batch = test::open(scene_, spec, panel());
  constexpr int kProblems = 40;
  ASSERT_EQ(batch->solve(0, kProblems), "");
  const Model::Pointer model = modelOf(scene_.tree, scene_.spec).take();
  const Solver solver =
      solverOf(model, LimitPolicy::ignore, *MethodRegistry::builtIn(), panel()).take();
  int refused = 0, again = 0, slow = 0;
  for (int i = 0; i < kProblems; ++i) {
    const auto seed = static_cast<std::uint64_t>(batch->draw(i));
    const double* at = batch->goals().data();
    const std::vector<Goal> goals = {{{at[0], at[1], at[2]}}};
    Attempt best;
    best.objective = kInfinity;
    int updates = 0, restarts = 0;
    for (int k = 0; k <= c_.most; ++k) {
      Vector start = Eigen::Map<const Vector>(batch->start().data(), 4);
      Random random(mix(seed, static_cast<std::uint64_t>(k)));
      if (k > 0)
        for (double& x : start) x = random.uniform(-2, 2);
      const int most = k < c_.most && c_.every > 0 ? c_.every : 70;
      Attempt a = alone(solver, start, goals, most);
      updates += a.updates, restarts = k;
      slow += a.stop == Stop::tooSlow;
      const bool out = a.stop == Stop::reached && c_.outside != Outside::keep && refuse(a);
      if (out) a.stop = Stop::outside, ++refused;
      const bool reached = a.stop == Stop::reached;
      if (reached || a.objective < best.objective) best = a;
      if (reached) break;
    }
    again += restarts > 0;
    const std::vector<double> row = rowAt(*batch, i);
    EXPECT_TRUE(sameBits(best.theta, batch->poses().subspan(static_cast<size_t>(4 * i), 4))) << i;
    EXPECT_EQ(row[kBatchStop], static_cast<double>(best.stop)) << i;
    EXPECT_EQ(row[kBatchUpdates], updates) << i;
    EXPECT_EQ(row[kBatchRestarts], restarts) << i;
    EXPECT_EQ(row[kBatchSolved], best.stop == Stop::reached) << i;
    EXPECT_EQ(row[kBatchInLimits], best.theta.cwiseAbs().maxCoeff() <= 2) << i;
  }
  EXPECT_EQ(refused > 0, c_.outside != Outside::keep);
  EXPECT_EQ(slow > 0, c_.maxSlow > 0);
  EXPECT_EQ(again > 0, c_.most > 0);
}

TEST_P(Refusing, RowsAreTheSameSolvedOneByOneAndInALab) {
  const test::BatchSpec spec{{.kind = Sampling::reachable, .start = StartKind::random, .seed = 3}};
  const auto whole = test::open(scene_, spec, panel()), part = test::open(scene_, spec, panel());
  ASSERT_EQ(whole->solve(0, 40), "");
  for (const int i : {31, 2, 0, 17, 5, 39}) {
    ASSERT_EQ(part->solve(i, 1), "");
    const std::vector<double> row = rowAt(*whole, i), other = rowAt(*part, 0);
    EXPECT_EQ(std::memcmp(row.data(), other.data(), sizeof(double) * row.size()), 0) << i;
    LabSpec lab = scene_.spec;
    lab.run.restarts.seed = static_cast<std::uint64_t>(whole->draw(i));
    lab.start = Eigen::Map<const Vector>(whole->start().data(), 4);
    const double* at = whole->goals().data();
    lab.targets[0].base.position = {at[0], at[1], at[2]};
    const auto opened = Lab::open(scene_.tree, lab).take();
    const std::vector<double> row0 = panel();
    std::copy(row0.begin(), row0.end(), opened->params().begin());
    ASSERT_EQ(opened->restart(1), "");
    while (!opened->advance(3, i % 2 ? 0 : kInfinity)) continue;
    EXPECT_EQ(opened->status()[kStatusStop], row[kBatchStop]);
    EXPECT_EQ(opened->status()[kStatusUpdates], row[kBatchUpdates]);
    EXPECT_EQ(opened->status()[kStatusRestarts], row[kBatchRestarts]);
    EXPECT_TRUE(
        sameBits(opened->runner(0).theta(), whole->poses().subspan(static_cast<size_t>(4 * i), 4)));
  }
}

// In lanes: dls, levenberg-marquardt, transpose. In a workspace: the others.
INSTANTIATE_TEST_SUITE_P(
    Methods, Refusing,
    testing::Values(Case{"dls", Outside::keep, 3, 0}, Case{"dls", Outside::wrap, 6, 0},
                    Case{"dls", Outside::turn, 6, 30}, Case{"dls", Outside::wrap, 0, 0},
                    Case{"levenberg-marquardt", Outside::wrap, 20, 30},
                    Case{"levenberg-marquardt", Outside::turn, 4, 0},
                    Case{"transpose", Outside::keep, 3, 0, 6},
                    Case{"pseudoinverse", Outside::wrap, 20, 30},
                    Case{"sdls", Outside::turn, 5, 0, 3}, Case{"bfgs", Outside::wrap, 5, 0},
                    Case{"halley", Outside::keep, 4, 0, 3}, Case{"dls", Outside::keep, 5, 0, 3},
                    Case{"levenberg-marquardt", Outside::wrap, 8, 0, 2}));

TEST(Outside, InvalidSettingsAreRejectedWithAReason) {
  EXPECT_EQ(faultOf(Restarts{.outside = static_cast<Outside>(3)}),
            "restarts.outside must be from 0 to 2; got 3");
  EXPECT_EQ(faultOf(StopRules{.maxSlow = -1}), "maxSlow must be from 0 to 1000000; got -1");
  EXPECT_EQ(faultOf(StopRules{.maxSlow = 3, .slowShare = 1.5}),
            "slowShare must be from 0 to 1; got 1.5");
}

}  // namespace
}  // namespace iklab::outside_test
