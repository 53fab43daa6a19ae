#include "iklab/lab/protocol.hpp"

#include "iklab/core/words.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/json.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {
namespace {

struct List {
  const char* name;
  Words words;
};

// by the name of the enum
constexpr List kWords[] = {
    {"JointKind", kJointKinds},
    {"RunMode", kRunModes},
    {"LimitPolicy", kLimitPolicies},
    {"ClampMode", kClampModes},
    {"ClampRule", kClampRules},
    {"SecondaryKind", kSecondaryKinds},
    {"Stop", kStops},
    {"Scale", kScales},
    {"Group", kGroups},
    {"Trait", kTraits},
    {"Per", kPers},
    {"Sampling", kSamplings},
    {"StartKind", kStartKinds},
    {"AxisFrame", kAxisFrames},
};

// what stands in a row, in order
constexpr List kFields[] = {
    {"panel", kPanelFields},     {"status", kStatusFields},        {"trace", kTraceFields},
    {"finding", kFindingFields}, {"batchSetting", kBatchSettings}, {"batch", kBatchFields},
};

struct Number {
  const char* name;
  int value;
};

constexpr Number kNumbers[] = {
    {"maxPanels", kMaxPanels},         {"targetStride", kTargetStride},
    {"stageStride", kStageStride},     {"panelFieldsAt", kMethod},
    {"panelStride", kPanelStride},     {"byStage", static_cast<int>(kByStage)},
    {"noRank", Report::kNoRank},       {"spectralRank", Report::kSpectralRank},
    {"batchCapacity", kBatchCapacity},
};

void write(JsonWriter& to, const MethodRow* row);

void list(JsonWriter& to, Words words) {
  to.open('[');
  for (const char* word : words) to.word(word);
  to.close(']');
}

void lists(JsonWriter& to, const char* name, std::span<const List> all) {
  to.key(name);
  to.open('{');
  for (const List& each : all) {
    to.key(each.name);
    list(to, each.words);
  }
  to.close('}');
}

void write(JsonWriter& to, const Param& param) {
  to.open('{');
  to.word("key", param.key);
  to.word("unit", param.unit);
  to.word("scale", kScales[static_cast<size_t>(param.scale)]);
  to.word("when", param.when);
  to.key("options");
  list(to, param.options);
  to.close('}');
}

void write(JsonWriter& to, const Observable& observable) {
  to.open('{');
  to.word("key", observable.key);
  to.word("per", kPers[static_cast<size_t>(observable.per)]);
  to.word("unit", observable.unit);
  to.close('}');
}

template <class Rows>
void rows(JsonWriter& to, const char* name, const Rows& all) {
  to.key(name);
  to.open('[');
  for (const auto& each : all) write(to, each);
  to.close(']');
}

void write(JsonWriter& to, const MethodRow* row) {
  to.open('{');
  to.word("id", row->id);
  to.word("name", row->name);
  to.word("group", kGroups[static_cast<size_t>(row->group)]);
  to.number("traits", static_cast<int>(row->traits));
  rows(to, "params", row->params);
  rows(to, "observables", row->observables);
  to.close('}');
}

}  // namespace

std::string protocol() {
  JsonWriter to;
  to.open('{');
  lists(to, "words", kWords);
  lists(to, "fields", kFields);
  to.key("numbers");
  to.open('{');
  for (const Number& each : kNumbers) to.number(each.name, each.value);
  to.close('}');
  to.close('}');
  return to.text();
}

std::string methods() {
  JsonWriter to;
  to.open('{');
  rows(to, "methods", methodTable());
  to.close('}');
  return to.text();
}

const std::vector<double>& fittedNumbers(int method, double stretch) {
  static std::vector<double> numbers;
  const MethodRow& row = *methodTable()[static_cast<size_t>(method)];
  numbers.clear();
  for (const Param& param : row.params)
    numbers.push_back(param.fit == Fit::none ? kNotUsed : fittedNumber(row, param, stretch));
  return numbers;
}

const std::vector<double>& methodNumbers() {
  static const std::vector<double> numbers = [] {
    std::vector<double> all;
    for (const MethodRow* row : methodTable()) {
      all.push_back(row->maxStep);
      for (const Param& param : row->params)
        all.insert(all.end(), {param.min, param.max, initialOf(param)});
    }
    return all;
  }();
  return numbers;
}

}  // namespace iklab
