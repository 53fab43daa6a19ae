#include <algorithm>
#include <array>

#include "iklab/ik/method.hpp"

namespace iklab {

#define METHOD(name) extern const MethodRow name##Row;
#include "iklab/ik/methods/methods.def"
#undef METHOD

std::span<const MethodRow* const> methodTable() {
  static const std::array table = {
#define METHOD(name) &name##Row,
#include "iklab/ik/methods/methods.def"
#undef METHOD
  };
  return table;
}

int methodIndex(const std::string& id) {
  const auto table = methodTable();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const MethodRow* row) { return row->id == id; });
  return found == table.end() ? -1 : static_cast<int>(found - table.begin());
}

double initialOf(const Param& param) {
  return param.scale == Scale::method ? methodIndex(param.stage) : param.initial;
}

void defaultParams(const MethodRow& row, double* params) {
  int stage = 0;
  for (size_t i = 0; i < row.params.size(); ++i) {
    params[i] = initialOf(row.params[i]);
    if (row.params[i].scale != Scale::method) continue;
    defaultParams(*methodTable()[static_cast<size_t>(params[i])], params + kStageStride * ++stage);
  }
}

int observedSize(const MethodRow& row, const Model& model) {
  int size = 0;
  for (const Observable& each : row.observables) size += each.size(model);
  return size;
}

int mostObserved(const Model& model) {
  int most = 0;
  for (const MethodRow* row : methodTable()) most = std::max(most, observedSize(*row, model));
  return most;
}

void observe(const MethodRow& row, const Method& method, const Report& report, const Model& model,
             std::span<double> seen) {
  std::fill(seen.begin(), seen.end(), kNotUsed);
  method.observe(seen.first(static_cast<size_t>(observedSize(row, model))));
  size_t at = 0;
  for (const Observable& each : row.observables) {
    if (each.told) seen[at] = report.*each.told;
    at += static_cast<size_t>(each.size(model));
  }
}

}  // namespace iklab
