// One step of every method against that of the published program, on Y and double-Y, in all six
// kinds of configuration, including exactly singular ones.
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <map>

#include "tests/support.hpp"

namespace iklab::steps_test {
namespace {

struct Case {
  std::string column;  // Column in the file.
  std::string method;
  std::map<std::string, double> params;
  double maxStep;
  double clamp;  // Metres, 0: off.
};

constexpr double kHard = 0, kSoft = 1, kRelative = 1, kAbsolute = 1;

std::vector<Case> casesFor(const std::string& tree) {
  const double lambda = tree == "y" ? 0.6 : 1.1, clamped = tree == "y" ? 0.4 : 0.7;
  const double quarter = EIGEN_PI / 4;
  return {
      {"JT", "transpose", {}, EIGEN_PI / 6, 0},
      {"PINV", "truncated", {{"cutoff", 0.01}, {"cutoffIs", kRelative}}, EIGEN_PI / 36, 0},
      {"DLS", "dls", {{"lambda", lambda}}, quarter, 0},
      {"SDLS_hard", "sdls", {{"clampForm", kHard}}, kInfinity, 0},
      {"SDLS_soft", "sdls", {{"clampForm", kSoft}, {"cutoffIs", kAbsolute}}, kInfinity, 0},
      {"DLSc", "dls", {{"lambda", clamped}}, quarter, 0.4},
      {"SDLS_hard_c", "sdls", {{"clampForm", kHard}}, kInfinity, 0.4},
      {"SDLS_soft_c", "sdls", {{"clampForm", kSoft}, {"cutoffIs", kAbsolute}}, kInfinity, 0.4},
  };
}

std::vector<double> rowOf(const Case& c) {
  std::vector<double> row = test::panelRow(c.method);
  for (const auto& [key, value] : c.params) row[test::paramIndex(c.method, key)] = value;
  row[kMaxStep] = c.maxStep;
  row[kClampMode] = static_cast<double>(c.clamp > 0 ? ClampMode::fixed : ClampMode::off);
  row[kClampDistance] = c.clamp;
  return row;
}

// Makes a complete update of a Runner: error, clamp, step, step limit.
Vector stepFrom(const Tree& tree, const Task& task, const Vector& theta,
                const std::vector<Goal>& goals, const std::vector<double>& row) {
  const Model model{tree, task};
  const RunSettings settings;
  Runner runner(test::solverOf(model, settings, row), settings, theta);
  runner.beginFrame(goals, true, kInfinity);
  runner.update();
  return runner.step();
}

class Steps : public testing::TestWithParam<std::string> {};

TEST_P(Steps, MatchTheReferenceTo1e11) {
  const std::string name = GetParam();
  const Tree tree = test::treeFrom(test::preset("trees/" + name + ".json"));
  Task task;
  for (size_t k = 0; k < tree.effectors().size(); ++k) task.add(static_cast<int>(k), false, 1);
  std::ifstream in(std::string(IKLAB_DATA_DIR) + "/steps/" + name + ".jsonl");
  std::map<std::string, int> kinds;
  for (std::string line; std::getline(in, line);) {
    const test::Json r = test::Json::parse(line);
    const std::string kind = r["kind"];
    ++kinds[kind];
    const auto theta = r["theta"].get<std::vector<double>>();
    const auto target = r["target"].get<std::vector<double>>();
    std::vector<Goal> goals(task.targets().size());
    for (size_t i = 0; i < goals.size(); ++i)
      goals[i].position = {target[3 * i], target[3 * i + 1], target[3 * i + 2]};
    for (const Case& c : casesFor(name)) {
      const auto expected = r[c.column].get<std::vector<double>>();
      const Vector step = stepFrom(
          tree, task, Eigen::Map<const Vector>(theta.data(), tree.columns()), goals, rowOf(c));
      double worst = 0;
      for (int j = 0; j < step.size(); ++j)
        worst = std::max(worst, std::abs(step[j] - expected[j]));
      EXPECT_LT(worst, 1e-11) << c.column << " " << kind;
    }
  }
  EXPECT_EQ(kinds.size(), 6u);
}

INSTANTIATE_TEST_SUITE_P(Trees, Steps, testing::Values("y", "double-y"),
                         [](const auto& info) { return info.param == "y" ? "Y" : "DoubleY"; });

}  // namespace
}  // namespace iklab::steps_test
