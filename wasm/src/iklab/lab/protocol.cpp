#include "iklab/lab/protocol.hpp"

#include "iklab/core/ready_pose.hpp"
#include "iklab/ik/diagnosis/diagnosis.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/crowd.hpp"
#include "iklab/lab/follower.hpp"
#include "iklab/lab/lab.hpp"
#include "iklab/lab/pose_solver.hpp"
#include "iklab/lab/solution_finder.hpp"
#include "iklab/math/decimal.hpp"
#include "iklab/math/json.hpp"

namespace iklab {

using namespace detail;

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
    {"RestartPose", kRestartPoses},
    {"SolutionKind", kSolutionKinds},
    {"CurveEnd", kCurveEnds},
    {"ProofMethod", kProofMethods},
};

// The fields of each kind of row, in order.
constexpr WordList kFields[] = {
    {"panel", kPanelFields},           {"status", kStatusFields},
    {"trace", kTraceFields},           {"finding", kFindingFields},
    {"batchSetting", kBatchSettings},  {"batch", kBatchFields},
    {"batchCause", kBatchCauseFields}, {"batchSolution", kBatchSolutionFields},
    {"follow", kFollowFields},         {"rule", kRuleFields},
    {"answer", kAnswerFields},         {"solution", kSolutionFields},
    {"curve", kCurveFields},           {"stretch", kStretchFields},
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
    {"poseRows", kPoseRows},
    {"leastToGiveUp", kLeastToGiveUp},
    {"matrixStride", kMatrixStride},
    {"mostInstances", kMostInstances},
    {"mostCrowdJoints", kMostCrowdJoints},
    {"mostShown", kMostShown},
    {"mostFollowPoints", kMostFollowPoints},
    {"mostFollowUpdates", kMostFollowUpdates},
    {"mostFollowRounds", kMostFollowRounds},
    {"solutionHead", kSolutionHead},
    {"curveHead", kCurveHead},
    {"stretchHead", kStretchHead},
};

void write(JsonWriter& to, const MethodEntry::Pointer& entry);

void list(JsonWriter& to, Words words) {
  to.open('[');
  for (const char* word : words) to.string(word);
  to.close(']');
}

// words: option names, separated by spaces.
void options(JsonWriter& to, std::string_view words) {
  to.open('[');
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    to.string(words.substr(0, end));
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
  to.string("key", param.key);
  to.string("unit", param.unit);
  to.string("scale", kScales[static_cast<size_t>(param.scale)]);
  to.string("when", param.when);
  to.key("options");
  options(to, param.options);
  for (const auto& [name, text] : {std::pair("label", param.label), {"help", param.help}})
    if (*text) to.string(name, text);
  to.close('}');
}

void write(JsonWriter& to, const Observable& observable) {
  to.open('{');
  to.string("key", observable.key);
  to.string("per", kPers[static_cast<size_t>(observable.per)]);
  to.string("unit", observable.unit);
  if (*observable.label) to.string("label", observable.label);
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
  to.string("id", entry->id);
  to.string("name", entry->name);
  to.string("group", kGroups[static_cast<size_t>(entry->group)]);
  to.number("traits", static_cast<int>(entry->traits));
  rows(to, "params", entry->params);
  rows(to, "observables", entry->observables);
  if (*entry->card) to.string("card", entry->card);
  to.close('}');
}

// Null if there is no such index.
MethodEntry::Pointer entryAt(const MethodRegistry& methods, int index) {
  const auto& all = methods.entries();
  return index < 0 || index >= static_cast<int>(all.size()) ? nullptr
                                                            : all[static_cast<size_t>(index)];
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
  for (size_t i = 0; i < rules.size(); ++i) to.string(kRuleFields[i], decimal(rules[i]));
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

std::string catalogueRow(const MethodRegistry& methods, int index) {
  JsonWriter to;
  if (const auto entry = entryAt(methods, index)) write(to, entry);
  return to.text();
}

std::vector<double> catalogueRowNumbers(const MethodRegistry& methods, int index) {
  std::vector<double> all;
  if (const auto entry = entryAt(methods, index)) addNumbers(methods, *entry, all);
  return all;
}

std::vector<double> fittedNumbers(const MethodRegistry& methods, int index, double stretch) {
  std::vector<double> numbers;
  const auto entry = entryAt(methods, index);
  if (!entry) return numbers;
  for (const Param& param : entry->params)
    numbers.push_back(param.fit == Fit::none ? kNotUsed : fitNumber(*entry, param, stretch));
  return numbers;
}

}  // namespace iklab
