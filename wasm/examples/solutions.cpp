// Prints every pose in which a UR5e reaches a pose of its tool, nearest first, and how far an exact
// solution can be from each.
#include <cstdio>
#include <iklab/analytic.hpp>
#include <iklab/dh.hpp>
#include <iklab/model.hpp>

using namespace iklab;

int main() {
  const double quarter = EIGEN_PI / 2;
  const Result<Model::Pointer> model = Model::make(dhTree({{.alpha = quarter, .d = 0.1625},
                                                           {.a = -0.425},
                                                           {.a = -0.3922},
                                                           {.alpha = quarter, .d = 0.1333},
                                                           {.alpha = -quarter, .d = 0.0997},
                                                           {.d = 0.0996}}),
                                                   {{.effector = "tool", .oriented = true}});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;
  const Result<ClosedForm> arm = ClosedForm::make(model.value());
  if (!arm) return std::fprintf(stderr, "%s\n", arm.reason().c_str()), 1;
  std::printf("%s\n", arm.value().classText().c_str());

  Vector start(6);
  start << 0.4, -1.2, 1.5, -0.3, 0.9, -0.4;
  const Goal goal = goalOf(effectorPose(model.value()->tree, start, "tool").value());
  const std::vector<Branch> branches = arm.value().solutions(goal, start);
  for (const Branch& branch : branches) {
    for (double angle : branch.theta) std::printf("%8.3f", angle);
    if (const auto proof = certifyReached(*model.value(), branch.theta, goal))
      std::printf("   an exact solution within %.0e rad", proof->radius);
    std::printf("\n");
  }
  return branches.size() == 8 ? 0 : 1;
}
