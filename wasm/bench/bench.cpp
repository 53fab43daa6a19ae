// Measures the time of one update, or of a batch of problems. The native build reads requests from
// standard input, one JSON object per line; the WebAssembly build receives them in `answer`:
//   {"tree": ..., "targets": ..., "start": [...], "timeStep": s, "row": [...]}
// where row has the numbers of a panel.
// The answer has the processor time of an update in µs (the least of 16 bursts of about 1.5 ms) and
// the sum of the joint angles after 20 updates, which is used to compare builds before they are
// timed.
// With "plain", the request times the plain step of plain.hpp instead; with "alone", the solver
// without a lab. "rows": number of random reachable poses to solve, from the start or, with
// "seeded", without one, with the rules of `Solver::solve` except for
//   "run": {"tolerance", "orientationTolerance"}
// "by": the way of problems.hpp. The answer has solved problems per second of processor time, the
// share that independent forward kinematics confirms, and updates per problem; or "absent". With
// "draw" it has the goals instead, with "ends" the confirmed share of these poses.
#include <iostream>

#include "bench/clock.hpp"
#include "bench/plain.hpp"
#include "bench/problems.hpp"
#include "tests/scenes.hpp"

namespace iklab {
namespace {

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

std::vector<double> rowOf(const Json& request, const MethodRegistry& methods) {
  std::vector<double> row(panelStride(methods));
  for (size_t i = 0; i < request["row"].size(); ++i)
    row[i] = request["row"][i].is_null() ? kInfinity : request["row"][i].get<double>();
  return row;
}

Result<std::unique_ptr<Lab>> labOf(const Json& request) {
  Tree tree = test::treeFrom(request["tree"]);
  const LabSpec spec = specOf(request, tree);
  auto opened = Lab::open(std::move(tree), spec);
  if (!opened) return opened;
  auto lab = opened.take();
  const std::vector<double> row = rowOf(request, lab->methods());
  std::copy(row.begin(), row.end(), lab->params().begin());
  if (std::string fault = lab->restart(1); !fault.empty()) return Fault{std::move(fault)};
  return lab;
}

template <class Update>
double microseconds(Update update) {
  const auto burst = [&](int count) {
    const double start = processorTime();
    for (int i = 0; i < count; ++i) update();
    return processorTime() - start;
  };
  int count = 1;
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

std::vector<Vector> endsOf(const Json& numbers, Eigen::Index columns) {
  const auto all = numbers.get<std::vector<double>>();
  std::vector<Vector> ends;
  for (size_t at = 0; at < all.size(); at += static_cast<size_t>(columns))
    ends.push_back(Eigen::Map<const Vector>(&all[at], columns));
  return ends;
}

Json problemsAnswer(const Json& request) {
  LabSpec spec = specOf(request, test::treeFrom(request["tree"]));
  auto made = modelOf(test::treeFrom(request["tree"]), spec);
  if (!made) return {{"fault", made.reason()}};
  const Model::Pointer model = made.take();
  const auto solver =
      solverOf(model, LimitPolicy::clamp, *spec.methods, rowOf(request, *spec.methods));
  if (!solver) return {{"fault", solver.reason()}};
  const Json run = request.value("run", Json::object());
  StopRules rules;
  rules.tolerance = run.value("tolerance", rules.tolerance);
  rules.orientationTolerance = run.value("orientationTolerance", rules.orientationTolerance);
  const Problems problems(model, spec, request["rows"]);
  if (request.contains("ends"))
    return {{"solved", problems.share(endsOf(request["ends"], spec.start.size()), rules)}};
  if (request.value("draw", false)) {
    Json goals = Json::array();
    for (const Goal& goal : problems.goals()) {
      for (const double x : goal.position) goals.push_back(x);
      for (const double x : goal.orientation.coeffs()) goals.push_back(x);
    }
    return {{"goals", goals}};
  }
  const Problems::Result result =
      problems.solve(solver.value(), rules, kSolveRestarts, request.value("by", "one"),
                     request.value("seeded", false));
  if (result.absent) return {{"absent", true}};
  return {{"rate", result.rate}, {"solved", result.solved}, {"updates", result.updates}};
}

Json answer(const Json& request) {
  if (request.contains("rows")) return problemsAnswer(request);
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
