#include "iklab/urdf/root_paths.hpp"

namespace iklab::urdf {

bool isIndependent(const JointRow& joint, const Drive& drive) {
  return joint.type != JointType::fixed && joint.type != JointType::floating &&
         drive.kind == Drive::independent;
}

RootPaths findRootPaths(int root, const LinkTree& tree, const std::vector<JointRow>& joints,
                        const std::vector<Drive>& drives) {
  RootPaths ways{{root}, std::vector<RootPath>(tree.links.size())};
  ways.paths[static_cast<size_t>(root)] = {0, 0};
  for (size_t i = 0; i < ways.links.size(); ++i) {
    const auto link = static_cast<size_t>(ways.links[i]);
    const RootPath way = ways.paths[link];
    for (const int each : tree.childJoints[link]) {
      const auto joint = static_cast<size_t>(each);
      const int own = isIndependent(joints[joint], drives[joint]) ? 1 : 0;
      ways.paths[static_cast<size_t>(tree.childLinks[joint])] = {way.depth + 1,
                                                                 way.independent + own};
      ways.links.push_back(tree.childLinks[joint]);
    }
  }
  return ways;
}

}  // namespace iklab::urdf
