#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

#include "iklab/urdf/unicode.hpp"
#include "iklab/urdf/ways.hpp"

namespace iklab::urdf {
namespace {

using Names = std::initializer_list<std::string_view>;

// Words in names, most likely first.
constexpr size_t kRanks = 8;
const std::array<Names, kRanks> kDragged = {{
    {"tool", "tcp"},
    {"ee", "eef", "effector"},
    {"grip", "gripper"},
    {"palm"},
    {"hand"},
    {"sole", "foot"},
    {"tip", "fingertip"},
    {"gaze"},
}};
const Names kUndragged = {"optical", "camera",    "cam",    "imu",    "led",     "laser",
                          "lidar",   "sensor",    "sonar",  "screen", "display", "inertia",
                          "base",    "collision", "caster", "head",   "mount",   "accelerometer"};

constexpr size_t kMostGuessed = 8;
// A limb whose name contains none of these words must have this many joints of its own.
constexpr int kOwnJoints = 3;

struct Candidate {
  int link;
  size_t rank;
  Way way;
};

// A chosen link, and for every link the number of independent joints that both paths share.
struct Chosen {
  Way way;
  std::vector<int> shared;
};

// Splits a name at punctuation, capitals and digits; in lower case.
std::vector<std::string> wordsOfName(const std::string& name) {
  std::vector<std::string> words(1);
  char before = ' ';
  for (const char c : name) {
    const bool plain = isWord(c) && c != '_';
    const bool capital = plain && c != lowered(c);
    const bool letter = isWord(before) && !isDigit(before) && before != '_';
    const bool small = (letter && before == lowered(before)) || isDigit(before);
    if (!plain || (capital && small) || (isDigit(c) && letter)) words.emplace_back();
    if (plain) words.back() += lowered(c);
    before = c;
  }
  return words;
}

bool hasOneOf(const std::vector<std::string>& words, Names wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& each) {
    return std::find(wanted.begin(), wanted.end(), each) != wanted.end();
  });
}

std::vector<Candidate> candidatesOf(const LinkTree& tree, const Ways& ways) {
  std::vector<Candidate> found;
  for (size_t i = 0; i < tree.links.size(); ++i) {
    if (ways.to[i].depth < 0 || ways.to[i].own == 0) continue;
    const std::vector<std::string> words = wordsOfName(tree.links[i].name);
    if (hasOneOf(words, kUndragged)) continue;
    size_t rank = 0;
    while (rank < kRanks && !hasOneOf(words, kDragged[rank])) ++rank;
    found.push_back({static_cast<int>(i), rank, ways.to[i]});
  }
  return found;
}

// For every link, the number of its independent joints that are also on the path to `other`.
std::vector<int> sharedWith(int other, const LinkTree& tree, const Ways& ways) {
  std::vector<bool> on(tree.links.size());
  for (int at = other; at >= 0 && ways.reach(at);) {
    on[static_cast<size_t>(at)] = true;
    const int joint = tree.above[static_cast<size_t>(at)];
    at = joint < 0 ? -1 : tree.parents[static_cast<size_t>(joint)];
  }
  std::vector<int> shared(tree.links.size());
  for (const int link : ways.links) {
    const auto i = static_cast<size_t>(link);
    const int joint = tree.above[i];
    const int parent = joint < 0 ? link : tree.parents[static_cast<size_t>(joint)];
    shared[i] = on[i] ? ways.to[i].own : shared[static_cast<size_t>(parent)];
  }
  return shared;
}

// Number of joints that move this link and no chosen link; 0 if it shares most of its path with
// one.
int ownJoints(const Candidate& each, const std::vector<Chosen>& chosen) {
  int least = each.way.own;
  for (const Chosen& other : chosen) {
    const int shared = other.shared[static_cast<size_t>(each.link)];
    if (2 * shared > each.way.own || 2 * shared > other.way.own) return 0;
    least = std::min(least, each.way.own - shared);
  }
  return least;
}

// Links that have a moving joint below them.
std::vector<bool> leadingOn(const LinkTree& tree, const std::vector<JointRow>& joints,
                            const std::vector<Drive>& drives, const Ways& ways) {
  std::vector<bool> leading(tree.links.size());
  for (auto link = ways.links.rbegin(); link != ways.links.rend(); ++link)
    for (const int each : tree.below[static_cast<size_t>(*link)]) {
      const auto joint = static_cast<size_t>(each);
      if (movesItself(joints[joint], drives[joint]) ||
          leading[static_cast<size_t>(tree.children[joint])])
        leading[static_cast<size_t>(*link)] = true;
    }
  return leading;
}

}  // namespace

std::vector<std::string> guessEffectors(const LinkTree& tree, const std::vector<JointRow>& joints,
                                        const std::vector<Drive>& drives, int root) {
  const Ways ways = waysFrom(root, tree, joints, drives);
  std::vector<Candidate> all = candidatesOf(tree, ways);
  std::vector<Chosen> chosen;
  std::vector<bool> taken(tree.links.size());
  const auto take = [&](const Candidate& each, int own) {
    if (chosen.size() >= kMostGuessed || ownJoints(each, chosen) < own) return;
    chosen.push_back({each.way, sharedWith(each.link, tree, ways)});
    taken[static_cast<size_t>(each.link)] = true;
  };
  // By likelihood of the name, then by most joints, then nearest to the root.
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.rank, -a.way.own, a.way.depth) <
           std::tuple(b.rank, -b.way.own, b.way.depth);
  });
  for (const Candidate& each : all)
    if (each.rank < kRanks) take(each, 1);
  const std::vector<bool> leading = leadingOn(tree, joints, drives, ways);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.way.own, a.way.depth, a.link) <
           std::tuple(-b.way.own, b.way.depth, b.link);
  });
  for (const Candidate& each : all)
    if (!leading[static_cast<size_t>(each.link)]) take(each, chosen.empty() ? 1 : kOwnJoints);
  std::vector<std::string> links;
  for (size_t i = 0; i < taken.size(); ++i)
    if (taken[i]) links.push_back(tree.links[i].name);
  return links;
}

}  // namespace iklab::urdf
