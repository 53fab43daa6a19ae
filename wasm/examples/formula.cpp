// A custom method written as a formula: the faults of a first version, then one that damps each
// direction by the rotation that it causes, and the same with another parameter.
#include <cstdio>
#include <iklab/formula.hpp>
#include <iklab/solver.hpp>

using namespace iklab;

const char* const kTurnDamped = R"(
param γ = 25° rad in 0.01..1.6 "Turn that is too much"
param λ = 0.05 m in 0.001..1 log "Least damping"
α = Uᵀe
v = [max(|V[:, i]|) for i in directions]
μ = λ² + (|α| ∘ v / γ).²
Δθ = V (σ ∘ α ./ (σ.² + μ))
)";

int main() {
  TreeBuilder builder;
  builder.joint({.id = "yaw", .axis = {0, 0, 1}});
  builder.joint({.id = "shoulder", .parent = "yaw", .xyz = {0, 0, 0.4}, .axis = {0, 1, 0}});
  builder.joint({.id = "elbow", .parent = "shoulder", .xyz = {0.5, 0, 0}, .axis = {0, 1, 0}});
  builder.joint({.id = "wrist", .parent = "elbow", .xyz = {0.4, 0, 0}, .axis = {0, 1, 0}});
  builder.effector({.id = "tip", .parent = "wrist", .xyz = {0.2, 0, 0}});
  const auto model = Model::make(builder.build(), {{.effector = "tip"}}).take();
  const Vector start = Vector::Constant(4, 0.3);
  const std::vector<Goal> goals = {{.position = {0.3, 0.4, 0.6}}};

  const Solver wrong(model, FormulaOptions{.text = "Δθ = J (J Jᵀ + 0.01)⁻¹ e"});
  std::printf("refused: %s\n", wrong.fault().c_str());

  bool all = !wrong.fault().empty();
  for (const double gamma : {0.1, 0.6}) {
    const Solver solver(model, FormulaOptions{.text = kTurnDamped, .params = {{"γ", gamma}}});
    const Result<Solution> found = solver.solve(start, goals);
    if (!found) return std::fprintf(stderr, "%s\n", found.reason().c_str()), 1;
    std::printf("γ %.1f: %s after %d updates\n", gamma, word(found.value().stop),
                found.value().updates);
    all = all && found.value().reached();
  }
  return all ? 0 : 1;
}
