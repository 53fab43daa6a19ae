// Default lengths scaled to the mechanism: fractions of its stretch, by closed forms; and default
// options solve the same problems on arms of any size.
#include "iklab/ik/fitted.hpp"

#include <gtest/gtest.h>

#include "iklab/core/reach.hpp"
#include "iklab/ik/solver.hpp"
#include "iklab/math/decimal.hpp"
#include "tests/support.hpp"

namespace iklab::fitted_test {

using namespace detail;
using namespace test;
namespace {

// A planar arm of three links whose last joint is `last`.
Tree planar(double scale, JointSpec last = {}) {
  TreeBuilder arm;
  arm.joint({.id = "a", .xyz = {3, 0, 2}});
  arm.joint({.id = "b", .parent = "a", .xyz = {0.5 * scale, 0, 0.7}});
  last.id = "c", last.parent = "b", last.xyz = {0.3 * scale, 0, 0};
  arm.joint(last);
  arm.effector({.id = "tip", .parent = "c", .xyz = {0, 0.2 * scale, 0}});
  return arm.build().take();
}

TEST(Stretch, IsTheSumOfTheLinkLengths) {
  EXPECT_NEAR(stretchOf(planar(1), 0), 1, 1e-15);
  EXPECT_NEAR(stretchOf(planar(40), 0), 40, 1e-13);
  // Out of the plane, the lateral offset counts as part of the link.
  EXPECT_NEAR(stretchOf(planar(1, {.axis = {0, 1, 0}}), 0), std::hypot(0.5, 0.7) + 0.3 + 0.2,
              1e-15);
}

TEST(Stretch, CountsPrismaticTravelUpToTheLengthOfTheRest) {
  const auto rail = [](double lower, double upper) {
    return stretchOf(
        planar(1,
               {.kind = JointKind::prismatic, .axis = {1, 0, 0}, .lower = lower, .upper = upper}),
        0);
  };
  EXPECT_NEAR(rail(0, 0.25), 1.25, 1e-15);
  EXPECT_NEAR(rail(-1e6, 1e6), 2, 1e-15);
  EXPECT_NEAR(rail(-kInfinity, kInfinity), 1, 1e-15);
}

// An upper bound of |tip - base| for random poses.
TEST(Stretch, NoRandomPoseExceedsTheStretch) {
  Random random(7);
  for (int k = 0; k < 60; ++k) {
    const Tree tree = randomTree(random);
    Pose pose(tree);
    for (int e = 0; e < static_cast<int>(tree.effectors().size()); ++e) {
      const std::vector<int>& chain = tree.chainToEffector(e);
      const auto slides = [&](int j) { return tree.joints()[j].kind != JointKind::revolute; };
      if (chain.empty() || std::any_of(chain.begin(), chain.end(), slides)) continue;
      const double stretch = stretchOf(tree, e);
      const auto turned = [&](int j) {
        return std::abs(pose.axis[j].dot(pose.axis[chain[0]])) < 1 - 1e-9;
      };
      for (int n = 0; n < 40; ++n) {
        forwardKinematics(tree, randomVector(tree.columns(), 3, random), pose);
        if (!std::any_of(chain.begin(), chain.end(), turned)) continue;
        EXPECT_LE((pose.tip[e] - pose.origin[chain[0]]).norm(), stretch * (1 + 1e-12));
      }
    }
  }
}

TEST(Rounded, MatchesPrintfAtTwoDigits) {
  EXPECT_EQ(roundToDigits(0.0425000001, 2), 0.043);
  EXPECT_EQ(roundToDigits(0.04249, 2), 0.042);
  EXPECT_EQ(roundToDigits(995, 2), 1000);
  EXPECT_EQ(roundToDigits(-9.96e-7, 2), -1e-6);
  EXPECT_EQ(roundToDigits(1.5e20, 1), 2e20);
  EXPECT_EQ(roundToDigits(0, 2), 0);
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double value = std::exp(random.uniform(-30, 30));
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    EXPECT_EQ(roundToDigits(value, 2), std::strtod(text, nullptr)) << value;
  }
}

TEST(Fitted, DefaultsAreFractionsOfTheStretch) {
  const auto numbers = [](double stretch, const MethodOptions& options) {
    return fitLengths(stretch, options).numbers();
  };
  const std::vector<double> dls = numbers(2, DlsOptions{});
  EXPECT_EQ(dls[0], 0.1);    // lambda
  EXPECT_EQ(dls[2], 0.1);    // lambdaMax
  EXPECT_EQ(dls[3], 0.2);    // region: 0.1 per metre.
  EXPECT_EQ(dls[6], 0.2);    // errorBound
  EXPECT_EQ(dls[9], 0.004);  // errorBias, an area.
  const std::vector<double> filtered = numbers(2, FilteredOptions{});
  EXPECT_EQ(filtered[0], 0.01);  // A tenth of beta, as published.
  EXPECT_EQ(filtered[1], 0.1);
  EXPECT_EQ(numbers(2, TruncatedOptions{})[0], 0.002);
  EXPECT_EQ(numbers(2, TruncatedOptions{.cutoffIs = TruncatedOptions::CutoffIs::relative})[0],
            1e-4);
  EXPECT_EQ(numbers(2, HalleyOptions{})[0], 0);
  EXPECT_EQ(numbers(1e6, QpOptions{})[0], 1000);  // The largest allowed value.
}

TEST(Fitted, GivenValuesAreKept) {
  const std::vector<double> some = fitLengths(2, DlsOptions{.lambda = 0.3, .region = 0}).numbers();
  EXPECT_EQ(some[0], 0.3);
  EXPECT_EQ(some[2], 0.1);
  EXPECT_EQ(some[3], 0);
  MethodOptions byKey("dls");
  ASSERT_EQ(byKey.set("lambda", 0.3), "");
  EXPECT_EQ(fitLengths(2, byKey).numbers()[0], 0.3);
  const MethodOptions published = kPublished<DlsOptions>;
  EXPECT_EQ(published.numbers()[0], 1.1);
  EXPECT_EQ(fitLengths(2, kPublished<DlsOptions>).numbers()[0], 1.1);
  EXPECT_EQ(fitLengths(0, DlsOptions{}).numbers(), published.numbers());
}

TEST(Fitted, StagesOfTwoStageAreFittedToo) {
  const TwoStageOptions options{.first = DlsOptions{.lambda = 0.7}, .second = QpOptions{}};
  const MethodOptions fits = fitLengths(3, options);
  EXPECT_EQ(fits.numbers()[2], 0.03);              // switchAt
  EXPECT_EQ(fits.stages()[0].numbers()[0], 0.7);   // Specified by the caller.
  EXPECT_EQ(fits.stages()[0].numbers()[2], 0.15);  // lambdaMax
  EXPECT_EQ(fits.stages()[1].numbers()[0], 0.15);  // lambda of the second stage.
}

TEST(Fitted, OptionsByIdHaveThePublishedDefaults) {
  for (const auto& row : test::methods()) {
    std::vector<double> defaults;
    for (const Param& each : row->params) defaults.push_back(each.initial);
    EXPECT_EQ(MethodOptions(row->id).numbers(), defaults) << row->id;
  }
  EXPECT_EQ(MethodOptions(kPublished<IdlsOptions>).numbers(), MethodOptions("idls").numbers());
}

TEST(Fitted, DefaultOrientationWeightGrowsWithTheStretch) {
  const auto m = Model::make(planar(6), {{.effector = "tip", .oriented = true}}).take();
  EXPECT_NEAR(m->stretch, 6, 1e-14);
  EXPECT_EQ(m->task.targets()[0].orientationWeight, 2);
  const auto given =
      Model::make(planar(6), {{.effector = "tip", .oriented = true, .orientationWeight = 1}})
          .take();
  EXPECT_EQ(given->task.targets()[0].orientationWeight, 1);
}

// A six-joint arm with a wrist, lengths in metres times `scale`.
Tree wristed(double scale) {
  TreeBuilder arm;
  const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  arm.joint({.id = "1", .axis = z});
  arm.joint({.id = "2", .parent = "1", .xyz = scale * Eigen::Vector3d(0, 0, 0.15), .axis = y});
  arm.joint({.id = "3", .parent = "2", .xyz = scale * Eigen::Vector3d(0, 0, 0.42), .axis = y});
  arm.joint({.id = "4", .parent = "3", .xyz = scale * Eigen::Vector3d(0, 0, 0.2), .axis = z});
  arm.joint({.id = "5", .parent = "4", .xyz = scale * Eigen::Vector3d(0, 0, 0.2), .axis = y});
  arm.joint({.id = "6", .parent = "5", .xyz = scale * Eigen::Vector3d(0, 0, 0.08), .axis = x});
  arm.effector({.id = "tip", .parent = "6", .xyz = scale * Eigen::Vector3d(0, 0, 0.05)});
  return arm.build().take();
}

// Scaling all lengths changes nothing else.
TEST(Fitted, SameTargetsAreReachedAtAnySize) {
  for (const char* id : {"dls", "qp", "filtered", "weighted-least-norm", "priority", "truncated"}) {
    std::vector<int> reached;
    for (const double scale : {0.01, 1.0, 100.0}) {
      const auto m = Model::make(wristed(scale), {{.effector = "tip", .oriented = true}}).take();
      const Solver solver(m, MethodOptions(id));
      Random random(5);
      Pose pose(m->tree);
      reached.push_back(0);
      for (int k = 0; k < 40; ++k) {
        forwardKinematics(m->tree, randomVector(6, 1.5, random), pose);
        const std::vector<Goal> goals = {{pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])}};
        const StopRules rules = {
            .tolerance = 1e-3 * scale, .minImprovement = 0, .maxRises = 1000, .maxUpdates = 500};
        reached.back() += solver.solve(Vector::Constant(6, 0.4), goals, rules).value().reached();
      }
    }
    EXPECT_EQ(reached[0], reached[1]) << id;
    EXPECT_EQ(reached[2], reached[1]) << id;
    EXPECT_GE(reached[1], 20) << id;
  }
}

}  // namespace
}  // namespace iklab::fitted_test
