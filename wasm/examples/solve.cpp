// Moves the end effector of a four-joint arm to a point.
#include <cstdio>
#include <iklab/diagnosis.hpp>

using namespace iklab;

int main() {
  TreeBuilder arm;  // Frames, axes and limits as in URDF; metres and radians.
  arm.joint({.id = "yaw", .axis = {0, 0, 1}});
  arm.joint({.id = "shoulder", .parent = "yaw", .xyz = {0, 0, 0.4}, .axis = {0, 1, 0}});
  arm.joint({.id = "elbow", .parent = "shoulder", .xyz = {0.5, 0, 0}, .axis = {0, 1, 0}});
  arm.joint({.id = "wrist", .parent = "elbow", .xyz = {0.4, 0, 0}, .axis = {0, 1, 0}});
  arm.effector({.id = "tip", .parent = "wrist", .xyz = {0.2, 0, 0}});
  Result<Model::Pointer> model = Model::make(arm.build(), {{.effector = "tip"}});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;

  const Solver solver(model.value(), DlsOptions{});
  const std::vector<Goal> goals = {{.position = {0.3, 0.4, 0.6}}};
  const Vector start = Vector::Constant(4, 0.3);
  const Result<Solution> found = solver.solve(start, goals, {.tolerance = 1e-6});
  if (!found) return std::fprintf(stderr, "%s\n", found.reason().c_str()), 1;

  const Solution& s = found.value();
  if (!s.reached()) {
    const auto why = diagnose(solver, s.theta, goals, {.tolerance = 1e-6}, s.stop);
    std::printf("%s\n", why ? reasonOf(why.value(), solver).c_str() : why.reason().c_str());
  }
  std::printf("%s after %d updates, error %.1e m\n", word(s.stop), s.updates, s.error);
  for (int i = 0; i < 4; ++i)
    std::printf("%-8s %+.6f rad\n", model.value()->tree.moving(i).id.c_str(), s.theta[i]);
}
