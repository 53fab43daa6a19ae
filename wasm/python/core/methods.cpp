// The table of methods, and a method with its parameters.
#include <iklab/formula.hpp>
#include <iklab/method.hpp>

#include "core.hpp"

namespace iklab::python {
namespace {

py::dict rowOf(const Param& param) {
  py::dict row;
  row["key"] = param.key, row["unit"] = param.unit;
  row["min"] = param.min, row["max"] = param.max, row["initial"] = param.initial;
  row["scale"] = kScales[static_cast<size_t>(param.scale)];
  row["options"] = param.options, row["when"] = param.when, row["stage"] = param.stage;
  row["fits"] = param.fit != Fit::none;
  return row;
}

py::dict rowOf(const MethodEntry& entry) {
  py::dict row;
  row["id"] = entry.id, row["name"] = entry.name;
  row["group"] = kGroups[static_cast<size_t>(entry.group)];
  row["card"] = std::string(cardOf(entry));
  row["stage"] = (entry.traits & kStage) != 0;
  row["spectral"] = (entry.traits & kSpectral) != 0;
  row["unclamped"] = (entry.traits & kUnclamped) != 0;
  py::list params;
  for (const Param& each : entry.params) params.append(rowOf(each));
  row["params"] = params;
  return row;
}

py::list table() {
  py::list rows;
  for (const MethodEntry::Pointer& each : MethodRegistry::builtIn()->entries())
    rows.append(rowOf(*each));
  return rows;
}

MethodOptions sound(MethodOptions method) {
  if (const std::string fault = method.fault(); !fault.empty()) refuse(fault);
  return method;
}

using Given = std::vector<std::pair<std::string, double>>;

MethodOptions with(MethodOptions method, const Given& numbers) {
  for (const auto& [key, value] : numbers)
    if (const std::string fault = method.set(key, value); !fault.empty()) refuse(fault);
  return sound(std::move(method));
}

MethodOptions byId(const std::string& id, const Given& numbers) {
  return with(MethodOptions(id), numbers);
}

// Two stages is the only method with stages.
MethodOptions staged(const std::vector<MethodOptions>& stages, const Given& numbers) {
  return with(TwoStageOptions{.first = stages.at(0), .second = stages.at(1)}, numbers);
}

MethodOptions formula(const std::string& text, const Given& numbers) {
  return sound(FormulaOptions{.text = text, .params = numbers});
}

}  // namespace

void bindMethods(py::module_& module) {
  py::class_<MethodOptions>(module, "Method")
      .def(py::init(&byId), py::arg("id"), py::arg("numbers"))
      .def_property_readonly("id", [](const MethodOptions& m) { return m.entry().id; });
  module.def("staged", staged, py::arg("stages"), py::arg("numbers"));
  module.def("formula", formula, py::arg("text"), py::arg("numbers"));
  module.def("table", table);
}

}  // namespace iklab::python
