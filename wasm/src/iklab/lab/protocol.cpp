#include "iklab/lab/protocol.hpp"

#include "iklab/core/ready_pose.hpp"
#include "iklab/ik/diagnosis/diagnosis.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/crowd.hpp"
#include "iklab/lab/follower.hpp"
#include "iklab/lab/lab.hpp"
#include "iklab/lab/pose_solver.hpp"
#include "iklab/math/decimal.hpp"
#include "iklab/math/json.hpp"

namespace iklab {
namespace {

struct WordList {
  const char* name;
  Words words;
};

// Enum values by the name of their enum.
constexpr WordList kWords[] = {
    {"JointKind", kJointKinds},
    {"EffectorGoal", kEffectorGoals},
    {"RunMode", kRunModes},
    {"LimitPolicy", kLimitPolicies},
    {"ClampMode", kClampModes},
    {"ClampRule", kClampRules},
    {"SecondaryKind", kSecondaryKinds},
    {"Stop", kStops},
    {"Cause", kCauses},
    {"Scale", kScales},
    {"Group", kGroups},
    {"Trait", kTraits},
    {"Per", kPers},
    {"Sampling", kSamplings},
    {"StartKind", kStartKinds},
    {"AxisFrame", kAxisFrames},
    {"Outside", kOutsides},
};

// The fields of each kind of row, in order.
constexpr WordList kFields[] = {
    {"panel", kPanelFields},           {"status", kStatusFields},        {"trace", kTraceFields},
    {"finding", kFindingFields},       {"batchSetting", kBatchSettings}, {"batch", kBatchFields},
    {"batchCause", kBatchCauseFields}, {"follow", kFollowFields},        {"rule", kRuleFields},
    {"answer", kAnswerFields},
};

struct Number {
  const char* name;
  int value;
};

constexpr Number kNumbers[] = {
    {"maxPanels", kMaxPanels},
    {"targetStride", kTargetStride},
    {"numbersAt", kNumbersAt},
    {"byStage", static_cast<int>(kByStage)},
    {"noRank", Report::kNoRank},
    {"spectralRank", Report::kSpectralRank},
    {"batchCapacity", kBatchCapacity},
    {"matrixStride", kMatrixStride},
    {"mostInstances", kMostInstances},
    {"mostCrowdJoints", kMostCrowdJoints},
    {"mostShown", kMostShown},
    {"mostFollowPoints", kMostFollowPoints},
    {"mostFollowUpdates", kMostFollowUpdates},
    {"mostFollowRounds", kMostFollowRounds},
};

void write(JsonWriter& to, const MethodEntry::Pointer& entry);

void list(JsonWriter& to, Words words) {
  to.open('[');
  for (const char* word : words) to.word(word);
  to.close(']');
}

// words: option names, separated by spaces.
void options(JsonWriter& to, std::string_view words) {
  to.open('[');
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    to.word(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  to.close(']');
}

void lists(JsonWriter& to, const char* name, std::span<const WordList> all) {
  to.key(name);
  to.open('{');
  for (const WordList& each : all) {
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
  options(to, param.options);
  for (const auto& [name, text] : {std::pair("label", param.label), {"help", param.help}})
    if (*text) to.word(name, text);
  to.close('}');
}

void write(JsonWriter& to, const Observable& observable) {
  to.open('{');
  to.word("key", observable.key);
  to.word("per", kPers[static_cast<size_t>(observable.per)]);
  to.word("unit", observable.unit);
  if (*observable.label) to.word("label", observable.label);
  to.close('}');
}

template <class Rows>
void rows(JsonWriter& to, const char* name, const Rows& all) {
  to.key(name);
  to.open('[');
  for (const auto& each : all) write(to, each);
  to.close(']');
}

void write(JsonWriter& to, const MethodEntry::Pointer& entry) {
  to.open('{');
  to.word("id", entry->id);
  to.word("name", entry->name);
  to.word("group", kGroups[static_cast<size_t>(entry->group)]);
  to.number("traits", static_cast<int>(entry->traits));
  rows(to, "params", entry->params);
  rows(to, "observables", entry->observables);
  if (*entry->card) to.word("card", entry->card);
  to.close('}');
}

// Null if there is no such index.
MethodEntry::Pointer entryAt(const MethodRegistry& methods, int place) {
  const auto& all = methods.entries();
  return place < 0 || place >= static_cast<int>(all.size()) ? nullptr
                                                            : all[static_cast<size_t>(place)];
}

void addNumbers(const MethodRegistry& methods, const MethodEntry& entry, std::vector<double>& all) {
  all.push_back(entry.maxStep);
  for (const Param& param : entry.params) {
    const bool named = param.scale == Scale::method;
    all.insert(all.end(),
               {param.min, param.max, named ? methods.indexOf(param.stage) : param.initial});
  }
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
  to.key("solveDefaults");
  to.open('{');
  const std::vector<double> rules = defaultRules();
  for (size_t i = 0; i < rules.size(); ++i) to.word(kRuleFields[i], decimal(rules[i]));
  to.close('}');
  to.close('}');
  return to.text();
}

std::string catalogue(const MethodRegistry& methods) {
  JsonWriter to;
  to.open('{');
  to.number("panelStride", static_cast<int>(panelStride(methods)));
  rows(to, "methods", methods.entries());
  to.close('}');
  return to.text();
}

std::vector<double> catalogueNumbers(const MethodRegistry& methods) {
  std::vector<double> all;
  for (const auto& entry : methods.entries()) addNumbers(methods, *entry, all);
  return all;
}

std::string catalogueRow(const MethodRegistry& methods, int place) {
  JsonWriter to;
  if (const auto entry = entryAt(methods, place)) write(to, entry);
  return to.text();
}

std::vector<double> catalogueRowNumbers(const MethodRegistry& methods, int place) {
  std::vector<double> all;
  if (const auto entry = entryAt(methods, place)) addNumbers(methods, *entry, all);
  return all;
}

std::vector<double> fittedNumbers(const MethodRegistry& methods, int place, double stretch) {
  std::vector<double> numbers;
  const auto entry = entryAt(methods, place);
  if (!entry) return numbers;
  for (const Param& param : entry->params)
    numbers.push_back(param.fit == Fit::none ? kNotUsed : fittedNumber(*entry, param, stretch));
  return numbers;
}

}  // namespace iklab
