#include "iklab/math/trigonometry.hpp"

#include <Eigen/Core>
#include <cstring>
#include <gtest/gtest.h>

#include "iklab/math/arctangent.hpp"
#include "iklab/math/random.hpp"

namespace iklab::trigonometry_test {

using namespace detail;

namespace {

// Largest error, against the standard library in extended precision.
double worstOf(double angle) {
  const SineCosine both = sineCosine(angle);
  const long double x = angle;
  return static_cast<double>(
      std::max(std::abs(both.sine - sinl(x)), std::abs(both.cosine - cosl(x))));
}

TEST(SineCosine, IsAccurateToTheLastBitsSeed61) {
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

// The reduction is least accurate at the multiples of pi/4 and their neighbours.
TEST(SineCosine, IsAccurateNearMultiplesOf45Degrees) {
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

// The error is also small relative to a small sine.
TEST(SineCosine, IsAccurateForSmallAngles) {
  for (double angle = 1e-300; angle < 1e-3; angle *= 7) {
    EXPECT_NEAR(sineCosine(angle).sine / std::sin(angle), 1, 3e-16);
  }
}

// Lanes are independent: each gives the same as a single angle.
TEST(SineCosine, PairsMatchSingleAnglesSeed62) {
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

double fromBits(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

TEST(Arctangent, MatchesV8ToTheBit) {
  // y, x and Math.atan2(y, x) of V8.
  constexpr std::uint64_t kKnown[][3] = {
      {0xbf53c08b16e65875, 0x3fe1cf25160b8438, 0xbf61bedcd811bd42},
      {0x3f6fc4e481f28472, 0xbf906b147468f557, 0x40073bf5ce08d304},
      {0x40234bfe5040fb11, 0xc03ab6af8cb048f2, 0x40065c253299bfe8},
      {0x3f651df77b4c386a, 0x3fcd863d0c44f51a, 0x3f86e303f3a9a792},
      {0xc05d9661cce0a888, 0xc05870ac51c7f343, 0xc00216f4f7ae6bc2},
      {0x4022f44c2e8a7af5, 0xbfc3b7db4d94383f, 0x3ff9648e2468945a},
      {0xbfc2df9d7df908f7, 0x3f688d12942a2c09, 0xbff8cebd976f7453},
      {0xc05add3189469306, 0xbf3b3bbb5dc08973, 0xbff921ff6257c76b},
      {0xbf713368963370ad, 0x4055ab89c5724ba1, 0xbf09667958855bc5},
      {0xc0471cecf73a3174, 0xbfa11bfcdffd1707, 0xbff924f15799e450},
      {0x3ffbcdf8a303dd74, 0x400767a66ee32741, 0x3fe126d31564b874},
      {0x3f62c32dcb25e7aa, 0x404142bce28c27c8, 0x3f11645cafd9a648},
  };
  for (const auto& [y, x, angle] : kKnown)
    EXPECT_EQ(arctangent2(fromBits(y), fromBits(x)), fromBits(angle));
}

TEST(Arctangent, IsWithinOneAndAHalfUnitsInTheLastPlaceSeed1) {
  Random random(1);
  for (int k = 0; k < 100'000; ++k) {
    const double y = std::ldexp(random.uniform(-1, 1), random.below(80) - 40);
    const double x = std::ldexp(random.uniform(-1, 1), random.below(80) - 40);
    const auto off = [](double found, long double exact) {  // Error in units in the last place.
      const double near = std::abs(found);
      return std::abs(found - exact) / (std::nextafter(near, HUGE_VAL) - near);
    };
    const long double lx = x, ly = y;
    ASSERT_LE(off(arctangent2(y, x), std::atan2(ly, lx)), 1.5) << y << " " << x;
    ASSERT_LE(off(hypotenuse(y, x), std::hypot(ly, lx)), 1) << y << " " << x;
  }
}

TEST(Arctangent, MatchesTheLibraryAtSpecialValues) {
  const double edges[] = {0.0,   -0.0,   1,     -1,     HUGE_VAL, -HUGE_VAL, 1e-320, -1e-320,
                          1e308, -1e308, 1e-30, -1e-30, 0.4375,   0.6875,    1.1875, 2.4375};
  for (const double y : edges)
    for (const double x : edges) {
      EXPECT_DOUBLE_EQ(arctangent2(y, x), std::atan2(y, x)) << y << " " << x;
      EXPECT_EQ(std::signbit(arctangent2(y, x)), std::signbit(std::atan2(y, x))) << y << " " << x;
      EXPECT_DOUBLE_EQ(hypotenuse(y, x), std::hypot(y, x)) << y << " " << x;
    }
  EXPECT_TRUE(std::isnan(arctangent2(NAN, 1)));
  EXPECT_TRUE(std::isnan(hypotenuse(1, NAN)));
}

}  // namespace
}  // namespace iklab::trigonometry_test
