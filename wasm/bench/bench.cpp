// Measures the time of one update, or of a batch of problems. The native build reads requests from
// standard input, one JSON object per line; the WebAssembly build receives them in `answer`:
//   {"tree": ..., "targets": ..., "start": [...], "timeStep": s, "row": [...]}
// where row has the numbers of a panel.
// The answer has the time of an update in µs (the least of 16 bursts of about 1.5 ms) and the sum
// of the joint angles after 20 updates. The sum is used to compare builds before they are timed.
// With "plain", the request times the plain step of plain.hpp instead; with "alone", the solver
// without a lab. "rows": number of random reachable poses to solve, from random starts within the
// limits, with
//   "run": {"tolerance", "orientationTolerance", "maxUpdates", "restarts": {"most", "every"}}
// The answer has solves per second, the share that independent forward kinematics confirms, and
// updates per problem. With "kdl", KDL solves them instead of the library ("fault" if it is not
// installed).
#include <chrono>
#include <iostream>

#include "bench/kdl.hpp"
#include "bench/plain.hpp"
#include "iklab/lab/batch.hpp"
#include "tests/scenes.hpp"

namespace iklab {
namespace {

using Clock = std::chrono::steady_clock;
using test::Json;

constexpr int kChecked = 20, kBursts = 16;
constexpr double kBurst = 1.5e-3;

LabSpec specOf(const Json& request, const Tree& tree) {
  LabSpec spec;
  spec.targets = test::targetsFrom(request, tree);
  spec.run.timeStep = request["timeStep"];
  for (const LimitPolicy policy : {LimitPolicy::clamp, LimitPolicy::lock})
    if (request.value("limitPolicy", "") ==
        std::string(kLimitPolicies[static_cast<size_t>(policy)]))
      spec.run.limitPolicy = policy;
  const auto start = request["start"].get<std::vector<double>>();
  spec.start = Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
  return spec;
}

Result<std::unique_ptr<Lab>> labOf(const Json& request) {
  Tree tree = test::treeFrom(request["tree"]);
  const LabSpec spec = specOf(request, tree);
  auto opened = Lab::open(std::move(tree), spec);
  if (!opened) return opened;
  auto lab = opened.take();
  for (size_t i = 0; i < request["row"].size(); ++i)
    lab->params()[i] = request["row"][i].is_null() ? kInfinity : request["row"][i].get<double>();
  if (std::string fault = lab->restart(1); !fault.empty()) return Fault{std::move(fault)};
  return lab;
}

template <class Update>
double microseconds(Update update) {
  const auto burst = [&](int count) {
    const auto start = Clock::now();
    for (int i = 0; i < count; ++i) update();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  int count = 8;
  while (burst(count) < kBurst) count *= 2;
  double least = kInfinity;
  for (int i = 0; i < kBursts; ++i) least = std::min(least, burst(count) / count);
  return 1e6 * least;
}

// Times update() in bursts. theta() returns the joint values, whose sum is compared.
template <class Update, class Theta>
Json timed(Update update, Theta theta) {
  for (int i = 0; i < kChecked; ++i) update();
  const double sum = theta().sum();
  return {{"us", microseconds(update)}, {"sum", sum}};
}

// The solver without a lab, with targets moved by the same motions.
class Alone {
 public:
  Alone(Lab& lab, LabSpec spec)
      : spec_(std::move(spec)),
        model_(modelOf(lab.tree(), spec_).take()),
        workspace_(solverOf(model_, spec_.run.limitPolicy, *spec_.methods,
                            lab.params().first(panelStride(*spec_.methods)))
                       .value()),
        memory_{spec_.start},
        goals_(spec_.targets.size()) {}

  void update() {
    const double time = ++frame_ * spec_.run.timeStep;
    for (size_t i = 0; i < goals_.size(); ++i) {
      goals_[i] = spec_.targets[i].base;
      goals_[i].position += spec_.targets[i].motion.at(time);
    }
    workspace_.begin(memory_, goals_);
    workspace_.moved(memory_, frame_ == 1);
    workspace_.update(memory_);
  }
  const Vector& theta() const { return memory_.theta; }

 private:
  LabSpec spec_;
  const Model::Pointer model_;
  Workspace workspace_;
  Memory memory_;
  std::vector<Goal> goals_;
  int frame_ = 0;
};

// Solves the same problems with KDL.
Json kdlAnswer(Batch& batch, const Json& tree, LabSpec spec, int count) {
  if (!KdlSolver::present()) return {{"fault", "built without KDL"}};
  KdlSolver solver(modelOf(test::treeFrom(tree), spec).take(), spec.run.rules, spec.run.restarts);
  double seconds = 0, solved = 0;
  for (int i = 0; i < count; ++i) {
    const double seed = batch.draw(i);
    const double* g = batch.goals().data();
    const Goal goal{{g[0], g[1], g[2]}, {g[6], g[3], g[4], g[5]}};
    const std::span<const double> from = batch.start();
    const Vector start = Eigen::Map<const Vector>(from.data(), static_cast<int>(from.size()));
    const auto begin = Clock::now();
    solved += solver.solve(start, goal, static_cast<std::uint64_t>(seed));
    seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return {{"rate", count / seconds}, {"solved", solved / count}};
}

Json rowsAnswer(const Json& request) {
  const Json& run = request["run"];
  Tree tree = test::treeFrom(request["tree"]);
  LabSpec spec = specOf(request, tree);
  spec.run.mode = RunMode::converge;
  spec.run.limitPolicy = LimitPolicy::clamp;
  spec.run.rules = {.tolerance = run["tolerance"],
                    .orientationTolerance = run["orientationTolerance"],
                    .minImprovement = 0,
                    .maxRises = 1000,
                    .maxUpdates = run["maxUpdates"]};
  spec.run.restarts = {.most = run["restarts"]["most"], .every = run["restarts"]["every"]};
  BatchRow settings = {};
  settings[kBatchSampling] = static_cast<double>(Sampling::reachable);
  settings[kBatchStart] = static_cast<double>(StartKind::random);
  settings[kBatchSeed] = 3;
  settings[kBatchNx] = settings[kBatchNy] = 1;
  auto opened = Batch::open(std::move(tree), spec, settings);
  if (!opened) return {{"fault", opened.reason()}};
  const auto batch = opened.take();
  for (size_t i = 0; i < request["row"].size(); ++i)
    batch->params()[i] = request["row"][i].is_null() ? kInfinity : request["row"][i].get<double>();
  const int count = request["rows"];
  if (request.value("kdl", false)) return kdlAnswer(*batch, request["tree"], spec, count);
  double solved = 0, updates = 0;
  const auto start = Clock::now();
  for (int first = 0; first < count; first += kBatchCapacity) {
    const int some = std::min(kBatchCapacity, count - first);
    if (std::string fault = batch->solve(first, some); !fault.empty()) return {{"fault", fault}};
    for (int i = 0; i < some; ++i) {
      solved += batch->rows()[static_cast<size_t>(i * kBatchStride + kBatchSolved)];
      updates += batch->rows()[static_cast<size_t>(i * kBatchStride + kBatchUpdates)];
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return {{"rate", count / seconds}, {"solved", solved / count}, {"updates", updates / count}};
}

Json answer(const Json& request) {
  if (request.contains("rows")) return rowsAnswer(request);
  auto opened = labOf(request);
  if (!opened) return {{"fault", opened.reason()}};
  const auto lab = opened.take();
  if (request.value("alone", false)) {
    Alone alone(*lab, specOf(request, lab->tree()));
    return timed([&] { alone.update(); }, [&] { return alone.theta(); });
  }
  if (!request.contains("plain"))
    return timed([&] { lab->advance(1); }, [&] { return lab->runner(0).theta(); });
  const LabSpec spec = specOf(request, lab->tree());
  const std::span<double> row = lab->params();
  PlainStepper plain(lab->tree(), spec.targets, spec.start,
                     {request["plain"], row[kNumbersAt], row[kMaxStep], spec.run.timeStep});
  return timed([&] { plain.update(); }, [&] { return plain.theta(); });
}

}  // namespace
}  // namespace iklab

#ifdef __EMSCRIPTEN__
// The same for JavaScript.
extern "C" const char* answer(const char* request) {
  static std::string said;
  said = iklab::answer(iklab::test::Json::parse(request)).dump();
  return said.c_str();
}
#else
int main() {
  for (std::string line; std::getline(std::cin, line);)
    std::cout << iklab::answer(iklab::test::Json::parse(line)).dump() << std::endl;
}
#endif
