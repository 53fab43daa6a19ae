// The paths from a root to the links below it, from one iterative walk over the tree.
#pragma once

#include <vector>

#include "iklab/urdf/link_tree.hpp"
#include "iklab/urdf/mimics.hpp"

namespace iklab::urdf {

// Number of joints between the root and a link.
struct RootPath {
  int depth = -1;       // All joints; -1 if the link is not below the root.
  int independent = 0;  // Independent joints.
};

struct RootPaths {
  std::vector<int> links;       // The root and the links below it, parents first.
  std::vector<RootPath> paths;  // Per link.

  bool contains(int link) const { return paths[static_cast<size_t>(link)].depth >= 0; }
};

bool isIndependent(const JointRow& joint, const Drive& drive);
RootPaths findRootPaths(int root, const LinkTree& tree, const std::vector<JointRow>& joints,
                        const std::vector<Drive>& drives);

// Links that a user is likely to drag: guessed from their names, or else the ends of the limbs; in
// the order of the file. Empty if no joint moves.
std::vector<std::string> guessEffectors(const LinkTree& tree, const std::vector<JointRow>& joints,
                                        const std::vector<Drive>& drives, int root);

}  // namespace iklab::urdf
