#include "iklab/urdf/ways.hpp"

namespace iklab::urdf {

bool movesItself(const JointRow& joint, const Drive& drive) {
  return joint.type != JointType::fixed && joint.type != JointType::floating &&
         drive.kind == Drive::own;
}

Ways waysFrom(int root, const LinkTree& tree, const std::vector<JointRow>& joints,
              const std::vector<Drive>& drives) {
  Ways ways{{root}, std::vector<Way>(tree.links.size())};
  ways.to[static_cast<size_t>(root)] = {0, 0};
  for (size_t i = 0; i < ways.links.size(); ++i) {
    const auto link = static_cast<size_t>(ways.links[i]);
    const Way way = ways.to[link];
    for (const int each : tree.below[link]) {
      const auto joint = static_cast<size_t>(each);
      const int own = movesItself(joints[joint], drives[joint]) ? 1 : 0;
      ways.to[static_cast<size_t>(tree.children[joint])] = {way.depth + 1, way.own + own};
      ways.links.push_back(tree.children[joint]);
    }
  }
  return ways;
}

}  // namespace iklab::urdf
