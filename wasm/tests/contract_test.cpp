// The guarantees of every method: finite steps in any state, reproducible numbers, and no heap
// allocation in an update.
#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/support.hpp"

namespace iklab::contract_test {
namespace {

struct Hostile {
  std::string name;
  Tree tree;
  LabSpec spec;
};

Tree chain(int joints, double length, bool branched = false) {
  TreeBuilder builder;
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {length, 0, 0};
    s.axis = i % 3 == 0   ? Eigen::Vector3d::UnitZ()
             : i % 3 == 1 ? Eigen::Vector3d::UnitY()
                          : Eigen::Vector3d::UnitX();
    if (i % 4 == 3) s.kind = JointKind::screw, s.pitch = 0.1;
    s.lower = -3, s.upper = 3;
    builder.joint(s);
    if (branched && i % 16 == 15) builder.effector({"b" + std::to_string(i), s.id, {length, 0, 0}});
  }
  if (!branched) builder.effector({"tip", "j" + std::to_string(joints - 1), {length, 0, 0}});
  return builder.build().take();
}

// Every second joint mimics the first, with multipliers that grow along the chain.
Tree coupledChain(int joints, double most) {
  TreeBuilder builder;
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    s.axis = i % 3 == 0 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
    if (i % 4 == 3) s.kind = JointKind::prismatic;
    if (i % 2 == 1) s.mimic = {"j0", most * i / joints, 0.1};
    builder.joint(s);
  }
  builder.effector({"tip", "j" + std::to_string(joints - 1), {1, 0, 0}});
  return builder.build().take();
}

LabSpec toward(const Tree& tree, const Eigen::Vector3d& target, bool oriented = false) {
  LabSpec spec;
  for (size_t k = 0; k < tree.effectors().size(); ++k) {
    LabTarget t;
    t.effector = static_cast<int>(k);
    t.oriented = oriented;
    t.base.position = target + 0.1 * static_cast<double>(k) * Eigen::Vector3d::UnitY();
    t.base.orientation = Eigen::Quaterniond(0, 1, 0, 0);  // Rotated by 180 degrees.
    spec.targets.push_back(t);
  }
  return spec;
}

std::vector<Hostile> hostiles() {
  std::vector<Hostile> all;
  const auto add = [&](const std::string& name, Tree tree, const Eigen::Vector3d& target,
                       bool oriented = false) {
    LabSpec spec = toward(tree, target, oriented);
    all.push_back({name, std::move(tree), std::move(spec)});
  };
  const Tree doubleY = test::treeFrom(test::preset("trees/double-y.json"));
  add("exactly singular double-Y", doubleY, {0.3, 0.4, 0.1});
  add("target at 1e12", doubleY, {1e12, -1e12, 1e12});
  add("target on the axis of a straight arm", chain(1, 1), {0.5, 0, 0});
  add("target on the base", chain(3, 1), {0, 0, 0});
  add("error zero", chain(1, 1), {1, 0, 0});
  add("J = 0: no length", chain(3, 0), {1, 1, 0});
  add("one joint", chain(1, 1), {0, 1, 0});
  add("tiny arm", chain(4, 1e-9), {1e-9, 1e-9, 0});
  add("huge arm", chain(4, 1e9), {1e9, 1e9, 0});
  add("orientation half a turn away", chain(6, 1), {2, 2, 1}, true);
  add("more rows than joints", chain(2, 1), {1, 1, 1}, true);
  add("256 joints", chain(256, 0.1), {5, 5, 1});
  add("followers", coupledChain(8, -2), {3, 2, 1}, true);
  add("followers by 1e15", coupledChain(6, 1e15), {3, 2, 1});
  add("followers by 1e-300", coupledChain(6, 1e-300), {3, 2, 1});
  return all;
}

std::unique_ptr<Lab> labOf(const Hostile& h, const MethodEntry& row, LimitPolicy policy) {
  LabSpec spec = h.spec;
  spec.run.limitPolicy = policy;
  auto lab = Lab::open(h.tree, spec).take();
  std::vector<double> panel = test::panelRow(row.id);
  if (row.traits & kSpectral)
    panel[kSecondaryKind] = static_cast<double>(SecondaryKind::manipulability);
  panel[kSecondaryGain] = 0.1;
  std::copy(panel.begin(), panel.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  return lab;
}

class Contract : public testing::TestWithParam<MethodEntry::Pointer> {};

TEST_P(Contract, StepsAndErrorsStayFiniteInExtremeScenes) {
  for (const Hostile& h : hostiles()) {
    for (const LimitPolicy policy : {LimitPolicy::ignore, LimitPolicy::clamp, LimitPolicy::lock}) {
      const auto lab = labOf(h, *GetParam(), policy);
      const int updates = h.tree.columns() > 100 ? 4 : 30;
      for (int u = 0; u < updates; ++u) {
        lab->advance(1);
        const Runner& r = lab->runner(0);
        ASSERT_TRUE(r.step().allFinite() && r.theta().allFinite()) << h.name << " update " << u;
        ASSERT_TRUE(std::isfinite(r.error())) << h.name;
        ASSERT_TRUE(r.stop() == Stop::none) << h.name;
      }
    }
  }
}

TEST_P(Contract, RepeatsTheSameAnglesAfterARestartAndInANewLab) {
  const Hostile h = hostiles()[0];
  const auto one = labOf(h, *GetParam(), LimitPolicy::ignore);
  const auto two = labOf(h, *GetParam(), LimitPolicy::ignore);
  for (int u = 0; u < 40; ++u) one->advance(1);
  const Vector first = one->runner(0).theta();
  one->restart(1);
  for (int u = 0; u < 40; ++u) one->advance(1), two->advance(1);
  EXPECT_EQ(first, one->runner(0).theta());
  EXPECT_EQ(first, two->runner(0).theta());
}

// A repeated update without learning changes nothing, and a reset method equals a new one.
TEST_P(Contract, KeepsStateOnlyFromAppliedStepsSeed91) {
  Random random(91);
  for (int trial = 0; trial < 20; ++trial) {
    const Tree tree = test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const int n = tree.columns();
    test::Posed posed(tree, task, test::randomVector(n, 2, random),
                      test::randomGoals(task, 2, random));
    const std::vector<double> row = test::panelRow(GetParam()->id);
    const auto method = posed.make(row);
    Report report(posed.model), again(posed.model);
    const auto ask = [&](Method& m, Report& r) {
      r.clear();
      m.update(posed.problem, r);
    };
    for (int u = 0; u < 5; ++u) {
      ask(*method, report);
      ask(*method, again);
      EXPECT_EQ(report.step, again.step) << trial;
      const Vector step = report.step * std::min(1.0, 0.3 / (1e-9 + report.step.norm()));
      posed.learn(*method, step);
      posed.place(posed.state.theta + step, posed.state.goals);
    }
    posed.begin(*method);
    ask(*method, report);
    ask(*posed.make(row), again);
    EXPECT_EQ(report.step, again.step) << trial;
  }
}

TEST_P(Contract, AllocatesNothingInAnUpdate) {
  std::vector<Hostile> scenes = hostiles();
  const Tree wide = chain(64, 0.2, true);
  scenes.push_back({"branches with orientations", wide, toward(wide, {1, 1, 1}, true)});
  for (const Hostile& h : scenes) {
    if (h.tree.columns() > 100) continue;
    const auto lab = labOf(h, *GetParam(), LimitPolicy::lock);
    lab->watch(true);
    Eigen::internal::set_is_malloc_allowed(false);
    const size_t before = test::allocations();
    for (int u = 0; u < 10; ++u) lab->advance(1);
    EXPECT_EQ(test::allocations() - before, 0u) << h.name;
    Eigen::internal::set_is_malloc_allowed(true);
  }
}

TEST_P(Contract, ParameterRangesContainTheDefaults) {
  const MethodEntry& row = *GetParam();
  for (const Param& p : row.params) {
    if (p.scale == Scale::method) continue;
    EXPECT_LE(p.min, p.initial) << p.key;
    EXPECT_GE(p.max, p.initial) << p.key;
    if (p.scale == Scale::choice) {
      EXPECT_EQ(std::ranges::count(std::string_view(p.options), ' '), p.max) << p.key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Contract, testing::ValuesIn(test::methods()),
                         [](const auto& info) {
                           std::string name = info.param->id;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace iklab::contract_test
