#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

#include "iklab/urdf/root_paths.hpp"
#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

using Names = std::initializer_list<std::string_view>;

// Words in names, most likely first.
constexpr size_t kRanks = 8;
const std::array<Names, kRanks> kEffectorWords = {{
    {"tool", "tcp"},
    {"ee", "eef", "effector"},
    {"grip", "gripper"},
    {"palm"},
    {"hand"},
    {"sole", "foot"},
    {"tip", "fingertip"},
    {"gaze"},
}};
const Names kExcludedWords = {"optical", "camera",  "cam",          "imu",       "led",
                              "laser",   "lidar",   "sensor",       "sonar",     "screen",
                              "display", "inertia", "base",         "collision", "caster",
                              "head",    "mount",   "accelerometer"};

constexpr size_t kMaxGuessed = 8;
// A limb whose name contains none of these words must have this many joints of its own.
constexpr int kMinUnsharedJoints = 3;

struct Candidate {
  int link;
  size_t rank;
  RootPath way;
};

// A chosen link, and for every link the number of independent joints that both paths share.
struct ChosenLink {
  RootPath way;
  std::vector<int> shared;
};

// Splits a name at punctuation, capitals and digits; in lower case.
std::vector<std::string> splitName(const std::string& name) {
  std::vector<std::string> words(1);
  char before = ' ';
  for (const char c : name) {
    const bool plain = isWord(c) && c != '_';
    const bool capital = plain && c != toLower(c);
    const bool letter = isWord(before) && !isDigit(before) && before != '_';
    const bool small = (letter && before == toLower(before)) || isDigit(before);
    if (!plain || (capital && small) || (isDigit(c) && letter)) words.emplace_back();
    if (plain) words.back() += toLower(c);
    before = c;
  }
  return words;
}

bool hasOneOf(const std::vector<std::string>& words, Names wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& each) {
    return std::find(wanted.begin(), wanted.end(), each) != wanted.end();
  });
}

std::vector<Candidate> findCandidates(const LinkTree& tree, const RootPaths& ways) {
  std::vector<Candidate> found;
  for (size_t i = 0; i < tree.links.size(); ++i) {
    if (ways.paths[i].depth < 0 || ways.paths[i].independent == 0) continue;
    const std::vector<std::string> words = splitName(tree.links[i].name);
    if (hasOneOf(words, kExcludedWords)) continue;
    size_t rank = 0;
    while (rank < kRanks && !hasOneOf(words, kEffectorWords[rank])) ++rank;
    found.push_back({static_cast<int>(i), rank, ways.paths[i]});
  }
  return found;
}

// For every link, the number of its independent joints that are also on the path to `other`.
std::vector<int> countSharedJoints(int other, const LinkTree& tree, const RootPaths& ways) {
  std::vector<bool> on(tree.links.size());
  for (int at = other; at >= 0 && ways.contains(at);) {
    on[static_cast<size_t>(at)] = true;
    const int joint = tree.parentJoints[static_cast<size_t>(at)];
    at = joint < 0 ? -1 : tree.parentLinks[static_cast<size_t>(joint)];
  }
  std::vector<int> shared(tree.links.size());
  for (const int link : ways.links) {
    const auto i = static_cast<size_t>(link);
    const int joint = tree.parentJoints[i];
    const int parent = joint < 0 ? link : tree.parentLinks[static_cast<size_t>(joint)];
    shared[i] = on[i] ? ways.paths[i].independent : shared[static_cast<size_t>(parent)];
  }
  return shared;
}

// Number of joints that move this link and no chosen link; 0 if it shares most of its path with
// one.
int countUnsharedJoints(const Candidate& each, const std::vector<ChosenLink>& chosen) {
  int least = each.way.independent;
  for (const ChosenLink& other : chosen) {
    const int shared = other.shared[static_cast<size_t>(each.link)];
    if (2 * shared > each.way.independent || 2 * shared > other.way.independent) return 0;
    least = std::min(least, each.way.independent - shared);
  }
  return least;
}

// Links that have a moving joint below them.
std::vector<bool> findInnerLinks(const LinkTree& tree, const std::vector<JointRow>& joints,
                                 const std::vector<Drive>& drives, const RootPaths& ways) {
  std::vector<bool> leading(tree.links.size());
  for (auto link = ways.links.rbegin(); link != ways.links.rend(); ++link)
    for (const int each : tree.childJoints[static_cast<size_t>(*link)]) {
      const auto joint = static_cast<size_t>(each);
      if (isIndependent(joints[joint], drives[joint]) ||
          leading[static_cast<size_t>(tree.childLinks[joint])])
        leading[static_cast<size_t>(*link)] = true;
    }
  return leading;
}

}  // namespace

std::vector<std::string> guessEffectors(const LinkTree& tree, const std::vector<JointRow>& joints,
                                        const std::vector<Drive>& drives, int root) {
  const RootPaths ways = findRootPaths(root, tree, joints, drives);
  std::vector<Candidate> all = findCandidates(tree, ways);
  std::vector<ChosenLink> chosen;
  std::vector<bool> taken(tree.links.size());
  const auto take = [&](const Candidate& each, int own) {
    if (chosen.size() >= kMaxGuessed || countUnsharedJoints(each, chosen) < own) return;
    chosen.push_back({each.way, countSharedJoints(each.link, tree, ways)});
    taken[static_cast<size_t>(each.link)] = true;
  };
  // By likelihood of the name, then by most joints, then nearest to the root.
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.rank, -a.way.independent, a.way.depth) <
           std::tuple(b.rank, -b.way.independent, b.way.depth);
  });
  for (const Candidate& each : all)
    if (each.rank < kRanks) take(each, 1);
  const std::vector<bool> leading = findInnerLinks(tree, joints, drives, ways);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.way.independent, a.way.depth, a.link) <
           std::tuple(-b.way.independent, b.way.depth, b.link);
  });
  for (const Candidate& each : all)
    if (!leading[static_cast<size_t>(each.link)])
      take(each, chosen.empty() ? 1 : kMinUnsharedJoints);
  std::vector<std::string> links;
  for (size_t i = 0; i < taken.size(); ++i)
    if (taken[i]) links.push_back(tree.links[i].name);
  return links;
}

}  // namespace iklab::urdf
