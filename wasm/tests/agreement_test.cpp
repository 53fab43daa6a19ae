// Checks that the native build and the module agree: both compare the angles of every method after
// ten updates with the same file, which the module generated
// (web/packages/core/engine/methodAgreement.test.ts).
#include <fstream>
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::agreement_test {
namespace {

constexpr int kUpdates = 10;
constexpr double kTolerance = 1e-10;  // Radians or metres; rounding grows with every update.

Vector nativeAngles(const std::string& preset, const std::string& method) {
  const test::Json scene = test::preset(preset + ".json");
  const std::string tree = scene["tree"]["preset"];
  Tree built = test::treeFrom(test::preset("trees/" + tree + ".json"));
  LabSpec spec;
  spec.targets = test::targetsFrom(scene, built);
  spec.run.timeStep = 0.005;
  const std::string policy = scene.value("limitPolicy", "ignore");
  if (policy == "clamp") spec.run.limitPolicy = LimitPolicy::clamp;
  if (policy == "lock") spec.run.limitPolicy = LimitPolicy::lock;
  if (scene.contains("start")) {
    const auto start = scene["start"].get<std::vector<double>>();
    spec.start = Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
  }
  const auto lab = Lab::open(std::move(built), spec).take();
  const std::vector<double> row = test::panelRow(method);
  std::copy(row.begin(), row.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  for (int u = 0; u < kUpdates; ++u) lab->advance(1);
  return lab->runner(0).theta();
}

TEST(Agreement, NativeAnglesMatchTheModuleAfterTenUpdates) {
  std::ifstream in(std::string(IKLAB_DATA_DIR) + "/agreement.json");
  const test::Json entries = test::Json::parse(in);
  EXPECT_EQ(entries.size(), 5 * test::methods().size());
  for (const test::Json& entry : entries) {
    const auto expected = entry["angles"].get<std::vector<double>>();
    const Vector angles = nativeAngles(entry["preset"], entry["method"]);
    ASSERT_EQ(static_cast<size_t>(angles.size()), expected.size());
    for (int c = 0; c < angles.size(); ++c)
      EXPECT_NEAR(angles[c], expected[c], kTolerance)
          << entry["preset"] << ", " << entry["method"] << ", joint " << c;
  }
}

}  // namespace
}  // namespace iklab::agreement_test
