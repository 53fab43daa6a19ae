// Two instances in SIMD lanes against a workspace that makes the same updates one by one, bit for
// bit.
#include "iklab/ik/lanes.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>

#include "tests/partial.hpp"

namespace iklab::lanes_test {
namespace {

using Rule = LevenbergMarquardtOptions::Damping;

// A mechanism with or without limits: branches, all kinds of joints, mimic joints; targets with
// orientations and with unconstrained axes.
Model::Pointer modelOf(int trial, Random& random) {
  if (trial % 3 == 0) {
    const Tree tree = test::randomTree(random);
    return std::make_shared<const Model>(tree, test::randomTask(tree, random));
  }
  test::PartialCase some(random, trial % 4, trial % 3 == 1);
  return std::make_shared<const Model>(some.tree, some.task);
}

Settings randomSettings(int trial, Random& random) {
  Settings settings;
  settings.limits = trial % 2 ? LimitPolicy::clamp : LimitPolicy::ignore;
  if (random.unit() < 0.3) settings.maxStep = random.unit() < 0.5 ? 0.05 : kInfinity;
  if (random.unit() < 0.3) settings.maxSlide = 0.05;
  return settings;
}

// Runs each lane from random poses next to the same run in a workspace.
class Beside {
 public:
  explicit Beside(const Solver& solver, Random& random)
      : solver_(solver), random_(random), workspace_(solver), lanes_(solver) {
    for (int lane = 0; lane < Lanes::kCount; ++lane) begin(lane);
  }

  // Checks that every lane equals the workspace after the same update.
  void round() {
    lanes_.round();
    for (int lane = 0; lane < Lanes::kCount; ++lane) look(lane);
  }

  int updates = 0, trials = 0, lost = 0;
  std::map<Stop, int> ends;

 private:
  static size_t at(int lane) { return static_cast<size_t>(lane); }

  void look(int lane) {
    Memory &ours = memory_[at(lane)], &alone = alone_[at(lane)];
    const Lanes::Made made = lanes_.made(lane, ours);
    if (made == Lanes::Made::lost) return ++lost, begin(lane);
    if (made == Lanes::Made::trial) return ++trials, void();
    workspace_.begin(alone, goals_[at(lane)]);
    if (made == Lanes::Made::update) workspace_.update(alone);
    EXPECT_EQ(lanes_.error(lane), workspace_.error());
    if (made == Lanes::Made::stand) return;
    EXPECT_EQ(ours.theta, alone.theta);
    EXPECT_EQ(lanes_.step(lane), workspace_.report().step);
    EXPECT_EQ(lanes_.objective(lane), workspace_.objective());
    EXPECT_EQ(lanes_.judge(lane, ours, rules_), workspace_.judge(alone, rules_));
    EXPECT_EQ(ours.rises, alone.rises);
    EXPECT_EQ(ours.trials, alone.trials);
    EXPECT_EQ(ours.updatesInAttempt, alone.updatesInAttempt);
    ++updates;
    if (ours.stop == Stop::none) return;
    ++ends[ours.stop];
    if (random_.unit() < 0.5) return begin(lane);
    const Vector there = pose();
    lanes_.restart(lane, ours, there);
    workspace_.restart(alone, there);
  }

  Vector pose() {
    Vector theta(solver_.model().columns());
    drawPose(solver_.model().tree, random_, theta);
    return theta;
  }

  void begin(int lane) {
    memory_[at(lane)] = alone_[at(lane)] = {pose()};
    goals_[at(lane)] = test::goalsAt(solver_.model().tree, solver_.model().task, pose());
    workspace_.begin(alone_[at(lane)], goals_[at(lane)]);
    lanes_.begin(lane, memory_[at(lane)], goals_[at(lane)]);
  }

  const Solver& solver_;
  Random& random_;
  Workspace workspace_;
  Lanes lanes_;
  std::array<Memory, Lanes::kCount> memory_, alone_;
  std::array<std::vector<Goal>, Lanes::kCount> goals_;
  const StopRules rules_{
      .tolerance = 1e-3, .minImprovement = 1e-5, .maxRises = 3, .maxUpdates = 40};
};

struct Seen {
  int updates = 0, trials = 0, lost = 0;
  std::map<Stop, int> ends;
};

template <class Options>
Seen follow(int seed, Options options) {
  Random random(static_cast<std::uint64_t>(seed));
  Seen seen;
  for (int trial = 0; trial < 60 && !testing::Test::HasFailure(); ++trial) {
    const Solver solver(modelOf(trial, random), options(trial, random),
                        randomSettings(trial, random));
    EXPECT_EQ(solver.fault(), "");
    EXPECT_TRUE(Lanes::cover(solver)) << trial;
    Beside beside(solver, random);
    for (int round = 0; round < 150; ++round) beside.round();
    seen.updates += beside.updates;
    seen.trials += beside.trials;
    seen.lost += beside.lost;
    for (const auto& [stop, count] : beside.ends) seen.ends[stop] += count;
  }
  return seen;
}

TEST(Lanes, MatchTheWorkspaceForDlsSeed71) {
  Seen seen = follow(71, [](int, Random& random) {
    return MethodOptions(DlsOptions{.lambda = random.uniform(0.02, 0.3)});
  });
  EXPECT_GT(seen.updates, 12000);
  EXPECT_GT(seen.ends[Stop::reached], 200);
  EXPECT_GT(seen.ends[Stop::iterationLimit], 20);
  EXPECT_GT(seen.ends[Stop::noImprovement], 20);
}

TEST(Lanes, MatchTheWorkspaceForTransposeSeed74) {
  Seen seen = follow(74, [](int trial, Random&) {
    return MethodOptions(TransposeOptions{.alpha = trial % 4 ? 0 : 0.05});
  });
  EXPECT_GT(seen.updates, 12000);
  EXPECT_GT(seen.ends[Stop::reached], 20);
}

TEST(Lanes, MatchTheWorkspaceForLevenbergMarquardtSeed75) {
  Seen seen = follow(75, [](int trial, Random& random) {
    return MethodOptions(LevenbergMarquardtOptions{.damping = static_cast<Rule>(trial % 5),
                                                   .lambda = random.uniform(0.01, 0.3),
                                                   .errorBias = 1e-4,
                                                   .checked = trial % 7 > 0});
  });
  EXPECT_GT(seen.updates, 10000);
  EXPECT_GT(seen.trials, 300);
  EXPECT_GT(seen.ends[Stop::reached], 300);
}

TEST(Lanes, ReportLostForAnglesTooLargeForTheirSinesSeed72) {
  Random random(72);
  const Solver solver(modelOf(0, random), DlsOptions{.lambda = 0.1});
  const int n = solver.model().columns();
  const std::vector<Goal> goals(solver.model().task.targets().size());
  Lanes lanes(solver);
  std::array<Memory, 2> memory = {Memory{Vector::Zero(n)}, Memory{Vector::Constant(n, 2e6)}};
  for (int lane = 0; lane < 2; ++lane) lanes.begin(lane, memory[static_cast<size_t>(lane)], goals);
  for (int round = 0; round < 3; ++round) {
    lanes.round();
    EXPECT_EQ(lanes.made(0, memory[0]), round ? Lanes::Made::update : Lanes::Made::stand);
    EXPECT_EQ(lanes.made(1, memory[1]), Lanes::Made::lost);
  }
  lanes.begin(1, memory[0], goals);
  lanes.round();
  EXPECT_EQ(lanes.made(1, memory[1]), Lanes::Made::stand);
}

TEST(Lanes, CoverOnlySupportedMethodsAndSettingsSeed73) {
  Random random(73);
  const Model::Pointer model = modelOf(0, random);
  const DlsOptions dls{.lambda = 0.1};
  const Settings clamped{.limits = LimitPolicy::clamp};
  const auto covers = [&](const MethodOptions& method, const Settings& how) {
    return Lanes::cover(Solver(model, method, how));
  };
  EXPECT_TRUE(covers(dls, clamped));
  EXPECT_TRUE(covers(TransposeOptions{}, clamped));
  EXPECT_TRUE(covers(LevenbergMarquardtOptions{}, clamped));
  EXPECT_FALSE(covers(DlsOptions{.lambda = 0}, clamped));
  EXPECT_FALSE(covers(DlsOptions{.damping = Damping::error}, clamped));
  EXPECT_FALSE(covers(SdlsOptions{}, clamped));
  EXPECT_FALSE(covers(dls, {.limits = LimitPolicy::lock}));
  EXPECT_FALSE(covers(dls, {.gain = 0.5}));
  EXPECT_FALSE(covers(dls, {.clamp = {.mode = ClampMode::fixed}}));
  EXPECT_FALSE(covers(dls, {.secondary = {.kind = SecondaryKind::rest, .gain = 0.1}}));
}

}  // namespace
}  // namespace iklab::lanes_test
