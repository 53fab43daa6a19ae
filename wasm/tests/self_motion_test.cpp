// Self-motion: every pose of a curve keeps the effector by the model's own kinematics, curves close
// where linkages close, and stretches within limits are those of a fine scan.
#include <cmath>
#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/seven_axis_arms.hpp"

namespace iklab::self_motion_test {
namespace {

using namespace test;
using Eigen::Vector2d;

constexpr double kPi = 2 * kHalfPi;
constexpr double kDegree = kPi / 180;

// Links of these lengths in the plane.
Model::Pointer planar(const std::vector<double>& links, bool oriented, double limit = kInfinity) {
  std::vector<DhRow> rows;
  for (const double a : links) rows.push_back({.a = a, .lower = -limit, .upper = limit});
  return Model::make(dhTree(rows), {{.effector = "tool", .oriented = oriented}}).take();
}

TEST(SelfMotion, KeepsTheEffectorAlongClosedCurves) {
  for (const SevenArm& arm : sevenArms()) {
    SelfMotion motion = SelfMotion::make(arm.model).take();
    Random random(2);
    for (int i = 0; i < 12; ++i) {
      const Vector theta = randomPose(random);
      const Goal goal = goalAt(*arm.model, theta);
      const SelfMotionCurve curve = selfMotionCurve(motion, theta);
      ASSERT_TRUE(curve.closed()) << arm.name << " " << i;
      EXPECT_LE(curve.closure, 1e-9);
      EXPECT_LE(largestTurn(curve.samples.back().point.theta, theta), 1e-9);
      EXPECT_GT(curve.samples.size(), 20U);
      for (size_t k = 0; k < curve.samples.size(); ++k) {
        const SelfMotionSample& sample = curve.samples[k];
        EXPECT_LT(errorAt(*arm.model, sample.point.theta, goal), 1e-12) << arm.name << " " << i;
        EXPECT_NEAR(sample.point.tangent.norm(), 1, 1e-12);
        if (k == 0) continue;
        const Vector change = sample.point.theta - curve.samples[k - 1].point.theta;
        const double arc = sample.arc - curve.samples[k - 1].arc;
        EXPECT_LE(change.cwiseAbs().maxCoeff(), 1.0021 * kDegree) << arm.name << " " << k;
        EXPECT_GT(change.dot(curve.samples[k - 1].point.tangent), 0);
        EXPECT_NEAR(arc, change.norm(), 2e-3 * arc) << arm.name << " " << k;
      }
    }
  }
}

// A planar chain of three links to a point is a four-bar linkage. Its curve closes without turns, or
// with a turn of the links that Grashof's rule lets rotate fully.
struct FourBar {
  std::array<double, 3> links;
  double ground;
  Vector2d target() const { return {ground, 0}; }
  // The angles of links 2 and 3 for that of link 1: the intersection of two circles.
  double missFrom(const Vector& theta) const {
    const Vector2d one = links[0] * Vector2d(std::cos(theta[0]), std::sin(theta[0]));
    const Vector2d rest = target() - one;
    const double c = (rest.squaredNorm() - links[1] * links[1] - links[2] * links[2]) /
                     (2 * links[1] * links[2]);
    return std::abs(std::cos(theta[2]) - c);
  }
  // With each of the bars, ground first, as the shortest.
  bool isGrashof() const {
    std::array<double, 4> all = {ground, links[0], links[1], links[2]};
    std::sort(all.begin(), all.end());
    return all[0] + all[3] < all[1] + all[2];
  }
  size_t shortest() const {
    const std::array<double, 4> all = {ground, links[0], links[1], links[2]};
    return static_cast<size_t>(std::min_element(all.begin(), all.end()) - all.begin());
  }
};

// A pose that reaches the target of a linkage, with this angle of link 1.
Vector poseOf(const FourBar& bars, double first) {
  const Vector2d one = bars.links[0] * Vector2d(std::cos(first), std::sin(first));
  const Vector2d rest = bars.target() - one;
  const double a = bars.links[1], b = bars.links[2];
  const double third = std::acos((rest.squaredNorm() - a * a - b * b) / (2 * a * b));
  const double second =
      std::atan2(rest.y(), rest.x()) - std::atan2(b * std::sin(third), a + b * std::cos(third));
  Vector theta(3);
  theta << first, second - first, third;
  return theta;
}

double turnsBetween(double to, double from) { return std::round((to - from) / (2 * kPi)); }

TEST(SelfMotion, MovesAFourBarLinkage) {
  struct Case {
    FourBar bars;
    double first;
  };
  const std::vector<Case> cases = {
      {{{0.3, 1.0, 0.9}, 0.8}, 0.4},   // Link 1 rotates.
      {{{0.9, 0.8, 1.0}, 0.3}, 1.2},   // The ground is shortest: links 1 and 3 rotate.
      {{{0.8, 0.3, 0.9}, 1.0}, 0.9},   // Link 2 is shortest: both sides rock.
      {{{1.0, 0.9, 0.3}, 0.8}, 0.8},   // Link 3 rotates.
      {{{0.8, 0.5, 0.9}, 1.3}, 0.4}};  // No link rotates.
  for (const auto& [bars, first] : cases) {
    const Model::Pointer model = planar({bars.links[0], bars.links[1], bars.links[2]}, false);
    SelfMotion motion = SelfMotion::make(model).take();
    const Vector theta = poseOf(bars, first);
    const SelfMotionCurve curve = selfMotionCurve(motion, theta);
    ASSERT_TRUE(curve.closed()) << first;
    for (const SelfMotionSample& sample : curve.samples)
      EXPECT_LT(bars.missFrom(sample.point.theta), 1e-11) << first;
    const Vector& end = curve.samples.back().point.theta;
    // Angles against the ground.
    const double one = turnsBetween(end[0], theta[0]);
    const double three = turnsBetween(end.sum(), theta.sum());
    const double two = turnsBetween(end[0] + end[1], theta[0] + theta[1]);
    const size_t shortest = bars.isGrashof() ? bars.shortest() : 9;
    EXPECT_EQ(std::abs(one), shortest == 1 || shortest == 0 ? 1 : 0) << first;
    EXPECT_EQ(std::abs(two), shortest == 2 || shortest == 0 ? 1 : 0) << first;
    EXPECT_EQ(std::abs(three), shortest == 3 || shortest == 0 ? 1 : 0) << first;
  }
}

// With an orientation, the last of four links stays where it is.
TEST(SelfMotion, MovesFourLinksWithAnOrientation) {
  const FourBar bars{{0.3, 1.0, 0.9}, 0.8};
  const Model::Pointer model = planar({0.3, 1.0, 0.9, 0.4}, true);
  SelfMotion motion = SelfMotion::make(model).take();
  Vector theta(4);
  theta << poseOf(bars, 0.4), 0;
  theta[3] = 0.7 - theta.sum();
  const SelfMotionCurve curve = selfMotionCurve(motion, theta);
  ASSERT_TRUE(curve.closed());
  for (const SelfMotionSample& sample : curve.samples) {
    EXPECT_LT(bars.missFrom(sample.point.theta.head<3>()), 1e-11);
    EXPECT_NEAR(sample.point.theta.sum(), 0.7, 1e-11);
  }
  EXPECT_EQ(std::abs(turnsBetween(curve.samples.back().point.theta[0], theta[0])), 1);
}

// A rotating link on a slide: x = s + cos q1 + 0.5 cos (q1 + q2) and y = sin q1 + 0.5 sin (q1 + q2)
// have, for a given height of the elbow, one distance from it.
TEST(SelfMotion, CountsSlidesAsShareOfTheStretch) {
  TreeBuilder builder;
  builder.joint({.id = "slide",
                 .parent = "",
                 .kind = JointKind::prismatic,
                 .axis = {1, 0, 0},
                 .lower = -0.4,
                 .upper = 0.4});
  builder.joint({.id = "one", .parent = "slide", .axis = {0, 0, 1}});
  builder.joint({.id = "two", .parent = "one", .xyz = {1, 0, 0}, .axis = {0, 0, 1}});
  builder.effector({.id = "tool", .parent = "two", .xyz = {0.5, 0, 0}});
  const Model::Pointer model = Model::make(builder.build(), {{.effector = "tool"}}).take();
  SelfMotion motion = SelfMotion::make(model).take();
  Vector theta(3);
  theta << 0.1, 0.6, 0.8;
  const double x = 0.1 + std::cos(0.6) + 0.5 * std::cos(1.4);
  const double y = std::sin(0.6) + 0.5 * std::sin(1.4);
  const SelfMotionCurve curve = selfMotionCurve(motion, theta);
  ASSERT_TRUE(curve.closed());
  double most = -kInfinity, least = kInfinity;
  for (size_t k = 0; k < curve.samples.size(); ++k) {
    const Vector& at = curve.samples[k].point.theta;
    EXPECT_NEAR(at[0] + std::cos(at[1]) + 0.5 * std::cos(at[1] + at[2]), x, 1e-12);
    EXPECT_NEAR(std::sin(at[1]) + 0.5 * std::sin(at[1] + at[2]), y, 1e-12);
    EXPECT_NEAR(curve.samples[k].margin, (0.4 - std::abs(at[0])) / model->stretch, 1e-12);
    if (k > 0) {
      Vector change = at - curve.samples[k - 1].point.theta;
      change[0] /= model->stretch;
      EXPECT_LE(change.cwiseAbs().maxCoeff(), 1.0021 * kDegree);
    }
    most = std::max(most, at[0]), least = std::min(least, at[0]);
  }
  // The slide is farthest where the links are in line.
  const double reach = std::sqrt(1.5 * 1.5 - y * y);
  EXPECT_NEAR(most, x + reach, 1e-3);
  EXPECT_NEAR(least, x - reach, 1e-3);
}

// A rhombus folds flat, where it can become another linkage.
TEST(SelfMotion, EndsWhereJointsCanMoveInTwoDirections) {
  const Model::Pointer model = planar({1, 1, 1}, false);
  SelfMotion motion = SelfMotion::make(model).take();
  for (const double first : {0.3, 1.1, 2.9}) {
    Vector theta(3);
    theta << first, -first, -kPi + first;  // Links 1 and 3 are parallel.
    const SelfMotionCurve curve = selfMotionCurve(motion, theta);
    EXPECT_EQ(curve.first, SelfMotionEnd::twoDirections);
    EXPECT_EQ(curve.last, SelfMotionEnd::twoDirections);
    const double from = curve.samples.front().point.theta[0];
    const double to = curve.samples.back().point.theta[0];
    EXPECT_NEAR(std::min(from, to), 0, 1e-5) << first;
    EXPECT_NEAR(std::max(from, to), kPi, 1e-5) << first;
    for (const SelfMotionSample& sample : curve.samples) {
      EXPECT_TRUE(sample.point.theta.allFinite() && sample.point.tangent.allFinite());
      EXPECT_NEAR(sample.point.theta[0] + sample.point.theta[1], 0, 1e-6) << first;
    }
    // Steps stop before it, and lead back.
    SelfMotionPoint point = motion.pointAt(theta);
    const double there = motion.advance(point, 10);
    EXPECT_GT(there, 0.1);
    EXPECT_LT(there, 9);
    EXPECT_NEAR(motion.advance(point, -there), -there, 1e-9);
    EXPECT_LT(largestTurn(point.theta, theta), 1e-7) << first;
  }
  // In the flat pose itself.
  Vector flat(3);
  flat << 0, 0, kPi;
  const SelfMotionCurve curve = selfMotionCurve(motion, flat);
  EXPECT_EQ(curve.samples.size(), 1U);
  EXPECT_EQ(curve.last, SelfMotionEnd::twoDirections);
  SelfMotionPoint point = motion.pointAt(flat);
  EXPECT_TRUE(point.tangent.isZero(0));
  EXPECT_EQ(motion.advance(point, 1), 0);
  EXPECT_EQ(point.theta, flat);
}

TEST(SelfMotion, HasNoDirectionsForAStraightArm) {
  for (const SevenArm& arm : sevenArms()) {
    SelfMotion motion = SelfMotion::make(arm.model).take();
    for (const double bend : {0.0, 1e-12, 1e-9, 1e-6, 1e-4}) {
      Vector theta = Vector::Zero(7);
      theta << 0.3, 0.5, 0.2, bend, 0.4, 0.8, 0.1;
      const SelfMotionCurve curve = selfMotionCurve(motion, theta);
      for (const SelfMotionSample& sample : curve.samples)
        EXPECT_TRUE(sample.point.theta.allFinite() && std::isfinite(sample.arc)) << arm.name;
      if (bend == 0 && arm.name == std::string("iiwa")) {
        EXPECT_EQ(curve.last, SelfMotionEnd::twoDirections);
      }
    }
  }
}

TEST(SelfMotion, FindsTheStretchesWithinLimits) {
  int ends = 0;
  for (const SevenArm& arm : sevenArms()) {
    SelfMotion motion = SelfMotion::make(arm.model).take();
    Random random(8);
    for (int i = 0; i < 6; ++i) {
      const SelfMotionCurve curve = selfMotionCurve(motion, randomPose(random));
      ASSERT_TRUE(curve.closed());
      // By steps of 0.05 degrees.
      const int count = static_cast<int>(curve.length() / (0.05 * kDegree));
      double most = -kInfinity;
      int wrong = 0, changes = 0;
      bool before = false;
      for (int k = 0; k < count; ++k) {
        const double arc = curve.length() * k / count;
        const SelfMotionSample at = sampleAt(motion, curve, arc);
        double margin = kInfinity;
        for (int c = 0; c < 7; ++c) {
          const Joint& joint = arm.model->tree.moving(c);
          if (!std::isfinite(joint.lower)) continue;
          double room = -kInfinity;
          for (int turn = -3; turn <= 3; ++turn) {
            const double value = at.point.theta[c] + 2 * kPi * turn;
            room = std::max(room, std::min(value - joint.lower, joint.upper - value));
          }
          margin = std::min(margin, room);
        }
        EXPECT_NEAR(margin, at.margin, 1e-12);
        bool inside = false;
        double nearestEnd = kInfinity;
        for (const SelfMotionInterval& each : curve.within) {
          for (const double lap : {0.0, curve.length()}) {
            inside = inside || (arc + lap >= each.from && arc + lap <= each.to);
            nearestEnd = std::min(
                {nearestEnd, std::abs(arc + lap - each.from), std::abs(arc + lap - each.to)});
          }
        }
        if ((margin >= 0) != inside && nearestEnd > 2e-6 && std::abs(margin) > 0.1 * kDegree)
          ++wrong;
        if (k > 0 && (margin >= 0) != before) ++changes;
        before = margin >= 0;
        most = std::max(most, margin);
      }
      EXPECT_EQ(wrong, 0) << arm.name << " " << i;
      double best = -kInfinity;
      for (const SelfMotionInterval& each : curve.within) {
        best = std::max(best, each.best.margin);
        EXPECT_GE(each.best.margin, 0);
        EXPECT_GE(each.best.arc, each.from - 1e-6);
        EXPECT_LE(each.best.arc, each.to + 1e-6);
        if (each.to - each.from < curve.length() - 1e-9) {
          ends += 2;
          for (const double end : {each.from, each.to})
            EXPECT_NEAR(sampleAt(motion, curve, end).margin, 0, 2e-6) << arm.name << " " << i;
        }
      }
      if (!curve.within.empty()) {
        EXPECT_GT(best, most - 1e-6) << arm.name << " " << i;
        EXPECT_LT(best, most + 0.05 * kDegree) << arm.name << " " << i;
      } else {
        EXPECT_LT(most, 0.1 * kDegree);
      }
    }
  }
  EXPECT_GT(ends, 10);
}

// A rhombus moves q1 between 0 and pi, with q2 = -q1. Joint 1 has two stretches within its limits. The
// limits of joint 2, a full rotation apart, divide the room of one of them into two maxima.
TEST(SelfMotion, FindsThePoseOfMostRoomInEachStretchOfAnOpenCurve) {
  for (const bool mirrored : {false, true}) {
    const auto at = [&](double first) { return mirrored ? kPi - first : first; };
    const auto [from, to] = std::minmax({at(1.4), at(2.0)});
    const std::vector<DhRow> rows = {{.a = 1, .lower = to, .upper = from + 2 * kPi},
                                     {.a = 1, .lower = -at(2.6), .upper = 2 * kPi - at(2.6)},
                                     {.a = 1}};
    const Model::Pointer model = Model::make(dhTree(rows), {{.effector = "tool"}}).take();
    SelfMotion motion = SelfMotion::make(model).take();
    for (const double first : {0.3, 0.7, 1.1, 1.8, 2.3}) {
      Vector theta(3);
      theta << first, -first, first - kPi;
      const SelfMotionCurve curve = selfMotionCurve(motion, theta);
      ASSERT_EQ(curve.last, SelfMotionEnd::twoDirections);
      ASSERT_EQ(curve.within.size(), 2U);
      std::vector<double> room = {curve.within[0].best.margin, curve.within[1].best.margin};
      std::sort(room.begin(), room.end());
      EXPECT_NEAR(room[0], kPi - 2.6, 1e-4) << mirrored << " " << first;
      EXPECT_NEAR(room[1], 1.4, 1e-4) << mirrored << " " << first;
    }
  }
}

// The pose of most room does not depend on where the curve starts.
TEST(SelfMotion, FindsThePoseOfMostRoomBesideTheFirstPose) {
  const std::vector<DhRow> rows = {
      {.a = 0.3}, {.a = 1, .lower = -3.3, .upper = 3.3}, {.a = 0.9, .lower = -3.3, .upper = 3.3}};
  const Model::Pointer model = Model::make(dhTree(rows), {{.effector = "tool"}}).take();
  SelfMotion motion = SelfMotion::make(model).take();
  const auto traced = [&](const Vector& theta) {
    const SelfMotionCurve curve = selfMotionCurve(motion, theta);
    EXPECT_TRUE(curve.closed());
    EXPECT_EQ(curve.within.size(), 1U);
    const SelfMotionInterval& only = curve.within[0];
    EXPECT_GE(only.best.arc, only.from);
    EXPECT_LE(only.best.arc, only.to);
    return only.best;
  };
  const SelfMotionSample best = traced(poseOf({{0.3, 1.0, 0.9}, 0.8}, 0.4));
  for (const double arc : {-0.01, -0.001, 0.0, 0.001, 0.01}) {
    SelfMotionPoint point = best.point;
    motion.advance(point, arc);
    EXPECT_NEAR(traced(point.theta).margin, best.margin, 1e-6) << arc;
  }
}

// Between two samples, one joint comes within its limits and another leaves them.
TEST(SelfMotion, FindsStretchesShorterThanAStep) {
  const std::vector<double> links = {0.3, 1.0, 0.9};
  const Model::Pointer free = planar(links, false);
  SelfMotion motion = SelfMotion::make(free).take();
  const Vector theta = poseOf({{0.3, 1.0, 0.9}, 0.8}, 0.4);
  const SelfMotionCurve curve = selfMotionCurve(motion, theta);
  for (const size_t k : {20U, 90U, 150U}) {
    const double arc = 0.5 * (curve.samples[k].arc + curve.samples[k + 1].arc);
    const SelfMotionPoint middle = sampleAt(motion, curve, arc).point;
    std::vector<DhRow> rows;
    for (int c = 0; c < 3; ++c) {
      DhRow row{.a = links[static_cast<size_t>(c)]};
      if (c < 2) {
        // Joint 1 may come only as far as this pose, joint 2 from this pose on.
        const bool above = (middle.tangent[c] > 0) == (c == 0);
        const double end = middle.theta[c] + (above ? 0.1 : -0.1) * kDegree;
        row.lower = above ? end - 3 : end, row.upper = above ? end : end + 3;
      }
      rows.push_back(row);
    }
    const Model::Pointer model = Model::make(dhTree(rows), {{.effector = "tool"}}).take();
    SelfMotion limited = SelfMotion::make(model).take();
    const SelfMotionCurve found = selfMotionCurve(limited, theta);
    const auto contains = [&](const SelfMotionInterval& each) {
      return each.from < arc && arc < each.to && each.to - each.from < 0.5 * kDegree;
    };
    EXPECT_EQ(std::count_if(found.within.begin(), found.within.end(), contains), 1) << k;
  }
}

TEST(SelfMotion, AdvancesAlongItsCurve) {
  for (const SevenArm& arm : sevenArms()) {
    SelfMotion motion = SelfMotion::make(arm.model).take();
    Random random(14);
    for (int i = 0; i < 10; ++i) {
      const Vector theta = randomPose(random);
      const Goal goal = goalAt(*arm.model, theta);
      const SelfMotionCurve curve = selfMotionCurve(motion, theta);
      SelfMotionPoint point = motion.pointAt(theta);
      double travelled = 0;
      for (const double arc : {0.003, 0.5, -0.2, 1.1}) {
        travelled += motion.advance(point, arc);
        EXPECT_LT(errorAt(*arm.model, point.theta, goal), 1e-11);
        const SelfMotionSample at = sampleAt(motion, curve, travelled);
        EXPECT_LT(largestTurn(at.point.theta, point.theta), 1e-4) << arm.name << " " << i;
        EXPECT_GT(at.point.tangent.dot(point.tangent), 0.999);
      }
      EXPECT_NEAR(travelled, 1.403, 2e-5);
      motion.advance(point, -travelled);
      EXPECT_LT(largestTurn(point.theta, theta), 1e-4) << arm.name << " " << i;
    }
  }
}

TEST(SelfMotion, DoesNotAllocateToAdvance) {
  SelfMotion motion = SelfMotion::make(iiwaModel()).take();
  Vector theta(7);
  theta << 0.4, 0.5, -0.2, -1.2, 0.3, 0.9, -0.4;
  SelfMotionPoint point = motion.pointAt(theta);
  motion.advance(point, 0.1);
  const size_t before = allocations();
  EXPECT_NEAR(motion.advance(point, 0.5), 0.5, 1e-6);
  EXPECT_EQ(allocations(), before);
}

TEST(SelfMotion, LeavesOtherJointsAtTheirValues) {
  TreeBuilder builder;
  builder.joint({.id = "one", .parent = "", .axis = {0, 0, 1}});
  builder.joint({.id = "aside", .parent = "", .axis = {0, 0, 1}});
  builder.joint({.id = "two", .parent = "one", .xyz = {1, 0, 0}, .axis = {0, 0, 1}});
  builder.joint({.id = "three", .parent = "two", .xyz = {0.8, 0, 0}, .axis = {0, 0, 1}});
  builder.effector({.id = "tool", .parent = "three", .xyz = {0.5, 0, 0}});
  builder.effector({.id = "other", .parent = "aside", .xyz = {0.5, 0, 0}});
  const Model::Pointer model = Model::make(builder.build(), {{.effector = "tool"}}).take();
  SelfMotion motion = SelfMotion::make(model).take();
  Vector theta(4);
  theta << 0.3, 1.7, 0.8, 0.9;
  const SelfMotionCurve curve = selfMotionCurve(motion, theta);
  EXPECT_TRUE(curve.closed());
  for (const SelfMotionSample& sample : curve.samples) EXPECT_EQ(sample.point.theta[1], 1.7);
}

TEST(SelfMotion, RejectsOtherNumbersOfRedundantJoints) {
  const auto reason = [](const Model::Pointer& model) { return SelfMotion::make(model).reason(); };
  EXPECT_EQ(reason(planar({1, 1, 1, 1}, false)),
            "the joints that move the effectors have 2 redundant degrees of freedom; a self-motion "
            "curve needs 1");
  EXPECT_EQ(reason(planar({1, 1, 1}, true)),
            "the joints that move the effectors have 0 redundant degrees of freedom; a self-motion "
            "curve needs 1");
}

}  // namespace
}  // namespace iklab::self_motion_test
