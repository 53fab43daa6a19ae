#include <algorithm>
#include <array>

#include "ik/method.hpp"

namespace iklab {

#define METHOD(name) extern const MethodRow name##Row;
#include "ik/methods/methods.def"
#undef METHOD

std::span<const MethodRow* const> methodTable() {
  static const std::array table = {
#define METHOD(name) &name##Row,
#include "ik/methods/methods.def"
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

}  // namespace iklab
