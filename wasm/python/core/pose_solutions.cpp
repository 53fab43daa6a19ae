// All poses that reach goals, and proofs that such a pose exists.
#include <iklab/solutions.hpp>
#include <mutex>

#include "lab_targets.hpp"

namespace iklab::python {
namespace {

constexpr int kPiece = 8;  // Searches between two checks for an interrupt.

struct Finder {
  std::unique_ptr<SolutionFinder> finder;
  std::mutex calls;  // A call writes to the finder without the interpreter's lock.

  void write(const Numbers& start, const Numbers& goals) {
    std::copy_n(start.data(), finder->start().size(), finder->start().data());
    std::copy_n(goals.data(), finder->goals().size(), finder->goals().data());
  }
};

// goals: kGoalStride per target.
std::shared_ptr<Finder> finderOf(const Tree& tree, const std::vector<Asked>& asked,
                                 const Numbers& goals) {
  LabSpec spec;
  spec.targets = labTargetsFrom(tree, asked, goals.data());
  auto made = std::make_shared<Finder>();
  made->finder = valueOf(SolutionFinder::open(tree, std::move(spec)));
  return made;
}

// SOLUTION_FIELDS, then n joint values.
Numbers rowsOf(const SolutionFinder& finder, const std::vector<double>& rows) {
  const py::ssize_t stride = finder.stride();
  return Numbers({static_cast<py::ssize_t>(rows.size()) / stride, stride}, rows.data());
}

// Returns a row per solution.
Numbers find(Finder& own, const Numbers& start, const Numbers& goals, int starts, double seed) {
  SolutionFinder& finder = *own.finder;
  int count = 0;
  std::string fault;
  std::vector<double> rows;
  Interruption interruption;
  {
    py::gil_scoped_release free;
    const std::scoped_lock lock(own.calls);
    own.write(start, goals);
    const auto interrupted = interruption.here();
    count = finder.find(std::min(starts, kPiece), seed);
    fault = finder.fault();
    if (finder.kind() != SolutionKind::found) starts = 0;
    for (int left = starts - kPiece; fault.empty() && left > 0 && !interrupted(); left -= kPiece)
      count = finder.search(std::min(left, kPiece));
    if (fault.empty())
      rows.assign(finder.solutions().begin(), finder.solutions().begin() + count * finder.stride());
  }
  interruption.raise();
  if (!fault.empty()) refuse(fault);
  return rowsOf(finder, rows);
}

// Returns the parameter, which by default is that of the start, and a row per solution.
std::pair<double, Numbers> findAt(Finder& own, const Numbers& start, const Numbers& goals,
                                  std::optional<double> parameter) {
  SolutionFinder& finder = *own.finder;
  double value;
  std::string fault;
  std::vector<double> rows;
  {
    py::gil_scoped_release free;
    const std::scoped_lock lock(own.calls);
    own.write(start, goals);
    value = parameter ? *parameter : finder.startParameter();
    const int count = finder.findAt(value);
    fault = finder.fault();
    if (fault.empty())
      rows.assign(finder.solutions().begin(), finder.solutions().begin() + count * finder.stride());
  }
  if (!fault.empty()) refuse(fault);
  return {value, rowsOf(finder, rows)};
}

// Returns the radius, and whether all joints are within their limits; or nothing.
std::optional<std::pair<double, bool>> certify(Finder& own, const Numbers& q,
                                               const Numbers& goals) {
  SolutionFinder& finder = *own.finder;
  double radius;
  bool within;
  std::string fault;
  {
    py::gil_scoped_release free;
    const std::scoped_lock lock(own.calls);
    own.write(q, goals);
    radius = finder.certify();
    within = finder.certifiedWithin();
    fault = finder.fault();
  }
  if (!fault.empty()) refuse(fault);
  if (std::isnan(radius)) return std::nullopt;
  return std::pair{radius, within};
}

}  // namespace

void bindSolutions(py::module_& module) {
  py::class_<Finder, std::shared_ptr<Finder>>(module, "SolutionFinder")
      .def(py::init(&finderOf), py::arg("tree"), py::arg("targets"), py::arg("goals"))
      .def_property_readonly(
          "kind",
          [](const Finder& own) {
            return std::string(kSolutionKinds[static_cast<size_t>(own.finder->kind())]);
          })
      .def_property_readonly("reason", [](const Finder& own) { return own.finder->reason(); })
      .def_property_readonly("idealised", [](const Finder& own) { return own.finder->idealised(); })
      .def("find", find, py::arg("start"), py::arg("goals"), py::arg("starts"), py::arg("seed"))
      .def_property_readonly("parameter_column",
                             [](const Finder& own) { return own.finder->parameterColumn(); })
      .def("find_at", findAt, py::arg("start"), py::arg("goals"), py::arg("parameter"))
      .def("certify", certify, py::arg("q"), py::arg("goals"));
  module.attr("SOLUTION_FIELDS") = py::cast(kSolutionFields);
}

}  // namespace iklab::python
