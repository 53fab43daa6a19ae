// Times one update, natively. Reads requests from standard input, one JSON object a line:
//   {"tree": …, "targets": …, "start": […], "timeStep": s, "row": […]}   (row: a panel's numbers)
// and answers each with the time of an update in µs (least of 16 bursts of about 1.5 ms) and the
// sum of the joint angles after 20 updates, by which the builds are compared before they are timed.
// "plain" in a request times the plain step of plain.hpp instead, "alone" the solver without a lab.
#include <chrono>
#include <iostream>

#include "bench/plain.hpp"
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
  const auto start = request["start"].get<std::vector<double>>();
  spec.start = Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
  return spec;
}

std::unique_ptr<Lab> labOf(const Json& request) {
  Tree tree = test::treeFrom(request["tree"]);
  const LabSpec spec = specOf(request, tree);
  auto lab = Lab::open(std::move(tree), spec).take();
  for (size_t i = 0; i < request["row"].size(); ++i)
    lab->params()[i] = request["row"][i].is_null() ? kInfinity : request["row"][i].get<double>();
  lab->restart(1);
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

// update() once per call, theta() after it
template <class Update, class Theta>
Json timed(Update update, Theta theta) {
  for (int i = 0; i < kChecked; ++i) update();
  const double sum = theta().sum();
  return {{"us", microseconds(update)}, {"sum", sum}};
}

// The solver by itself, no lab around it, its targets moved by the same motions.
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

Json answer(const Json& request) {
  const auto lab = labOf(request);
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
// the same, called by JavaScript
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
