// Moves the tool of a five-joint arm to a point, with a given direction. The rotation about the
// vertical is free, because five joints cannot meet it, too.
#include <cstdio>
#include <iklab/solver.hpp>

using namespace iklab;

int main() {
  TreeBuilder arm;
  arm.joint({.id = "yaw", .axis = {0, 0, 1}});
  arm.joint({.id = "shoulder", .parent = "yaw", .xyz = {0, 0, 0.1}, .axis = {0, 1, 0}});
  arm.joint({.id = "elbow", .parent = "shoulder", .xyz = {0.05, 0, 0.2}, .axis = {0, 1, 0}});
  arm.joint({.id = "wrist", .parent = "elbow", .xyz = {0.2, 0, 0}, .axis = {0, 1, 0}});
  arm.joint({.id = "roll", .parent = "wrist", .xyz = {0.06, 0, 0}, .axis = {1, 0, 0}});
  arm.effector({.id = "tool", .parent = "roll", .xyz = {0.1, 0, 0}});
  const TargetSpec target{
      .effector = "tool", .oriented = true, .freedom = {.turns = {false, false, true}}};
  const Result<Model::Pointer> model = Model::make(arm.build(), {target});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;

  // Pointing down, with the fingers level.
  const Eigen::Quaterniond down(Eigen::AngleAxisd(EIGEN_PI / 2, Eigen::Vector3d::UnitY()));
  const std::vector<Goal> goals = {{.position = {0.2, 0.15, 0.05}, .orientation = down}};
  const Result<Solution> found =
      Solver(model.value(), DlsOptions{}).solve(Vector::Constant(5, 0.3), goals);
  if (!found) return std::fprintf(stderr, "%s\n", found.reason().c_str()), 1;
  std::printf("%s after %d updates, error %.1e m\n", word(found.value().stop),
              found.value().updates, found.value().error);
  return found.value().reached() ? 0 : 1;
}
