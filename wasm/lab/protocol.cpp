#include "lab/protocol.hpp"

#include "core/words.hpp"
#include "lab/lab.hpp"

namespace iklab {
namespace {

struct List {
  const char* name;
  Words words;
};

// by the name of the enum
constexpr List kWords[] = {
    {"JointKind", kJointKinds}, {"RunMode", kRunModes},     {"LimitPolicy", kLimitPolicies},
    {"ClampMode", kClampModes}, {"ClampRule", kClampRules}, {"SecondaryKind", kSecondaryKinds},
    {"Stop", kStops},           {"Scale", kScales},         {"Group", kGroups},
    {"Trait", kTraits},
};

// what stands in a row, in order
constexpr List kFields[] = {
    {"panel", kPanelFields},
    {"status", kStatusFields},
    {"trace", kTraceFields},
    {"finding", kFindingFields},
};

struct Number {
  const char* name;
  int value;
};

constexpr Number kNumbers[] = {
    {"maxPanels", kMaxPanels},     {"targetStride", kTargetStride},
    {"stageStride", kStageStride}, {"panelFieldsAt", kMethod},
    {"panelStride", kPanelStride}, {"byStage", static_cast<int>(kByStage)},
    {"noRank", Report::kNoRank},   {"spectralRank", Report::kSpectralRank},
};

std::string quoted(const char* text) { return '"' + std::string(text) + '"'; }

std::string listed(Words words) {
  std::string text;
  for (const char* word : words) text += (text.empty() ? "" : ", ") + quoted(word);
  return '[' + text + ']';
}

template <class Rows, class Write>
std::string object(const Rows& rows, Write write) {
  std::string text;
  for (const auto& row : rows)
    text += (text.empty() ? "" : ", ") + quoted(row.name) + ": " + write(row);
  return '{' + text + '}';
}

}  // namespace

std::string protocol() {
  const auto list = [](const List& each) { return listed(each.words); };
  const auto number = [](const Number& each) { return std::to_string(each.value); };
  return "{\"words\": " + object(kWords, list) + ", \"fields\": " + object(kFields, list) +
         ", \"numbers\": " + object(kNumbers, number) + '}';
}

}  // namespace iklab
