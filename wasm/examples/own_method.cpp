// A custom method, the transpose with momentum, in a Solver, and in a Lab and a Batch next to a
// method of the library.
#include <algorithm>
#include <cstdio>
#include <iklab/batch.hpp>
#include <iklab/lab.hpp>
#include <iklab/method.hpp>
#include <iklab/solver.hpp>

using namespace iklab;

// step = share of the optimal step along J^T e, plus momentum times the last step (Polyak 1964).
struct HeavyBallOptions {
  double share = 0.8;
  double momentum = 0.2;
};

class HeavyBall : public MethodOf<HeavyBallOptions> {
 public:
  HeavyBall(const Model& model, const MethodOptions& given)
      : MethodOf(given), moved_(Vector::Zero(model.rows())), joints_(model.columns()) {}

  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    problem.jacobian().times(report.step, moved_);
    const double square = moved_.squaredNorm();
    report.alpha = square > 0 ? options.share * problem.error.dot(moved_) / square : 0;
    report.step *= report.alpha;
    for (int c = 0; c < joints_; ++c)
      if (!problem.locked[c]) report.step[c] += options.momentum * problem.learnt[c];
  }

  // Memory per instance: its last step.
  int memorySize() const override { return joints_; }
  void forget(std::span<double> learnt) const override { std::ranges::fill(learnt, 0.0); }
  void learn(const Problem&, const Vector& step, std::span<double> learnt) override {
    std::copy_n(step.data(), joints_, learnt.begin());
  }

 private:
  Vector moved_;
  int joints_;
};

template <>
const MethodEntry& iklab::describe<HeavyBallOptions>() {
  static constexpr Param params[] = {
      number<&HeavyBallOptions::share>("share", "", 0, 1),
      number<&HeavyBallOptions::momentum>("momentum", "", 0, 0.99),
  };
  static constexpr Observable observables[] = {kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "heavy-ball",
      .name = "Heavy ball",
      .group = Group::optimisation,
      .maxStep = EIGEN_PI / 6,
      .params = params,
      .observables = observables,
      .make = makeMethod<HeavyBall>,
  };
  return entry;
}

int fail(const std::string& reason) { return std::fprintf(stderr, "%s\n", reason.c_str()), 1; }

int main() {
  TreeBuilder builder;
  builder.joint({.id = "yaw", .axis = {0, 0, 1}});
  builder.joint({.id = "shoulder", .parent = "yaw", .xyz = {0, 0, 0.4}, .axis = {0, 1, 0}});
  builder.joint({.id = "elbow", .parent = "shoulder", .xyz = {0.5, 0, 0}, .axis = {0, 1, 0}});
  builder.joint({.id = "wrist", .parent = "elbow", .xyz = {0.4, 0, 0}, .axis = {0, 1, 0}});
  builder.effector({.id = "tip", .parent = "wrist", .xyz = {0.2, 0, 0}});
  const Tree arm = builder.build().take();
  const Vector start = Vector::Constant(4, 0.3);
  const Goal goal{.position = {0.3, 0.4, 0.6}};

  const auto model = Model::make(arm, {{.effector = "tip"}}).take();
  const Result<Solution> found =
      Solver(model, HeavyBallOptions{.momentum = 0.1}).solve(start, std::vector<Goal>{goal});
  if (!found) return fail(found.reason());
  std::printf("solver: %s after %d updates\n", word(found.value().stop), found.value().updates);

  // The library's methods, followed by this one.
  const auto methods = MethodRegistry::builtIn()->with(methodOf<HeavyBallOptions>());
  if (!methods) return fail(methods.reason());
  LabSpec spec;
  spec.targets = {{.effector = 0, .base = goal}};
  spec.start = start;
  spec.run.mode = RunMode::converge;
  spec.methods = methods.value();

  const auto lab = Lab::open(arm, spec);
  if (!lab) return fail(lab.reason());
  Lab& panels = *lab.value();
  const MethodOptions asked[] = {HeavyBallOptions{}, TransposeOptions{}};
  for (int p = 0; p < 2; ++p)
    if (const std::string fault = panels.setPanel(p, asked[p]); !fault.empty()) return fail(fault);
  if (const std::string fault = panels.restart(2); !fault.empty()) return fail(fault);
  while (!panels.advance(100)) continue;
  for (int p = 0; p < 2; ++p)
    std::printf("lab: %s: %s after %d updates\n", asked[p].entry().name,
                word(panels.runner(p).stop()), panels.runner(p).updates());

  BatchRow settings = {};
  settings[kBatchSeed] = settings[kBatchNx] = settings[kBatchNy] = 1;
  const auto batch = Batch::open(arm, spec, settings);
  if (!batch) return fail(batch.reason());
  Batch& problems = *batch.value();
  if (const std::string fault = problems.setMethod(HeavyBallOptions{}); !fault.empty())
    return fail(fault);
  if (const std::string fault = problems.solve(0, 100); !fault.empty()) return fail(fault);
  int solved = 0;
  for (int i = 0; i < 100; ++i)
    solved += problems.rows()[static_cast<size_t>(i * kBatchStride + kBatchSolved)] != 0;
  std::printf("batch: %d of 100 solved\n", solved);
  return found.value().reached() && panels.runner(0).stop() == Stop::reached && solved > 50 ? 0 : 1;
}
