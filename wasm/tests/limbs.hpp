// Random mechanisms with many limbs, so many targets that the normal equations are solved along the
// tree.
#pragma once

#include "iklab/core/tree_pattern.hpp"
#include "tests/partial.hpp"

namespace iklab::test {

struct LimbOptions {
  int limbs = 10;
  bool parallel = false;  // Some limbs are straight, with parallel axes: singular by themselves.
  bool partial = false;   // Some targets have free components.
};

struct Limbs {
  Limbs() = default;
  Limbs(Random& random, const LimbOptions& how) {
    TreeBuilder builder;
    std::vector<std::string> shoulders;
    for (int i = 0, count = 1 + random.below(3); i < count; ++i) {
      builder.joint(joint("trunk" + std::to_string(i), i ? shoulders.back() : "", 0.4, random));
      shoulders.push_back("trunk" + std::to_string(i));
    }
    std::vector<bool> oriented;
    for (int k = 0; k < how.limbs; ++k) {
      oriented.push_back(random.unit() < 0.25);
      const std::string id = "limb" + std::to_string(k) + ".";
      const bool straight = how.parallel && random.unit() < 0.3;
      const int own = 3 + random.below(3) + (oriented.back() ? 3 : 0);
      for (int i = 0; i < own; ++i) {
        const std::string& shoulder = shoulders[random.below(static_cast<int>(shoulders.size()))];
        JointSpec s =
            joint(id + std::to_string(i), i ? id + std::to_string(i - 1) : shoulder, 0.3, random);
        if (straight && i > 0)
          s.kind = JointKind::revolute, s.axis = {0, 0, 1}, s.xyz = {0.3, 0, 0};
        builder.joint(s);
      }
      // Later limbs may branch off this one.
      if (random.unit() < 0.3) shoulders.push_back(id + "0");
      builder.effector({std::to_string(k), id + std::to_string(own - 1), {0.2, 0, 0}});
    }
    tree = builder.build().take();
    for (int k = 0; k < how.limbs; ++k) {
      const bool free = how.partial && random.unit() < 0.3;
      task.add(k, oriented[k], 0.5, {},
               free ? randomFreedom(random, oriented[k], k % 4) : Freedom());
    }
    theta = randomVector(tree.columns(), how.parallel ? 0.01 : 2, random);
  }

  Tree tree;
  Task task;
  Vector theta;

 private:
  static JointSpec joint(const std::string& id, const std::string& parent, double length,
                         Random& random) {
    JointSpec s;
    s.id = id, s.parent = parent;
    if (random.unit() < 0.15)
      s.kind = random.unit() < 0.5 ? JointKind::prismatic : JointKind::screw, s.pitch = 0.1;
    s.xyz = randomVector(3, length, random);
    s.axis = randomVector(3, 1, random);
    return s;
  }
};

// Snakes of `joints` joints, each with a target, that start at the first joint of the first snake.
// coupled: the last joint follows another. apart: every snake starts in the world instead.
inline Limbs snakes(int count, int joints, bool coupled = false, bool apart = false) {
  TreeBuilder builder;
  Limbs limbs;
  for (int k = 0; k < count; ++k) {
    const auto id = [&](int i) { return std::to_string(k) + "-" + std::to_string(i); };
    for (int i = 0; i < joints; ++i) {
      JointSpec s;
      s.id = id(i), s.parent = i > 0 ? id(i - 1) : k > 0 && !apart ? "0-0" : "";
      if (i > 0) s.xyz = {2.0 / joints, 0, 0};
      s.axis = i % 2 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
      if (coupled && k + 1 == count && i + 1 == joints) s.mimic = {id(i - 1), 1, 0};
      builder.joint(s);
    }
    builder.effector({std::to_string(k), id(joints - 1), {2.0 / joints, 0, 0}});
    limbs.task.add(k, false, 1);
  }
  limbs.tree = builder.build().take();
  limbs.theta = Vector::LinSpaced(limbs.tree.columns(), -1, 1);
  return limbs;
}

}  // namespace iklab::test
