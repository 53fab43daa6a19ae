#include "lab/protocol.hpp"

#include "core/words.hpp"
#include "lab/lab.hpp"

namespace iklab {
namespace {

constexpr auto kRunModes = words<RunMode::hybrid>("track", "converge", "hybrid");
constexpr auto kLimitPolicies = words<LimitPolicy::lock>("ignore", "clamp", "lock");
constexpr auto kClampModes = words<ClampMode::adaptive>("off", "fixed", "adaptive");
constexpr auto kClampRules = words<ClampRule::repaired>("paper", "published", "repaired");
constexpr auto kSecondaryKinds =
    words<SecondaryKind::clearance>("none", "rest", "limit-middle", "manipulability", "clearance");
constexpr auto kStops =
    words<Stop::iterationLimit>("none", "reached", "stalled", "at-limit", "breakdown",
                                "no-improvement", "oscillating", "iteration-limit");
// from kMethod on
constexpr std::array kPanelFields = {
    "method", "clampMode",     "clampDistance", "clampAngle", "clampRule", "maxStep", "maxSlide",
    "gain",   "secondaryKind", "secondaryGain", "centreX",    "centreY",   "centreZ", "radius",
};
static_assert(kPanelFields.size() == kPanelStride - kMethod, "a word for each");

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
