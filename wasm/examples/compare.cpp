// Solves one goal for one arm from one pose with every method, and prints the table of the page.
#include <cstdio>
#include <iklab/method.hpp>
#include <iklab/solver.hpp>

using namespace iklab;

int main() {
  TreeBuilder chain;
  for (int i = 0; i < 6; ++i) {
    const std::string id = "j" + std::to_string(i), parent = i ? "j" + std::to_string(i - 1) : "";
    const Eigen::Vector3d axis = i % 2 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
    chain.joint({.id = id, .parent = parent, .xyz = {i ? 0.3 : 0.0, 0, 0}, .axis = axis});
  }
  chain.effector({.id = "tip", .parent = "j5", .xyz = {0.3, 0, 0}});
  const Result<Model::Pointer> model = Model::make(chain.build(), {{.effector = "tip"}});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;

  const Vector start = Vector::Constant(6, 0.2);
  const std::vector<Goal> goals = {{.position = {0.4, 0.9, -0.5}}};
  std::printf("%-22s %-16s %8s %12s %10s\n", "method", "end", "updates", "evaluations", "error");
  for (const auto& row : MethodRegistry::builtIn()->entries()) {
    const Solver solver(model.value(), MethodOptions(row->id));
    const Result<Solution> found = solver.solve(start, goals);
    if (!found) return std::fprintf(stderr, "%s: %s\n", row->id, found.reason().c_str()), 1;
    const Solution& s = found.value();
    std::printf("%-22s %-16s %8d %12d %8.1e m\n", row->id, word(s.stop), s.updates, s.evaluations,
                s.error);
  }
}
