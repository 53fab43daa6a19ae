#include "iklab/math/result.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "iklab/core/length.hpp"
#include "iklab/urdf.hpp"

namespace iklab::result_test {

// In every build type, with the reason on stderr.
TEST(ResultDeathTest, AbortsWithItsReasonWhenAMissingValueIsRead) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Result<int> failed(Fault{"two joints are called 'elbow'"});
  EXPECT_DEATH((void)failed.value(), "two joints are called 'elbow'");
  EXPECT_DEATH((void)failed.take(), "two joints are called 'elbow'");
  const urdf::Reading unreadable = urdf::parse("<robot");
  EXPECT_DEATH((void)unreadable.value(), "iklab: the value of a result without one was read: ");
}

TEST(Result, ReturnsItsValue) {
  Result<int> made(3);
  ASSERT_TRUE(made);
  EXPECT_EQ(made.value(), 3);
  EXPECT_EQ(made.take(), 3);
}

TEST(Length, ReadsAsNaNUnlessSpecified) {
  EXPECT_TRUE(Length().fits());
  EXPECT_TRUE(std::isnan(Length()));
  EXPECT_FALSE(Length(0).fits());
  EXPECT_EQ(double(Length(0.25)), 0.25);
}

}  // namespace iklab::result_test
