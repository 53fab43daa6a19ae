// Instances in two, four and eight lanes against a workspace that makes the same updates one by
// one, bit for bit.
#include "iklab/ik/lanes.hpp"

#include <gtest/gtest.h>
#include <map>

#include "iklab/ik/joint_limits.hpp"
#include "tests/limbs.hpp"

namespace iklab::lanes_test {
namespace {

using Rule = LevenbergMarquardtOptions::Damping;

// A mechanism with or without limits: branches, all kinds of joints, mimic joints; targets with
// orientations and with unconstrained axes; some with so many targets that steps are computed along
// the tree.
Model::Pointer modelOf(int trial, Random& random) {
  if (trial % 10 == 9) {
    const test::Limbs limbs(random, {.limbs = 10, .partial = trial % 20 == 9});
    return std::make_shared<const Model>(limbs.tree, limbs.task);
  }
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
  Beside(const Solver& solver, Random& random, int count)
      : solver_(solver),
        random_(random),
        workspace_(solver),
        lanes_(Lanes::make(solver, rules_, count)),
        slots_(at(count)) {
    EXPECT_EQ(lanes_->count(), count);
    lanes_->watch(true);
    for (const TaskTarget& t : solver.model().task.targets()) boxed |= t.tolerance.has_value();
    for (int lane = 0; lane < count; ++lane) begin(lane);
  }

  // Checks that every lane equals the workspace after the same update.
  void round() {
    reported_ = lanes_->round();
    for (int lane = 0; lane < lanes_->count(); ++lane) look(lane);
  }

  int updates = 0, trials = 0, lost = 0, needless = 0;
  bool boxed = false;  // True if a target has tolerances of its own.
  std::map<Stop, int> ends;

 private:
  static size_t at(int lane) { return static_cast<size_t>(lane); }

  struct Slot {
    Memory memory, alone;
    std::vector<Goal> goals;
    StopRules rules;
    int limitHits = 0;
    double travel = 0, startError = 0, best = 0;
    bool begun = false;
  };

  void look(int lane) {
    Slot& slot = slots_[at(lane)];
    Memory& alone = slot.alone;
    const bool reported = (reported_ >> lane & 1) != 0;
    const Lanes::Made made = lanes_->made(lane);
    if (made == Lanes::Made::lost) {
      EXPECT_TRUE(reported);
      return ++lost, begin(lane);
    }
    if (made == Lanes::Made::trial) {
      EXPECT_FALSE(reported);
      return ++trials, void();
    }
    workspace_.begin(alone, slot.goals);
    if (made == Lanes::Made::update) workspace_.update(alone);
    EXPECT_EQ(lanes_->error(lane), workspace_.error());
    for (size_t i = 0; i < slot.goals.size(); ++i) {
      EXPECT_EQ(lanes_->distance(lane, static_cast<int>(i)), workspace_.distances()[i]);
      EXPECT_EQ(lanes_->angle(lane, static_cast<int>(i)), workspace_.angles()[i]);
    }
    if (made == Lanes::Made::stand && !slot.begun) slot.startError = slot.best = workspace_.error();
    slot.begun = true;
    if (made == Lanes::Made::update) lookAtUpdate(lane, slot, reported);
  }

  void lookAtUpdate(int lane, Slot& slot, bool reported) {
    Memory &ours = slot.memory, &alone = slot.alone;
    lanes_->write(lane, ours);
    EXPECT_EQ(ours.theta, alone.theta);
    EXPECT_EQ(lanes_->step(lane), workspace_.report().step);
    EXPECT_EQ(lanes_->objective(lane), workspace_.objective());
    EXPECT_EQ(lanes_->judge(lane, ours, slot.rules), workspace_.judge(alone, slot.rules));
    EXPECT_TRUE(reported || ours.stop == Stop::none);
    EXPECT_EQ(ours.rises, alone.rises);
    EXPECT_EQ(ours.slow, alone.slow);
    EXPECT_EQ(ours.trials, alone.trials);
    EXPECT_EQ(ours.updates, alone.updates);
    EXPECT_EQ(ours.updatesInAttempt, alone.updatesInAttempt);
    lookAtTotals(lane, slot);
    ++updates;
    if (reported && ours.stop == Stop::none) ++needless;
    if (ours.stop == Stop::none) return;
    ++ends[ours.stop];
    if (random_.unit() < 0.5) return begin(lane);
    const Vector there = pose();
    lanes_->restart(lane, there, slot.rules = attemptRules());
    workspace_.restart(alone, there);
  }

  void lookAtTotals(int lane, Slot& slot) {
    const Vector& step = workspace_.report().step;
    const Tree& tree = solver_.model().tree;
    for (int c = 0; c < step.size(); ++c)
      if (tree.moving(c).turns()) slot.travel += std::abs(step[c]);
    slot.limitHits += anyJoint(tree, slot.alone.theta, onLimit);
    EXPECT_EQ((lanes_->improved() >> lane & 1) != 0, workspace_.error() < slot.best);
    slot.best = std::min(slot.best, workspace_.error());
    EXPECT_EQ(lanes_->travel(lane), slot.travel);
    EXPECT_EQ(lanes_->limitHits(lane), slot.limitHits);
    EXPECT_EQ(lanes_->startError(lane), slot.startError);
    EXPECT_EQ(lanes_->best(lane), slot.best);
  }

  StopRules attemptRules() {
    StopRules rules = rules_;
    rules.maxUpdates = 20 + static_cast<int>(20 * random_.unit());
    rules.maxSlow = static_cast<int>(8 * random_.unit());
    return rules;
  }

  Vector pose() {
    Vector theta(solver_.model().columns());
    drawPose(solver_.model().tree, random_, theta);
    return theta;
  }

  void begin(int lane) {
    Slot& slot = slots_[at(lane)] = {};
    slot.memory = slot.alone = {pose()};
    slot.goals = test::goalsAt(solver_.model().tree, solver_.model().task, pose());
    workspace_.begin(slot.alone, slot.goals);
    lanes_->begin(lane, slot.memory, slot.goals, slot.rules = attemptRules());
  }

  const Solver& solver_;
  Random& random_;
  const StopRules rules_{.tolerance = 1e-3,
                         .minImprovement = 1e-5,
                         .maxRises = 3,
                         .maxUpdates = 40,
                         .slowShare = 0.02};
  Workspace workspace_;
  std::unique_ptr<Lanes> lanes_;
  std::vector<Slot> slots_;
  unsigned reported_ = 0;
};

struct Seen {
  int updates = 0, trials = 0, lost = 0, needless = 0;
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
    for (int lanes = 2; lanes <= Lanes::most(); lanes *= 2) {
      Beside beside(solver, random, lanes);
      for (int round = 0; round < 300 / lanes; ++round) beside.round();
      seen.updates += beside.updates;
      seen.trials += beside.trials;
      seen.lost += beside.lost;
      if (!beside.boxed) seen.needless += beside.needless;
      for (const auto& [stop, count] : beside.ends) seen.ends[stop] += count;
    }
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
  EXPECT_GT(seen.ends[Stop::tooSlow], 20);
  EXPECT_LT(seen.needless, 20);
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
  const StopRules rules;
  const std::unique_ptr<Lanes> lanes = Lanes::make(solver, rules, 2);
  const Memory zero{Vector::Zero(n)}, large{Vector::Constant(n, 2e6)};
  lanes->begin(0, zero, goals, rules);
  lanes->begin(1, large, goals, rules);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(lanes->round() & 2u, round == 0 ? 2u : 0u);  // Reported once.
    EXPECT_EQ(lanes->made(0), round ? Lanes::Made::update : Lanes::Made::stand);
    EXPECT_EQ(lanes->made(1), Lanes::Made::lost);
  }
  lanes->begin(1, zero, goals, rules);
  lanes->round();
  EXPECT_EQ(lanes->made(1), Lanes::Made::stand);
  lanes->end(1);
  EXPECT_EQ(lanes->round() & 2u, 0u);
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
