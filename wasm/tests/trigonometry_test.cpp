#include "iklab/math/trigonometry.hpp"

#include <Eigen/Core>
#include <gtest/gtest.h>

#include "iklab/math/random.hpp"

namespace iklab::trigonometry_test {
namespace {

// against the library in extended precision
double worstOf(double angle) {
  const SineCosine both = sineCosine(angle);
  const long double x = angle;
  return static_cast<double>(
      std::max(std::abs(both.sine - sinl(x)), std::abs(both.cosine - cosl(x))));
}

TEST(SineCosine, IsRightToTheLastBitsSeed61) {
  Random random(61);
  double worst = 0;
  for (int trial = 0; trial < 2'000'000; ++trial)
    worst = std::max(worst, worstOf(random.uniform(-170, 170)));
  for (int trial = 0; trial < 500'000; ++trial)
    worst = std::max(worst, worstOf(random.uniform(-kReducible, kReducible)));
  for (int trial = 0; trial < 500'000; ++trial)
    worst = std::max(worst, worstOf(random.uniform(-1, 1) * std::pow(10, random.uniform(-12, 0))));
  EXPECT_LE(worst, 2.3e-16);
}

// where the reduction loses most: the multiples of pi/4, and their neighbours
TEST(SineCosine, IsRightAtTheSeams) {
  for (int k = -216; k <= 216; ++k) {
    double angle = k * (EIGEN_PI / 4);
    for (int side = 0; side < 3; ++side) {
      EXPECT_LE(worstOf(angle), 2.3e-16) << k;
      angle = std::nextafter(angle, side * 1000.0 - 500);
    }
  }
  EXPECT_EQ(sineCosine(0).sine, 0);
  EXPECT_EQ(sineCosine(0).cosine, 1);
  EXPECT_TRUE(std::isnan(sineCosine(NAN).sine));
  EXPECT_LE(worstOf(kReducible), 2.3e-16);
  EXPECT_LE(worstOf(std::nextafter(kReducible, 0)), 2.3e-16);
  EXPECT_LE(worstOf(-1e15), 2.3e-16);
}

// relative to a small sine, too
TEST(SineCosine, KeepsSmallAngles) {
  for (double angle = 1e-300; angle < 1e-3; angle *= 7) {
    EXPECT_NEAR(sineCosine(angle).sine / std::sin(angle), 1, 3e-16);
  }
}

// a lane does not know what stands in the other, and both do what one angle alone gets
TEST(SineCosine, IsTheSameInPairsSeed62) {
  Random random(62);
  for (int trial = 0; trial < 100'000; ++trial) {
    const double size = std::pow(10, random.uniform(-3, 7));
    double angles[4], sines[4], cosines[4];
    for (double& angle : angles) angle = random.uniform(-size, size);
    sinesCosines(angles, 4, sines, cosines);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(sines[i], sineCosine(angles[i]).sine) << angles[i];
      EXPECT_EQ(cosines[i], sineCosine(angles[i]).cosine) << angles[i];
    }
  }
}

}  // namespace
}  // namespace iklab::trigonometry_test
