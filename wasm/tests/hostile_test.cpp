// Writes invalid values to every cell of every external buffer in turn: either a fault is reported
// and nothing changes, or the run stays finite. With sanitizers: no undefined behaviour. Cells that
// a method does not use are filled together, because none of them is read.
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::hostile_test {
namespace {

constexpr double kHostile[] = {NAN, kInfinity, -kInfinity, 1e300, -1e300, -1, 1e9, 0.5, 5e-324};

// With `clamp`, two joints mimic another.
std::unique_ptr<Lab> labOf(const std::string& method, LimitPolicy limits) {
  test::Json document = test::preset("trees/double-y.json");
  auto& joints = document["joints"];
  if (limits == LimitPolicy::clamp)
    for (const int i : {2, 5})
      joints[i]["mimic"] = {{"joint", joints[3]["id"]}, {"multiplier", i == 2 ? -0.5 : 1e14}};
  Tree tree = test::treeFrom(document);
  LabSpec spec;
  spec.targets = test::targetsFrom(test::preset("double-y.json"), tree);
  spec.run.limitPolicy = limits;
  auto lab = Lab::open(std::move(tree), spec).take();
  std::vector<double> row = test::panelRow(method);
  row[kSecondaryKind] = static_cast<double>(SecondaryKind::clearance);
  row[kRadius] = 1;
  std::copy(row.begin(), row.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  const int n = lab->tree().columns();
  std::copy_n(lab->angles().begin(), n, lab->probe().begin());
  std::copy(lab->goals().begin(), lab->goals().end(), lab->probe().begin() + n);
  std::copy_n(lab->clamps().begin(), 4, lab->probe().end() - 4);
  return lab;
}

bool sound(const Lab& lab) {
  const Vector& theta = lab.runner(0).theta();
  return theta.allFinite() && lab.tree().farthestFollower(theta) <= kMagnitude &&
         theta.cwiseAbs().maxCoeff() <= kMagnitude;
}

// Writes every hostile number in turn. refusesNone: NaN and values that are too large must be
// reported.
void fill(Lab& lab, size_t cell, bool refusesNone) {
  double& number = lab.params()[cell];
  const double was = number;
  for (const double value : kHostile) {
    SCOPED_TRACE(testing::Message() << "cell " << cell << " = " << value);
    number = value;
    lab.inspect(0);
    lab.advance(1);
    ASSERT_TRUE(sound(lab)) << lab.fault();
    if (refusesNone && !(std::abs(value) <= kMagnitude)) EXPECT_NE(lab.fault(), "");
    const std::string again = lab.restart(1);
    EXPECT_EQ(again, lab.fault());
    number = was;
    lab.advance(1);
    EXPECT_EQ(lab.fault(), "");
  }
}

// The contents of these cells do not change the update.
void expectUnread(Lab& lab, std::span<double> cells) {
  const std::vector<double> was = test::copied(cells);
  const auto updated = [&] {
    EXPECT_EQ(lab.restart(1), "");
    lab.inspect(0);
    lab.advance(1);
    EXPECT_EQ(lab.fault(), "");
    return Vector(lab.runner(0).theta());
  };
  const Vector usual = updated();
  for (const double value : kHostile) {
    std::fill(cells.begin(), cells.end(), value);
    EXPECT_EQ(updated(), usual) << value;
  }
  std::copy(was.begin(), was.end(), cells.begin());
}

class Hostile : public testing::TestWithParam<MethodEntry::Pointer> {};

TEST_P(Hostile, InvalidParamsAreReportedOrTheRunStaysFinite) {
  for (const LimitPolicy limits : {LimitPolicy::ignore, LimitPolicy::clamp, LimitPolicy::lock}) {
    const auto lab = labOf(GetParam()->id, limits);
    const size_t own = kNumbersAt + GetParam()->params.size();
    const size_t used = kNumbersAt + lab->runner(0).numbersUsed(), end = lab->panelStride();
    for (size_t cell = 0; cell < used; ++cell) fill(*lab, cell, cell >= kNumbersAt && cell < own);
    if (used < end) expectUnread(*lab, lab->params().subspan(used, end - used));
    EXPECT_EQ(lab->restart(1), "");
  }
}

std::string nameOf(const testing::TestParamInfo<MethodEntry::Pointer>& info) {
  std::string name = info.param->id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Methods, Hostile, testing::ValuesIn(test::methods()), nameOf);

TEST(HostileTargets, InvalidTargetsAreReportedAndTheRunStaysFinite) {
  const auto lab = labOf("dls", LimitPolicy::ignore);
  for (size_t cell = 0; cell < lab->targets().size(); ++cell)
    for (const double value : kHostile) {
      const double was = lab->targets()[cell];
      lab->targets()[cell] = value;
      lab->advance(1);
      ASSERT_TRUE(sound(*lab)) << cell << " = " << value;
      if (!(std::abs(value) <= kMagnitude)) {
        EXPECT_NE(lab->fault(), "") << cell << " = " << value;
      }
      lab->targets()[cell] = was;
      lab->advance(1);
      EXPECT_EQ(lab->fault(), "");
    }
}

TEST(HostileProbe, InvalidProbeGivesAFaultAndNaNFindings) {
  const auto lab = labOf("sdls", LimitPolicy::clamp);
  const std::span<double> probe = lab->probe();
  lab->inspect(0);
  EXPECT_EQ(lab->fault(), "");
  for (size_t cell = 0; cell < probe.size(); ++cell)
    for (const double value : kHostile) {
      const double was = probe[cell];
      probe[cell] = value;
      lab->inspect(0);
      const bool told = !lab->fault().empty();
      EXPECT_EQ(std::isnan(lab->findings()[kFoundCondition]), told) << cell << " = " << value;
      EXPECT_TRUE(told || !std::isnan(value)) << cell;
      probe[cell] = was;
      lab->inspect(0);
      EXPECT_EQ(lab->fault(), "");
    }
}

TEST(HostileCalls, InvalidIndicesAndBudgetsAreRejected) {
  const auto lab = labOf("dls", LimitPolicy::ignore);
  for (const int index : {-1, 1, 7, 8, 1 << 30}) {
    lab->inspect(index);
    EXPECT_NE(lab->restart(index == 1 ? 0 : index == 7 ? 9 : index), "");
    EXPECT_NE(lab->setMotion(index < 0 ? index : index + 4, {}), "");
  }
  EXPECT_TRUE(std::isnan(lab->filter(1)));  // No inspection has been made.
  lab->inspect(0);
  lab->advance(1);
  EXPECT_TRUE(std::isfinite(lab->filter(1)));
  EXPECT_TRUE(std::isnan(lab->filter(NAN)));
  lab->advance(-5);
  lab->advance(0, NAN);
  lab->advance(3, -1);
  EXPECT_TRUE(sound(*lab));
}

TEST(HostileSpecs, InvalidSpecsAreRejectedWithAReason) {
  const auto reason = [](auto change) {
    Tree tree = test::treeFrom(test::preset("trees/double-y.json"));
    LabSpec spec;
    spec.targets = test::targetsFrom(test::preset("double-y.json"), tree);
    change(spec);
    const auto lab = Lab::open(std::move(tree), spec);
    return lab ? std::string() : lab.reason();
  };
  EXPECT_EQ(reason([](LabSpec& s) { s.run.mode = static_cast<RunMode>(-1); }),
            "there is no such mode");
  EXPECT_EQ(reason([](LabSpec& s) { s.run.limitPolicy = static_cast<LimitPolicy>(4); }),
            "there is no such limit policy");
  for (const double value : {kNotUsed, kInfinity, -1.0, 0.0})
    EXPECT_NE(reason([&](LabSpec& s) { s.run.timeStep = value; }), "") << value;
  for (const int value : {-1, 0, 1001, 1 << 30})
    EXPECT_NE(reason([&](LabSpec& s) { s.run.updatesPerFrame = value; }), "") << value;
  for (const double value : {kNotUsed, kInfinity, -1.0, 1e300}) {
    EXPECT_NE(reason([&](LabSpec& s) { s.run.rules.tolerance = value; }), "") << value;
    EXPECT_NE(
        reason([&](LabSpec& s) { s.targets[1].base.position[2] = value == -1 ? NAN : value; }), "");
    EXPECT_NE(reason([&](LabSpec& s) { s.targets[0].orientationWeight = value; }), "") << value;
    EXPECT_NE(
        reason([&](LabSpec& s) { s.targets[0].motion.period[0] = value == 1e300 ? 0 : value; }),
        "");
  }
}

}  // namespace
}  // namespace iklab::hostile_test
