// Shared by the files of the module `iklab._core`. The Python package checks shapes; error messages
// about values are those of the library.
#pragma once

#include <iklab/solver.hpp>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "interruption.hpp"

namespace iklab::python {

namespace py = pybind11;

// Contiguous doubles, converted if necessary. Computations without the interpreter's lock read them
// in place, so no other code may have a reference to the array.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Raises ValueError in Python.
[[noreturn]] inline void refuse(const std::string& reason) { throw py::value_error(reason); }

template <class T>
T valueOf(Result<T> result) {
  if (!result) refuse(result.reason());
  return result.take();
}

inline Vector vectorOf(const Numbers& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), numbers.size());
}

inline Numbers arrayOf(const Vector& vector) { return Numbers(vector.size(), vector.data()); }

// x y z, then a quaternion x y z w.
inline constexpr int kGoalStride = 7;

inline Goal goalFrom(const double* at) {
  return {{at[0], at[1], at[2]}, Eigen::Quaterniond(at[6], at[3], at[4], at[5])};
}

using Three = std::array<double, 3>;

inline Eigen::Vector3d vectorOf(const Three& t) { return {t[0], t[1], t[2]}; }

// The free components of a target: frame, position, turns, axis and cone of a Freedom.
using Free = std::tuple<int, std::array<bool, 3>, std::array<bool, 3>, Three, double>;

// A target: its effector, whether its orientation is constrained, the orientation weight (none:
// scaled to the mechanism), its own position and rotation tolerance, and its free components.
using Asked = std::tuple<std::string, bool, std::optional<double>,
                         std::optional<std::pair<double, double>>, Free>;

inline std::vector<TargetSpec> specsFrom(const std::vector<Asked>& asked) {
  std::vector<TargetSpec> specs;
  for (const auto& [effector, oriented, weight, tolerance, free] : asked) {
    const auto& [frame, position, turns, axis, cone] = free;
    specs.push_back(
        {.effector = effector,
         .oriented = oriented,
         .freedom = {static_cast<AxisFrame>(frame), position, turns, vectorOf(axis), cone}});
    if (weight) specs.back().orientationWeight = Length(*weight);
    if (tolerance) specs.back().tolerance = {tolerance->first, tolerance->second};
  }
  return specs;
}

inline Settings settingsOf(double gain, std::optional<double> maxStep, double maxSlide,
                           const TargetClamp& clamp, const SecondaryGoal& secondary) {
  Settings settings;
  settings.gain = gain;
  settings.maxStep = maxStep;
  settings.maxSlide = maxSlide;
  settings.clamp = clamp;
  settings.secondary = secondary;
  return settings;
}

void bindMechanism(py::module_& module);
void bindKinematics(py::module_& module);
void bindMethods(py::module_& module);
void bindSolving(py::module_& module);
void bindSolutions(py::module_& module);
void bindStudies(py::module_& module);

}  // namespace iklab::python
