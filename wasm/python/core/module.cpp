#include "core.hpp"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The library behind the package iklab: see there.";
  module.attr("VERSION") = IKLAB_VERSION;
  iklab::python::bindMechanism(module);
  iklab::python::bindKinematics(module);
  iklab::python::bindMethods(module);
  iklab::python::bindSolving(module);
  iklab::python::bindSolutions(module);
  iklab::python::bindStudies(module);
}
