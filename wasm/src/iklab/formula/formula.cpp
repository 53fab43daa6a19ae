#include "iklab/formula/formula.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "iklab/formula/machine.hpp"
#include "iklab/ik/method_options.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

using namespace detail;

namespace formula {
namespace {

constexpr double kPiece = 1e6;  // Operations, counted by costOfOperation: about a millisecond.
constexpr double kWhole = 1e300;

// An entry that owns everything it points to.
struct FormulaEntry : MethodEntry {
  Checked text;
  std::deque<std::string> texts = {};
  std::vector<Param> ownParams = {};
  std::vector<Observable> ownObservables = {};

  const char* keep(std::string one) { return texts.emplace_back(std::move(one)).c_str(); }
};

const Checked& textOf(const MethodEntry& entry) {
  return static_cast<const FormulaEntry&>(entry).text;
}

class Formula : public Method {
 public:
  Formula(const Model& model, const MethodOptions& given)
      : text_(textOf(given.entry())),
        entry_(given.shared()),
        program_(compile(text_, model).take()),
        machine_(program_, model) {
    Formula::tune(given);
  }

  void tune(const MethodOptions& given) override {
    for (size_t i = 0; i < given.numbers().size(); ++i) machine_.setParam(i, given.numbers()[i]);
  }

  void update(const Problem& problem, Report& report) override {
    const bool knows = !problem.learnt.empty() && problem.learnt[0] > 0;
    machine_.begin(problem, knows ? problem.learnt[0] + 1 : 1);
    broken_ = false;
    if (knows) {
      const double* from = problem.learnt.data() + 1;
      for (const int slot : program_.kept) {
        const auto to = machine_.numbers(slot);
        std::copy_n(from, to.size(), to.begin());
        from += to.size();
      }
    } else if (!program_.kept.empty()) {
      machine_.start(0);
      if (machine_.run(kWhole) == RunState::failed) return breakDown(report, machine_.line());
    }
    machine_.start(program_.update);
    resume(problem, report);
  }

  void resume(const Problem&, Report& report) override {
    const RunState went = machine_.run(report.mayPause ? kPiece : kWhole);
    report.unfinished = went == RunState::more;
    if (report.unfinished) return;
    if (went == RunState::failed) return breakDown(report, machine_.line());
    const auto answer = machine_.answer();
    bool finite = true;
    for (const double each : answer) finite &= std::isfinite(each);
    if (!finite) return breakDown(report, program_.answerLine);
    for (size_t i = 0; i < answer.size(); ++i)
      report.step[static_cast<Eigen::Index>(i)] = answer[i] + 0.0;  // Turns -0 into 0.
  }

  int memorySize() const override {
    return program_.kept.empty() && !counts() ? 0 : program_.memory;
  }
  void forget(std::span<double> learnt) const override {
    std::fill(learnt.begin(), learnt.end(), 0.0);
  }

  void learn(const Problem& problem, const Vector& step, std::span<double> learnt) override {
    if (broken_ || learnt.empty()) return;
    const bool taught = program_.learn >= 0;
    if (taught) {
      machine_.beginLearning(problem, step.data());
      machine_.start(program_.learn);
      if (machine_.run(kWhole) == RunState::failed) return;
    }
    double* to = learnt.data();
    *to++ += 1;
    for (const int slot : taught ? program_.learned : program_.kept)
      for (const double each : machine_.numbers(slot)) *to++ = each;
  }

  double filter(double sigma) const override {
    if (program_.curve < 0 || broken_) return kNotUsed;
    machine_.number(program_.curveVariable) = sigma;
    machine_.start(program_.curve);
    return machine_.run(kWhole) == RunState::done ? machine_.number(program_.curveValue) : kNotUsed;
  }

  void observe(std::span<double> seen) const override {
    if (broken_) return;
    size_t at = 0;
    for (const int slot : program_.shown)
      for (const double each : machine_.numbers(slot))
        if (at < seen.size()) seen[at++] = each;
  }

 private:
  bool counts() const { return program_.given[static_cast<size_t>(Given::k)] >= 0; }
  void breakDown(Report& report, int line) {
    broken_ = true;
    report.breakdown = true;
    report.line = line;
    report.step.setZero();
  }

  const Checked& text_;
  const MethodEntry::Pointer entry_;  // Keeps the formula alive.
  const Program program_;
  mutable Machine machine_;
  bool broken_ = false;
};

std::string formatFault(const Place& place, std::string_view sentence) {
  std::string plain;  // Removes bold marks, which are for the page.
  for (size_t i = 0; i < sentence.size(); ++i)
    if (sentence.substr(i).starts_with("**"))
      ++i;
    else
      plain += sentence[i];
  return concatenate({"line ", std::to_string(place.line), ", column ",
                      std::to_string(place.column), ": ", plain});
}

Per perOf(const Type& type) {
  if (!type.is(Form::vector)) return Per::instance;
  if (type.rows == kJoints) return Per::joint;
  return type.rows == kDirections ? Per::direction : Per::target;
}

}  // namespace
}  // namespace formula

MethodEntry::Pointer formulaEntry(std::string text, std::string id, std::string name) {
  auto made = std::make_shared<formula::FormulaEntry>();
  made->text = formula::check(std::move(text));
  made->id = made->keep(std::move(id));
  made->name = made->keep(std::move(name));
  made->group = Group::written;
  made->maxStep = EIGEN_PI / 4;
  if (!made->text.isValid()) {
    const formula::TextFault& first = made->text.faults[0];
    made->fault = made->keep(formula::formatFault(first.place, first.sentence));
    return made;
  }
  for (const formula::ParamText& each : made->text.params)
    made->ownParams.push_back({.key = made->keep(each.key),
                               .unit = made->keep(each.unit),
                               .min = each.least,
                               .max = each.most,
                               .scale = each.scale,
                               .initial = each.initial,
                               .options = made->keep(each.options),
                               .label = made->keep(each.label.empty() ? each.key : each.label)});
  unsigned traits = made->text.evaluatesPoses ? static_cast<unsigned>(kUnclamped) : 0u;
  for (const formula::ShownValue& each : made->text.shown) {
    if (each.curve) {
      traits |= kSpectral;
      continue;
    }
    made->ownObservables.push_back({.key = made->keep(each.key),
                                    .per = formula::perOf(each.type),
                                    .unit = made->keep(each.unit),
                                    .label = made->keep(each.label)});
  }
  made->traits = traits;
  made->params = made->ownParams;
  made->observables = made->ownObservables;
  made->make = makeMethod<formula::Formula>;
  made->refuses = [](const Model& model, const MethodOptions& given) {
    const Result<formula::Program> program =
        formula::compile(formula::textOf(given.entry()), model);
    return program ? std::string() : program.reason();
  };
  return made;
}

MethodOptions FormulaOptions::methodOptions() const {
  const MethodEntry::Pointer entry = formulaEntry(text);
  std::vector<double> numbers;
  for (const Param& each : entry->params) numbers.push_back(each.initial);
  MethodOptions made(entry, std::move(numbers));
  for (const auto& [key, value] : params)
    if (std::string fault = made.set(key, value); !fault.empty() && !*entry->fault) {
      auto none = std::make_shared<formula::FormulaEntry>();
      none->id = "formula";
      none->fault = none->keep(std::move(fault));
      return MethodOptions(std::move(none), {});
    }
  return made;
}

}  // namespace iklab
