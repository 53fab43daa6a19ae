// The table of start poses against brute force with other formulas, and the solves that use it
// against the same attempts made one by one.
#include "iklab/core/seed_table.hpp"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <thread>

#include "iklab/lab/pose_solver.hpp"
#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/partial.hpp"

namespace iklab::seed_table_test {
namespace {

using Numbers = std::vector<double>;

Numbers measured(const Model& model, std::span<const Goal> goals) {
  Numbers distances(static_cast<size_t>(model.seeds().parts() * SeedTable::kRows));
  model.seeds().measure(model.task, goals, distances);
  return distances;
}

// The distance of a pose from the goals by axes and angles of rotations.
// targets: those that count; empty: all.
double distanceOf(const Model& model, const Vector& theta, const std::vector<Goal>& goals,
                  const std::set<size_t>& targets = {}) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  double sum = 0;
  for (size_t i = 0; i < goals.size(); ++i) {
    if (!targets.empty() && !targets.contains(i)) continue;
    const TaskTarget& t = model.task.targets()[i];
    const test::Missed m = test::missed(t, pose, goals[i]);
    double chord = 2 * std::sin(m.angle / 2);
    if (t.oriented && turnTask(t.freedom) == TurnTask::component) {
      const auto kept = std::find(t.freedom.turns.begin(), t.freedom.turns.end(), false);
      Eigen::Vector3d axis = Eigen::Vector3d::Unit(kept - t.freedom.turns.begin());
      if (t.freedom.frame == AxisFrame::target) axis = goals[i].orientation * axis;
      const Eigen::AngleAxisd off(goals[i].orientation *
                                  Eigen::Quaterniond(pose.worldFromTip[t.effector]).conjugate());
      chord = 2 * std::sin(off.angle() / 2) * off.axis().dot(axis);
    }
    sum += m.way.squaredNorm() + std::pow(t.orientationWeight * chord, 2);
  }
  return sum;
}

// Rows by distance, equally near ones by number.
std::vector<int> ranked(const Numbers& distances) {
  std::vector<int> rows(distances.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
    return distances[static_cast<size_t>(a)] < distances[static_cast<size_t>(b)];
  });
  return rows;
}

// Trees with branches and all kinds of joints, some of which follow others; several targets, each
// with its own unconstrained components.
TEST(SeedTable, DistancesMatchBruteForceSeed1) {
  Random random(1);
  for (int trial = 0; trial < 80; ++trial) {
    test::PartialCase some(random, trial % 4, trial % 3 == 1);
    const Model model(some.tree, some.task);
    const Numbers distances = measured(model, some.goals);
    for (int row = 0; row < SeedTable::kRows; row += 5) {
      const double expected = distanceOf(model, model.seeds().pose(row), some.goals);
      double sum = 0;
      for (int part = 0; part < model.seeds().parts(); ++part)
        sum += distances[static_cast<size_t>(part * SeedTable::kRows + row)];
      EXPECT_NEAR(sum, expected, 1e-9 * (1 + expected)) << trial;
    }
  }
}

// Groups of targets, two of which are in one group if some joint moves both, by moving the joints.
std::vector<std::set<size_t>> groupsOf(const Model& model, std::vector<std::set<size_t>>& moved) {
  const size_t count = model.task.targets().size();
  Pose before(model.tree), after(model.tree);
  Vector theta = Vector::Constant(model.columns(), 0.3);
  forwardKinematics(model.tree, theta, before);
  std::vector<std::set<size_t>> groups;
  for (size_t i = 0; i < count; ++i) groups.push_back({i});
  moved.assign(static_cast<size_t>(model.columns()), {});
  for (int c = 0; c < model.columns(); ++c) {
    Vector turned = theta;
    turned[c] += 0.1;
    forwardKinematics(model.tree, turned, after);
    std::set<size_t>& these = moved[static_cast<size_t>(c)];
    for (size_t i = 0; i < count; ++i) {
      const auto tip = static_cast<size_t>(model.task.targets()[i].effector);
      if (before.tip[tip] != after.tip[tip] || before.worldFromTip[tip] != after.worldFromTip[tip])
        these.insert(i);
    }
    std::set<size_t> merged;
    std::erase_if(groups, [&](const std::set<size_t>& group) {
      const bool touched =
          std::any_of(group.begin(), group.end(), [&](size_t i) { return these.contains(i); });
      if (touched) merged.insert(group.begin(), group.end());
      return touched;
    });
    if (!merged.empty()) groups.push_back(merged);
  }
  return groups;
}

// Joints with random parents, many of which are the world; some follow others.
Model::Pointer scattered(Random& random) {
  TreeBuilder builder;
  const int count = 12;
  for (int i = 0; i < count; ++i) {
    JointSpec s{.id = std::to_string(i)};
    if (i > 0 && random.unit() < 0.6) s.parent = std::to_string(random.below(i));
    s.xyz = {random.unit(), 0.2, 0.1}, s.axis = {0, random.unit(), 1};
    if (i > 0 && random.unit() < 0.15) s.mimic = {std::to_string(random.below(i)), 0.5, 0.1};
    builder.joint(s);
  }
  std::vector<TargetSpec> targets;
  for (int k = 0; k < 5; ++k) {
    const std::string id = "tip" + std::to_string(k);
    builder.effector({id, std::to_string(random.below(count)), {0.3, 0.1, 0}});
    targets.push_back({.effector = id, .oriented = random.unit() < 0.5});
  }
  return Model::make(builder.build(), targets).take();
}

// Starts combine the nearest rows of each group of targets.
TEST(SeedTable, CombinesTheNearestRowsOfEachPartSeed4) {
  Random random(4);
  int several = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const auto pointer = scattered(random);
    const Model& model = *pointer;
    const std::vector<Goal> goals = test::randomGoals(model.task, 1, random);
    std::vector<std::set<size_t>> moved;
    const std::vector<std::set<size_t>> groups = groupsOf(model, moved);
    Numbers distances = measured(model, goals);
    Vector start = Vector::Zero(model.columns()), next = start;
    ASSERT_TRUE(model.seeds().takeNearest(distances, start));
    ASSERT_TRUE(model.seeds().takeNearest(distances, next));
    int moving = 0;
    for (const std::set<size_t>& group : groups) {
      Numbers own;
      for (int row = 0; row < SeedTable::kRows; ++row)
        own.push_back(distanceOf(model, model.seeds().pose(row), goals, group));
      const std::vector<int> rows = ranked(own);
      if (own[static_cast<size_t>(rows[2])] - own[static_cast<size_t>(rows[0])] < 1e-9) continue;
      for (int c = 0; c < model.columns(); ++c) {
        const std::set<size_t>& by = moved[static_cast<size_t>(c)];
        if (by.empty() || !group.contains(*by.begin())) continue;
        ++moving;
        EXPECT_EQ(start[c], model.seeds().pose(rows[0])[c]) << trial;
        EXPECT_EQ(next[c], model.seeds().pose(rows[1])[c]) << trial;
      }
    }
    several += groups.size() > 1 && moving > 3;
  }
  EXPECT_GT(several, 10);
}

TEST(SeedTable, SharesTheRowsOfAnEffectorWithTwoTargets) {
  Random random(2);
  const Tree tree = test::planarChain(3, -2, 2);
  Task task;
  task.add(0, false, 1);
  task.add(0, true, 0.7);
  const Model model(tree, task);
  std::vector<Goal> goals = test::randomGoals(task, 1, random);
  for (Goal& goal : goals) goal.orientation.normalize();
  const Numbers distances = measured(model, goals);
  for (int row = 0; row < SeedTable::kRows; ++row)
    EXPECT_NEAR(distances[static_cast<size_t>(row)],
                distanceOf(model, model.seeds().pose(row), goals), 1e-9);
}

TEST(SeedTable, FreeComponentsDoNotCount) {
  const Tree tree = test::planarChain(3, -2, 2);
  Task task;
  Freedom free{.position = {false, false, true}};
  free.axis = {0, 0, 1};
  task.add(0, true, 1, {}, free);
  const Model model(tree, task);
  Goal goal{{1, 0.5, 0}, Eigen::Quaterniond::Identity()};
  const Numbers before = measured(model, std::array{goal});
  goal.position.z() = 1e6;
  goal.orientation = Eigen::AngleAxisd(1, Eigen::Vector3d::UnitZ());
  const Numbers after = measured(model, std::array{goal});
  for (size_t row = 0; row < before.size(); ++row) EXPECT_NEAR(before[row], after[row], 1e-12);
}

// Every angle that a joint can reach, once.
TEST(SeedTable, CoversTheLimitsAndAtMostOneRotation) {
  struct Case {
    JointSpec joint;
    double low, high;
  };
  const double turn = 2 * EIGEN_PI;
  const auto limited = [](JointSpec joint, double lower, double upper) {
    joint.lower = lower, joint.upper = upper;
    return joint;
  };
  const std::vector<Case> cases = {
      {{.id = "free"}, -EIGEN_PI, EIGEN_PI},
      {limited({.id = "wide"}, -turn, turn), -EIGEN_PI, EIGEN_PI},
      {limited({.id = "beyond"}, -1, 5), -1, 5},  // 5 - 2 pi is below the lower limit.
      {limited({.id = "above"}, 3.5, 12), 3.5, 3.5 + turn},
      {limited({.id = "below"}, -12, -3.5), -3.5 - turn, -3.5},
      {limited({.id = "fixed"}, 0.25, 0.25), 0.25, 0.25},
      {{.id = "slide", .kind = JointKind::prismatic}, -1, 1},
      {limited({.id = "rail", .kind = JointKind::prismatic}, 2, 9), 2, 9},
      {limited({.id = "screw", .kind = JointKind::screw, .pitch = 0.1}, -9, 9), -9, 9},
      {limited({.id = "leader"}, -9, 9), -9, 9},  // A follower rotates by half of its angle.
  };
  TreeBuilder builder;
  std::string parent;
  for (const Case& each : cases) {
    JointSpec joint = each.joint;
    joint.parent = parent;
    builder.joint(joint);
    parent = joint.id;
  }
  builder.joint(
      {.id = "follower", .parent = parent, .mimic = {.joint = "leader", .multiplier = 0.5}});
  builder.effector({"tip", "follower", {1, 0, 0}});
  const auto model = Model::make(builder.build(), {{.effector = "tip"}}).take();
  const auto columns = static_cast<int>(cases.size());
  ASSERT_EQ(model->columns(), columns);
  for (int c = 0; c < columns; ++c) {
    const auto& [joint, from, to] = cases[static_cast<size_t>(c)];
    double low = kInfinity, high = -kInfinity;
    for (int row = 0; row < SeedTable::kRows; ++row) {
      low = std::min(low, model->seeds().pose(row)[c]);
      high = std::max(high, model->seeds().pose(row)[c]);
    }
    const double slack = 0.04 * (to - from);
    EXPECT_TRUE(low >= from && low <= from + slack) << joint.id << " " << low;
    EXPECT_TRUE(high <= to && high >= to - slack) << joint.id << " " << high;
  }
}

// Answers of solves without a start depend on these bits.
TEST(SeedTable, KeepsItsBits) {
  const auto model =
      Model::make(test::planarChain(3, -2, 2), {{.effector = "tip", .oriented = true}}).take();
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 8; ++i) hash = (hash ^ (bits >> (8 * i) & 0xff)) * 0x100000001b3u;
  };
  const Goal goal{{0.5, 1, 0.25}, Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5)};
  const Numbers distances = measured(*model, std::array{goal});
  for (int row = 0; row < SeedTable::kRows; ++row) {
    for (const double angle : model->seeds().pose(row)) add(angle);
    add(distances[static_cast<size_t>(row)]);
  }
  EXPECT_EQ(hash, 7116143202205603759u);
  // The first angle by the generator's definition.
  EXPECT_EQ(model->seeds().pose(0)[0], -2 + 4 * Random(1).unit());
}

TEST(SeedTable, TakesTheFirstOfEquallyNearRows) {
  TreeBuilder builder;
  JointSpec held{.id = "held"};
  held.lower = held.upper = 0.25;
  builder.joint(held);
  builder.joint({.id = "other"});
  builder.effector({"tip", "held", {1, 0, 0}});
  const auto model = Model::make(builder.build(), {{.effector = "tip"}}).take();
  Attempts attempts({.most = 3, .from = RestartPose::table}, *model);
  attempts.begin(std::vector<Goal>(1));
  for (int row = 0; row < 3; ++row)
    EXPECT_EQ(attempts.nearestStart(), Vector(model->seeds().pose(row)));
}

TEST(SeedTable, IsSharedByAllThreads) {
  const auto model = Model::make(test::planarChain(3, -2, 2), {{.effector = "tip"}}).take();
  std::array<const SeedTable*, 8> seen = {};
  std::vector<std::thread> threads;
  for (const SeedTable*& each : seen) threads.emplace_back([&] { each = &model->seeds(); });
  for (std::thread& thread : threads) thread.join();
  for (const SeedTable* each : seen) EXPECT_EQ(each, seen[0]);
  EXPECT_EQ(seen[0], &model->seeds());
}

struct Case {
  const char* method;
  bool started;
  std::optional<RestartPose> from;
  int maxSlow = 0;
};

class Seeded : public testing::TestWithParam<Case> {};

// Attempts one by one: from the given start, if any, then from the rows by brute force, and after
// the last row from random poses.
TEST_P(Seeded, MatchesSeparateAttemptsSeed3) {
  const Case c = GetParam();
  const auto model =
      Model::make(test::planarChain(3, -2, 2), {{.effector = "tip", .oriented = true}}).take();
  const Solver solver(model, MethodOptions(c.method));
  const StopRules rules{.tolerance = 0.05, .minImprovement = 0, .maxUpdates = 3};
  const Vector start = Vector::Constant(3, 0.1);
  Random random(3);
  int reached = 0;
  for (int trial = 0; trial < 12; ++trial) {
    Vector theta(3);
    drawPose(model->tree, random, theta);
    std::vector<Goal> goals = test::goalsAt(model->tree, model->task, theta);
    if (trial % 3 == 0) goals[0].position.x() = 9;  // Out of reach.
    const Restarts restarts{.most = 260, .seed = 7, .from = c.from, .maxSlow = c.maxSlow};
    const Solution whole = (c.started ? solver.solve(start, goals, rules, restarts)
                                      : solver.solve(goals, rules, restarts))
                               .take();
    const std::vector<int> rows = ranked(measured(*model, goals));
    const auto from = c.from.value_or(c.started ? RestartPose::random : RestartPose::table);
    size_t row = 0;
    int updates = 0, again = -1;
    double least = kInfinity;
    Solution best;
    for (int k = 0; k <= restarts.most && again < 0; ++k) {
      StopRules now = rules;
      if (k < 86 && !(k == 0 && c.started)) now.maxSlow = c.maxSlow;
      if (k == 86 && best.stop == Stop::tooSlow) {
        theta = best.theta;
      } else if (k == 0 && c.started) {
        theta = start;
      } else if (row < rows.size() && (k == 0 || from == RestartPose::table)) {
        theta = model->seeds().pose(rows[row++]);
      } else {
        Random own(mix(restarts.seed, static_cast<std::uint64_t>(k)));
        drawPose(model->tree, own, theta);
      }
      const Solution one = solver.solve(theta, goals, now, Restarts{}).take();
      updates += one.updates;
      const double error = std::sqrt(2 * test::lossOf(*model, one.theta, goals));
      if (error < least) least = error, best = one;
      if (!one.reached() && k < restarts.most) continue;
      again = k;
      if (one.reached()) EXPECT_EQ(whole.theta, one.theta);
    }
    EXPECT_EQ(whole.updates, updates) << trial;
    EXPECT_EQ(whole.restarts, again) << trial;
    // A solve that reached its goals has another measure than the closest one.
    if (!whole.reached())
      EXPECT_NEAR(std::sqrt(2 * test::lossOf(*model, whole.theta, goals)), least, 1e-9);
    reached += whole.reached();
  }
  EXPECT_GT(reached, 0);
  EXPECT_LT(reached, 12);
}

INSTANTIATE_TEST_SUITE_P(Starts, Seeded,
                         testing::Values(Case{"dls", false, {}},
                                         Case{"dls", false, RestartPose::random},
                                         Case{"dls", true, {}},
                                         Case{"levenberg-marquardt", true, RestartPose::table},
                                         Case{"sdls", false, RestartPose::table},
                                         Case{"dls", false, {}, 2}, Case{"sdls", true, {}, 1}));

// In lanes and in one workspace.
TEST(SeedTable, GivesBatchesTheRestartsOfTheSolver) {
  test::BatchScene scene = test::batchScene("arm-6");
  scene.spec.run.restarts = {.most = 6, .every = 20, .from = RestartPose::table};
  const Model::Pointer model = modelOf(scene.tree, scene.spec).take();
  int restarted = 0;
  for (const char* method : {"dls", "sdls"}) {
    const std::vector<double> panel = test::panelRow(method);
    const auto batch = test::open(scene, {{.start = StartKind::given, .seed = 5}}, panel);
    constexpr int kCount = 12;
    ASSERT_EQ(batch->solve(0, kCount), "");
    const Solver solver =
        solverOf(model, scene.spec.run.limitPolicy, *MethodRegistry::builtIn(), panel).take();
    for (int i = 0; i < kCount; ++i) {
      Restarts restarts = scene.spec.run.restarts;
      restarts.seed = static_cast<std::uint64_t>(batch->draw(i));
      const Vector start = Eigen::Map<const Vector>(batch->start().data(), 6);
      const Solution s =
          solver.solve(start, test::goalsOf(*batch), scene.spec.run.rules, restarts).take();
      const Vector end = Eigen::Map<const Vector>(&batch->poses()[static_cast<size_t>(6 * i)], 6);
      EXPECT_EQ(end, s.theta) << method << " " << i;
      const double* row = &batch->rows()[static_cast<size_t>(i * kBatchStride)];
      EXPECT_EQ(row[kBatchUpdates], s.updates);
      EXPECT_EQ(row[kBatchRestarts], s.restarts);
      restarted += s.restarts > 0;
    }
  }
  EXPECT_GT(restarted, 5);
}

TEST(SeedTable, AttemptsAllocateNothingAfterTheFirst) {
  const auto model =
      Model::make(test::planarChain(3, -2, 2), {{.effector = "tip", .oriented = true}}).take();
  const Solver solver(model, DlsOptions{});
  Workspace workspace(solver);
  std::vector<Goal> goals{{{0.5, 0.5, 1}, Eigen::Quaterniond::Identity()}};
  Attempts attempts({.most = 3, .every = 2, .from = RestartPose::table}, *model);
  Memory memory{Vector::Zero(3)};
  const StopRules rules{.minImprovement = 0, .maxUpdates = 4};
  const auto solve = [&] {
    attempts.begin(goals);
    memory.stop = Stop::none;
    workspace.begin(memory, goals);
    workspace.moved(memory, true);
    while (memory.stop == Stop::none) {
      attempts.next(memory, workspace);
      workspace.update(memory);
      attempts.judge(memory, workspace, rules);
    }
  };
  solve();
  const size_t before = test::allocations();
  goals[0].position.x() = 0.7;
  solve();
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(attempts.restarts(), 3);
}

TEST(SeedTable, SolvesTheSameInThePoseSolver) {
  LabSpec spec;
  spec.targets = {{.oriented = true, .base = {{1.2, 0.7, 0}, Eigen::Quaterniond(0, 0, 0, 1)}}};
  spec.start = Vector::Constant(3, 0.1);
  const auto poses = PoseSolver::open(test::planarChain(3, -2, 2), spec).take();
  const std::vector<double> row = test::panelRow("dls");
  std::copy(row.begin(), row.end(), poses->params().begin());
  const std::vector<double> rules = defaultRules();
  std::copy(rules.begin(), rules.end(), poses->rules().begin());
  EXPECT_EQ(rules[kRuleFrom], -1);
  const Model::Pointer model = modelOf(test::planarChain(3, -2, 2), spec).take();
  const Solver solver = solverOf(model, LimitPolicy::clamp, *MethodRegistry::builtIn(), row).take();
  const std::vector<Goal> goals{spec.targets[0].base};
  ASSERT_TRUE(poses->solve(-1, false)) << poses->fault();
  Vector answer = Eigen::Map<const Vector>(poses->answer().data(), 3);
  EXPECT_EQ(answer, solver.solve(goals).take().theta);
  ASSERT_TRUE(poses->solve(-1, true));
  answer = Eigen::Map<const Vector>(poses->answer().data(), 3);
  EXPECT_EQ(answer, solver.solve(spec.start, goals).take().theta);
  poses->rules()[kRuleFrom] = 2;
  EXPECT_FALSE(poses->solve(-1, false));
  EXPECT_EQ(poses->fault(), "from must be from -1 to 1; got 2");
}

TEST(SeedTable, RejectsInvalidSolvesWithoutAStart) {
  const auto model = Model::make(test::planarChain(3, -2, 2), {{.effector = "tip"}}).take();
  const Solver solver(model, DlsOptions{});
  const std::vector<Goal> goals(1);
  EXPECT_EQ(solver.solve(std::vector<Goal>(2)).reason(), "goals must be 1, one per target; got 2");
  EXPECT_EQ(solver.solve(goals, {}, {.most = -1}).reason(),
            "restarts.most must be from 0 to 1000; got -1");
  EXPECT_EQ(solver.solve(goals, {}, {.from = static_cast<RestartPose>(2)}).reason(),
            "restarts.from must be from 0 to 1; got 2");
}

}  // namespace
}  // namespace iklab::seed_table_test
