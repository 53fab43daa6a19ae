// Methods with a line search or a step check: no applied step increases f = 1/2 |e|^2.
#include <gtest/gtest.h>

#include "tests/cases.hpp"

namespace iklab::descent_test {
namespace {

using test::Case;

class Descent : public testing::TestWithParam<const char*> {
 protected:
  // f before the first update and after each update.
  std::vector<double> fall(Case& c, double gain) {
    const test::Row row = test::panelRow(GetParam());
    const auto method = c.posed->make(row);
    std::vector<double> values = {0.5 * c.e().squaredNorm()};
    c.posed->problem.gain = gain;
    c.posed->place(c.theta, c.goals);
    for (int u = 0; u < 30; ++u) {
      Report report(c.posed->model);
      method->update(c.posed->problem, report);
      c.posed->learn(*method, report.step);
      c.posed->place(c.posed->state.theta + report.step, c.goals);
      values.push_back(0.5 * c.e().squaredNorm());
      EXPECT_EQ(report.noImprovement, report.step.isZero(0));
    }
    return values;
  }
};

TEST_P(Descent, NeverRaisesTheErrorSeed88) {
  Random random(88);
  int reached = 0;
  for (int trial = 0; trial < 150; ++trial) {
    Case c(random, trial % 3 == 0 ? 0.1 : 2);
    const auto values = fall(c, trial % 5 == 0 ? 0.5 : trial % 5 == 1 ? 1.5 : 1);
    for (size_t k = 1; k < values.size(); ++k)
      EXPECT_LE(values[k], values[k - 1] * (1 + 1e-12) + 1e-28) << trial << ", " << k;
    reached += values.back() < 1e-8;
  }
  EXPECT_GT(reached, 75);  // All targets are reachable; some starts lead to a local minimum.
}

INSTANTIATE_TEST_SUITE_P(Methods, Descent,
                         testing::Values("gauss-newton", "levenberg-marquardt", "newton", "bfgs",
                                         "conjugate-gradient"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace iklab::descent_test
