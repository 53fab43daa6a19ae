// The subproblems of the closed forms: residuals, and counts against a scan of sign changes.
#include "iklab/analytic/subproblems.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "iklab/math/random.hpp"

namespace iklab::subproblems_test {
namespace {

using namespace iklab::detail;

constexpr double kPi = 3.141592653589793;
constexpr Slack kNone{0};

Vec randomVec(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Vec randomAxis(Random& random) {
  const Vec v = randomVec(random);
  return (1 / norm(v)) * v;
}

// The number of sign changes of a function of an angle, in cells of 360 / count degrees.
template <class F>
int signChanges(int count, F f) {
  int changes = 0;
  double before = f(-kPi);
  for (int i = 1; i <= count; ++i) {
    const double now = f(-kPi + 2 * kPi * i / count);
    changes += (before < 0) != (now < 0);
    before = now;
  }
  return changes;
}

TEST(Subproblems, RotateAVectorOntoAnother) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const Vec k = randomAxis(random), p = randomVec(random);
    const double t = random.uniform(-kPi, kPi);
    const Angles found = angleTo(k, p, rotated(k, t, p));
    ASSERT_EQ(found.count, 1);
    EXPECT_LT(std::abs(std::remainder(found.angle[0] - t, 2 * kPi)), 1e-11) << i;
  }
}

TEST(Subproblems, HaveAnyAngleForAVectorOnTheAxis) {
  const Vec k = {0, 0, 1};
  EXPECT_TRUE(angleTo(k, {0, 0, 2}, {1, 0, 0}).any);
  EXPECT_TRUE(angleTo(k, {1, 0, 0}, {0, 0, 0}).any);
  EXPECT_FALSE(angleTo(k, {1e-9, 0, 2}, {0, 1e-9, 2}).any);
}

TEST(Subproblems, HaveAsManyAnglesAtADistanceAsAScanFinds) {
  Random random(2);
  int two = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec k = randomAxis(random), p1 = randomVec(random), p2 = randomVec(random);
    const double d = random.uniform(0, 2);
    const auto off = [&](double t) {
      const Vec between = rotated(k, t, p1) - p2;
      return dot(between, between) - d * d;
    };
    const Angles found = anglesAtDistance(k, p1, p2, d * d, kNone);
    for (int a = 0; a < found.count; ++a) EXPECT_LT(std::abs(off(found.angle[a])), 1e-14) << i;
    EXPECT_EQ(found.count, signChanges(2000, off)) << i;
    two += found.count == 2;
  }
  EXPECT_GT(two, 500);
}

TEST(Subproblems, HaveAsManyAnglesAtAHeightAsAScanFinds) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const Vec k = randomAxis(random), h = randomAxis(random), p = randomVec(random);
    const double d = random.uniform(-1, 1);
    const auto off = [&](double t) { return dot(h, rotated(k, t, p)) - d; };
    const Angles found = anglesAtHeight(h, k, p, d, kNone);
    for (int a = 0; a < found.count; ++a) EXPECT_LT(std::abs(off(found.angle[a])), 1e-14) << i;
    EXPECT_EQ(found.count, signChanges(2000, off)) << i;
  }
}

// The slack lists a double root that rounding moved out of reach on both of its sides.
TEST(Subproblems, ListATouchingAngleOnBothSides) {
  const Vec x = {1, 0, 0}, z = {0, 0, 1};
  EXPECT_EQ(anglesAtHeight(x, z, x, 1 + 1e-6, {1e-9}).count, 0);
  for (const double sign : {1.0, -1.0}) {
    const Angles found = anglesAtHeight(x, z, x, sign * (1 + 1e-10), {1e-9});
    ASSERT_EQ(found.count, 2);
    for (double angle : found.angle) EXPECT_NEAR(std::cos(angle), sign, 1e-9);
    EXPECT_NE(found.angle[0], found.angle[1]);
  }
  EXPECT_TRUE(anglesAtHeight(z, z, x, 0, {1e-9}).any);
  EXPECT_EQ(anglesAtHeight(z, z, x, 0.1, {1e-9}).count, 0);
}

TEST(Subproblems, BringTwoVectorsTogether) {
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    const Vec k1 = randomAxis(random), k2 = randomAxis(random), p1 = randomVec(random);
    const double t1 = random.uniform(-kPi, kPi), t2 = random.uniform(-kPi, kPi);
    const Vec p2 = rotated(k2, -t2, rotated(k1, t1, p1));
    const AnglePairs found = anglesToMeet(k1, p1, k2, p2, {1e-9});
    ASSERT_EQ(found.count, 2);
    double nearest = 9;
    for (int a = 0; a < 2; ++a) {
      const auto [first, second] = found.pair[a];
      const Vec gap = rotated(k1, first, p1) - rotated(k2, second, p2);
      EXPECT_LT(norm(gap), 1e-7) << i;  // Beside double roots; 1e-14 elsewhere.
      nearest = std::min(nearest, std::abs(std::remainder(first - t1, 2 * kPi)));
    }
    EXPECT_LT(nearest, 1e-6) << i;
  }
  EXPECT_EQ(anglesToMeet({0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {5, 1, 0}, {1e-9}).count, 0);
  EXPECT_EQ(anglesToMeet({0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1e-9}).count, 0);
}

// The remaining equation along the curve where the first is exact: two values of the second angle
// for each first one.
int scanOfTwo(const TwoAngleRow& one, const TwoAngleRow& two, int cells) {
  int changes = 0;
  for (const double side : {1.0, -1.0}) {
    double before = NAN;
    for (int i = 0; i <= cells; ++i) {
      const double t = -kPi + 2 * kPi * (i + 0.5) / cells;
      const double left = one.e - one.a * std::cos(t) - one.b * std::sin(t);
      const double x = left / std::hypot(one.c, one.d);
      double now = NAN;
      if (std::abs(x) <= 1) {
        const double second = std::atan2(one.d, one.c) + side * std::acos(x);
        now = two.a * std::cos(t) + two.b * std::sin(t) + two.c * std::cos(second) +
              two.d * std::sin(second) - two.e;
      }
      changes += (before < 0 && now >= 0) || (before >= 0 && now < 0);
      before = now;
    }
  }
  return changes;
}

TEST(Subproblems, SolveTwoEquationsOfTwoAngles) {
  Random random(5);
  int different = 0, solutions = 0;
  for (int i = 0; i < 2000; ++i) {
    TwoAngleRow rows[2];
    const double t1 = random.uniform(-kPi, kPi), t2 = random.uniform(-kPi, kPi);
    const auto off = [](const TwoAngleRow& r, double x, double y) {
      return r.a * std::cos(x) + r.b * std::sin(x) + r.c * std::cos(y) + r.d * std::sin(y) - r.e;
    };
    for (TwoAngleRow& r : rows) {
      r = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
           random.uniform(-1, 1), 0};
      r.e = off(r, t1, t2);
    }
    const AnglePairs found = anglesOfTwo(rows[0], rows[1], kNone);
    double nearest = 9;
    for (int a = 0; a < found.count; ++a) {
      const auto [x, y] = found.pair[a];
      EXPECT_LT(std::abs(off(rows[0], x, y)) + std::abs(off(rows[1], x, y)), 1e-6) << i;
      nearest = std::min(nearest, std::abs(std::remainder(x - t1, 2 * kPi)) +
                                      std::abs(std::remainder(y - t2, 2 * kPi)));
    }
    EXPECT_LT(nearest, 1e-5) << i;
    EXPECT_LE(found.count, 4) << i;
    solutions += found.count;
    // The scan misses two solutions in one cell, and one at the end of a side.
    const int scanned = scanOfTwo(rows[0], rows[1], 10000);
    EXPECT_GE(found.count, scanned) << i;
    different += found.count != scanned;
  }
  EXPECT_LE(different, 100);
  EXPECT_GT(solutions, 4500);
}

TEST(Subproblems, SolveRowsThatContainOneAngleEach) {
  // cos t1 = 0.5, sin t2 = 0.25: four pairs, from rows that mix the equations.
  const TwoAngleRow one{1, 0, 0, 1, 0.75}, two{2, 0, 0, -1, 0.75};
  const AnglePairs found = anglesOfTwo(one, two, {1e-9});
  ASSERT_EQ(found.count, 4);
  for (int a = 0; a < 4; ++a) {
    EXPECT_NEAR(std::cos(found.pair[a].first), 0.5, 1e-12);
    EXPECT_NEAR(std::sin(found.pair[a].second), 0.25, 1e-12);
  }
}

TEST(Subproblems, LeaveAnAngleFreeThatTheRowsDoNotContain) {
  const AnglePairs first = anglesOfTwo({0, 0, 1, 0, 0.6}, {0, 0, 0, 1, 0.8}, {1e-9});
  ASSERT_EQ(first.count, 1);
  EXPECT_TRUE(first.firstAny);
  EXPECT_NEAR(first.pair[0].second, std::atan2(0.8, 0.6), 1e-15);
  const AnglePairs second = anglesOfTwo({1, 0, 0, 0, 0.6}, {0, 1, 0, 0, 0.8}, {1e-9});
  ASSERT_EQ(second.count, 1);
  EXPECT_TRUE(second.secondAny);
  EXPECT_NEAR(second.pair[0].first, std::atan2(0.8, 0.6), 1e-15);
  EXPECT_EQ(anglesOfTwo({0, 0, 1, 0, 0.6}, {0, 0, 0, 1, 0.9}, {1e-9}).count, 0);
}

TEST(Subproblems, BringTheEndsOfTwoLinksTogether) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const Vec k1 = randomAxis(random), k2 = randomAxis(random), k3 = randomAxis(random);
    const Vec p1 = randomVec(random), p2 = randomVec(random), p3 = randomVec(random);
    const double t1 = random.uniform(-kPi, kPi), t2 = random.uniform(-kPi, kPi);
    const double t3 = random.uniform(-kPi, kPi);
    const Vec p0 = rotated(k2, t2, p2 + rotated(k3, t3, p3)) - rotated(k1, t1, p1);
    const AnglePairs found = outerAngles(p0, k1, p1, k2, p2, k3, p3, {1e-9});
    double nearest = 9;
    for (int a = 0; a < found.count; ++a) {
      const auto [first, third] = found.pair[a];
      const Vec left = p0 + rotated(k1, first, p1), right = p2 + rotated(k3, third, p3);
      const Angles second = angleTo(k2, right, left);
      EXPECT_LT(norm(left - rotated(k2, second.angle[0], right)), 1e-4) << i;
      nearest = std::min(nearest, std::abs(std::remainder(first - t1, 2 * kPi)));
    }
    EXPECT_LT(nearest, 1e-5) << i;
  }
}

TEST(Subproblems, FindTheRootsOfAQuartic) {
  double roots[12];
  // (x - 1/2)(x + 1/4)(x - 3/4)(x + 2)
  EXPECT_EQ(quarticRoots({0.1875, 0.21875, -1.9375, 1, 1}, kNone, roots), 3);
  // (x^2 - 1/4)^2 + 1e-12: two double roots that rounding removed.
  const double touching[5] = {0.0625 + 1e-12, 0, -0.5, 0, 1};
  EXPECT_EQ(quarticRoots(touching, kNone, roots), 0);
  ASSERT_EQ(quarticRoots(touching, {1e-9}, roots), 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(std::abs(roots[i]), 0.5, 2e-6);
  EXPECT_EQ(quarticRoots({0, 0, 0, 0, 0}, {1e-9}, roots), 0);
  EXPECT_EQ(quarticRoots({1, -2, 0, 0, 0}, {1e-9}, roots), 1);
}

}  // namespace
}  // namespace iklab::subproblems_test
