// Two instances side by side against a workspace that makes the same updates one by one.
#include "iklab/ik/lanes.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>

#include "tests/support.hpp"

namespace iklab::lanes_test {
namespace {

constexpr double kNear = 1e-10;  // Eigen's own pairs sum in another order

struct Chain {
  int joints = 6;
  bool limits = true;
  JointKind kind = JointKind::revolute;
  bool oriented = true;
  bool fork = false;  // the last joint stands beside the one before
};

Eigen::Vector3d axisOf(int joint, Random& random) {
  if (joint % 4 == 3)
    return Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), 1.5).normalized();
  return Eigen::Vector3d::Unit(joint % 3);
}

Model::Pointer modelOf(const Chain& chain, Random& random) {
  TreeBuilder builder;
  const auto three = [&](double range) -> Eigen::Vector3d {
    return test::randomVector(3, range, random);
  };
  for (int i = 0; i < chain.joints; ++i) {
    JointSpec joint;
    joint.id = std::to_string(i);
    joint.xyz = three(0.5);
    joint.axis = axisOf(i, random);
    const int parent = chain.fork && i + 1 == chain.joints ? i - 2 : i - 1;
    if (parent >= 0) joint.parent = std::to_string(parent);
    if (i % 2 == 1) joint.rpy = three(2);
    if (i == 2) joint.kind = chain.kind;
    if (chain.limits) joint.lower = random.uniform(-2, -0.5), joint.upper = random.uniform(0.5, 2);
    builder.joint(joint);
  }
  builder.effector({.id = "tip",
                    .parent = std::to_string(chain.joints - 1),
                    .xyz = three(0.3),
                    .rpy = three(1)});
  return Model::make(builder.build(), {{"tip", chain.oriented, 0.4}}).take();
}

Settings clamped() { return {.limits = LimitPolicy::clamp}; }

// a solve of each, from random poses within limits, beside one in the workspace
class Beside {
 public:
  explicit Beside(const Solver& solver, Random& random)
      : solver_(solver), random_(random), workspace_(solver), lanes_(solver) {
    for (int lane = 0; lane < Lanes::kCount; ++lane) begin(lane);
  }

  // and whether every lane stands where the workspace does after an update from its pose
  void update() {
    std::array<Memory, Lanes::kCount> before = memory_;
    lanes_.round();
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
      Memory& alone = before[at(lane)];
      Memory& ours = memory_[at(lane)];
      const Lanes::Made made = lanes_.made(lane, ours);
      ASSERT_NE(made, Lanes::Made::lost);
      workspace_.begin(alone, goals_[at(lane)]);
      if (made == Lanes::Made::stand) {
        expectSame(lanes_.error(lane), workspace_.error());
        continue;
      }
      workspace_.update(alone);
      for (int c = 0; c < alone.theta.size(); ++c) {
        expectSame(ours.theta[c], alone.theta[c]);
        expectSame(lanes_.step(lane)[c], workspace_.report().step[c]);
      }
      expectSame(lanes_.error(lane), workspace_.error());
      expectSame(lanes_.objective(lane), workspace_.objective());
      EXPECT_EQ(lanes_.judge(lane, ours, rules_), workspace_.judge(alone, rules_));
      EXPECT_EQ(ours.rises, alone.rises);
      EXPECT_EQ(ours.updatesInAttempt, alone.updatesInAttempt);
      ++updates;
      if (ours.stop == Stop::none) continue;
      ++ends[ours.stop];
      if (random_.unit() < 0.5)
        lanes_.restart(lane, ours, pose());
      else
        begin(lane);
    }
  }

  int updates = 0;
  std::map<Stop, int> ends;

 private:
  static size_t at(int lane) { return static_cast<size_t>(lane); }
  static void expectSame(double a, double b) {
    if (kLanesExact)
      EXPECT_EQ(a, b);
    else
      EXPECT_NEAR(a, b, kNear);
  }

  Vector pose() {
    Vector theta(solver_.model().columns());
    drawPose(solver_.model().tree, random_, theta);
    return theta;
  }

  void begin(int lane) {
    memory_[at(lane)] = {pose()};
    goals_[at(lane)] = test::goalsAt(solver_.model().tree, solver_.model().task, pose());
    workspace_.begin(memory_[at(lane)], goals_[at(lane)]);
    lanes_.begin(lane, memory_[at(lane)], goals_[at(lane)][0]);
  }

  const Solver& solver_;
  Random& random_;
  Workspace workspace_;
  Lanes lanes_;
  std::array<Memory, Lanes::kCount> memory_;
  std::array<std::vector<Goal>, Lanes::kCount> goals_;
  const StopRules rules_{.tolerance = 1e-3, .maxUpdates = 40};
};

TEST(Lanes, MakeTheUpdatesOfAWorkspaceSeed71) {
  Random random(71);
  std::map<Stop, int> ends;
  for (int trial = 0; trial < 40; ++trial) {
    const Chain chain{.joints = 6 + trial % 4, .limits = trial % 3 > 0};
    Settings settings;
    settings.limits = trial % 2 ? LimitPolicy::clamp : LimitPolicy::ignore;
    if (trial % 5 == 0) settings.maxStep = trial % 10 ? 0.05 : kInfinity;
    const Solver solver(modelOf(chain, random), DlsOptions{.lambda = random.uniform(0.02, 0.3)},
                        settings);
    ASSERT_TRUE(Lanes::cover(solver)) << trial;
    Beside beside(solver, random);
    for (int round = 0; round < 200; ++round) beside.update();
    EXPECT_GT(beside.updates, 300);
    for (const auto& [stop, count] : beside.ends) ends[stop] += count;
  }
  EXPECT_GT(ends[Stop::reached], 20);
  EXPECT_GT(ends[Stop::iterationLimit], 20);
  EXPECT_GT(ends[Stop::noImprovement], 20);
}

TEST(Lanes, LoseWhatIsBeyondTheirSinesSeed72) {
  Random random(72);
  const Solver solver(modelOf({.limits = false}, random), DlsOptions{.lambda = 0.1});
  Lanes lanes(solver);
  std::array<Memory, 2> memory = {Memory{Vector::Zero(6)}, Memory{Vector::Constant(6, 2e6)}};
  for (int lane = 0; lane < 2; ++lane) lanes.begin(lane, memory[static_cast<size_t>(lane)], {});
  for (int round = 0; round < 3; ++round) {
    lanes.round();
    EXPECT_EQ(lanes.made(0, memory[0]), round ? Lanes::Made::update : Lanes::Made::stand);
    EXPECT_EQ(lanes.made(1, memory[1]), Lanes::Made::lost);
  }
  lanes.begin(1, memory[0], {});
  lanes.round();
  EXPECT_EQ(lanes.made(1, memory[1]), Lanes::Made::stand);
}

TEST(Lanes, LeaveOtherProblemsToAWorkspaceSeed73) {
  Random random(73);
  const DlsOptions dls{.lambda = 0.1};
  const auto covers = [&](const Chain& chain, const MethodOptions& method, const Settings& how) {
    return Lanes::cover(Solver(modelOf(chain, random), method, how));
  };
  EXPECT_TRUE(covers({}, dls, clamped()));
  EXPECT_FALSE(covers({.joints = 5}, dls, clamped()));
  EXPECT_FALSE(covers({.oriented = false}, dls, clamped()));
  EXPECT_FALSE(covers({.kind = JointKind::prismatic}, dls, clamped()));
  EXPECT_FALSE(covers({.joints = 8, .kind = JointKind::fixed}, dls, clamped()));
  EXPECT_FALSE(covers({.joints = 8, .fork = true}, dls, clamped()));
  EXPECT_FALSE(covers({}, DlsOptions{.lambda = 0}, clamped()));
  EXPECT_FALSE(covers({}, DlsOptions{.damping = Damping::error}, clamped()));
  EXPECT_FALSE(covers({}, SdlsOptions{}, clamped()));
  EXPECT_FALSE(covers({}, dls, {.limits = LimitPolicy::lock}));
  EXPECT_FALSE(covers({}, dls, {.gain = 0.5}));
  EXPECT_FALSE(covers({}, dls, {.clamp = {.mode = ClampMode::fixed}}));
  EXPECT_FALSE(covers({}, dls, {.secondary = {.kind = SecondaryKind::rest, .gain = 0.1}}));
}

}  // namespace
}  // namespace iklab::lanes_test
