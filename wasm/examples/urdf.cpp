// Reads a robot from a URDF file, moves its tool to a pose and prints its joint values: urdf
// arm.urdf
#include <cstdio>
#include <fstream>
#include <iklab/solver.hpp>
#include <iklab/urdf.hpp>
#include <iterator>

using namespace iklab;

int main(int count, char** words) {
  std::ifstream file(count > 1 ? words[1] : "arm.urdf", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const urdf::Reading robot = urdf::parse(text);
  if (!robot) return std::fprintf(stderr, "%s\n", robot.reason().c_str()), 1;
  for (const urdf::Note& each : robot.value().remarks)
    std::fprintf(stderr, "note: %s\n", each.text().c_str());

  const Tree& tree = robot.value().tree;
  const Result<Model::Pointer> model = Model::make(
      tree, {{.effector = tree.effectors()[0].id, .oriented = true, .orientationWeight = 0.3}});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;

  // The tool's z points down.
  const Eigen::Quaterniond down(Eigen::AngleAxisd(EIGEN_PI, Eigen::Vector3d::UnitY()));
  const std::vector<Goal> goals = {{.position = {0.45, 0.2, 0.3}, .orientation = down}};
  const Solver solver(model.value(), DlsOptions{.lambda = 0.03});
  const Result<Solution> found = solver.solve(robot.value().start(), goals, {.tolerance = 1e-6});
  if (!found) return std::fprintf(stderr, "%s\n", found.reason().c_str()), 1;
  std::printf("%s after %d updates, error %.1e m\n", word(found.value().stop),
              found.value().updates, found.value().error);
  for (int i = 0; i < tree.columns(); ++i)
    std::printf("%-12s %+.6f rad\n", tree.moving(i).id.c_str(), found.value().theta[i]);
  return found.value().reached() ? 0 : 1;
}
