// Numbers as text, against printf.
#include "iklab/math/decimal.hpp"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>

#include "iklab/math/random.hpp"

namespace iklab::decimal_test {

using namespace detail;

namespace {

std::string printed(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.12g", value);
  return buffer;
}

TEST(Decimal, MatchesPrintfWithTwelveDigits) {
  for (const double value : {0.0,
                             1.0,
                             2.5,
                             10.0,
                             0.1,
                             0.001,
                             1e-4,
                             1e-5,
                             1e-12,
                             123456.789,
                             1e11,
                             1e12,
                             1e15,
                             999999999999.4,
                             999999999999.6,
                             9.9999999999996,
                             1e300,
                             1e-300,
                             5e-324,
                             1.7976931348623157e308,
                             1.0 / 3})
    for (const double each : {value, -value}) EXPECT_EQ(decimal(each), printed(each));
  EXPECT_EQ(decimal(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(decimal(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(decimal(std::nan("")), "nan");
}

TEST(Decimal, RoundTripsToTwelveDigitsSeed5) {
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    const double value = random.uniform(-10, 10) * std::pow(10, random.below(600) - 300);
    const double read = std::stod(decimal(value));
    EXPECT_LE(std::abs(read - value), 6e-12 * std::abs(value)) << decimal(value);
  }
}

}  // namespace
}  // namespace iklab::decimal_test
