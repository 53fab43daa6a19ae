// The ways from a root down to the links below it: one walk over the tree, however long its chains.
#pragma once

#include <vector>

#include "iklab/urdf/link_tree.hpp"
#include "iklab/urdf/mimics.hpp"

namespace iklab::urdf {

// What there is of joints between the root and a link.
struct Way {
  int depth = -1;  // in all; -1: it does not hang on the root
  int own = 0;     // of those that move by themselves
};

struct Ways {
  std::vector<int> links;  // the root and those below it, a link after what carries it
  std::vector<Way> to;     // of every link

  bool reach(int link) const { return to[static_cast<size_t>(link)].depth >= 0; }
};

// it moves by itself
bool movesItself(const JointRow& joint, const Drive& drive);
Ways waysFrom(int root, const LinkTree& tree, const std::vector<JointRow>& joints,
              const std::vector<Drive>& drives);

// Links that a user would drag, guessed by their names, else the ends of the limbs; in the order of
// the file. Empty where nothing moves.
std::vector<std::string> guessEffectors(const LinkTree& tree, const std::vector<JointRow>& joints,
                                        const std::vector<Drive>& drives, int root);

}  // namespace iklab::urdf
