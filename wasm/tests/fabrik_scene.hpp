// Chains for the tests of FABRIK: joints at points, and the algorithm on the points alone.
#pragma once

#include <map>

#include "tests/support.hpp"

namespace iklab::fabrik_scene {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

// The published algorithm on points alone, written recursively: no joints, no angles.
struct Plain {
  std::vector<std::vector<int>> children;
  std::vector<double> length;  // Length of the bone to each point.
  std::map<int, Vector3d> targets;

  static Vector3d reach(const Vector3d& from, const Vector3d& at, double length) {
    const double lambda = length / (at - from).norm();
    return (1 - lambda) * from + lambda * at;
  }
  Vector3d backward(int i, const Points& old, Points& now) const {
    if (const auto target = targets.find(i); target != targets.end()) return target->second;
    Vector3d sum = Vector3d::Zero();
    for (const int c : children[i]) {
      now[c] = backward(c, old, now);
      sum += reach(now[c], old[i], length[c]);
    }
    return sum / static_cast<double>(children[i].size());
  }
  void forward(int i, Points& p) const {
    for (const int c : children[i]) {
      p[c] = reach(p[i], p[c], length[c]);
      forward(c, p);
    }
  }
  Points pass(const Points& p) const {
    Points now = p;
    for (const int c : children[0]) now[c] = backward(c, p, now);
    forward(0, now);
    return now;
  }
};

// Adds the joints of a point: hinges about these axes at one position.
void addRun(TreeBuilder& builder, const std::string& id, const std::string& parent,
            const Vector3d& offset, const std::vector<Vector3d>& axes);

inline const std::vector<Vector3d> kBall = {Vector3d::UnitZ(), Vector3d::UnitY(),
                                            Vector3d::UnitX()};
inline const std::vector<Vector3d> kHingeZ = {Vector3d::UnitZ()};
inline const std::vector<double> kLengths = {0.5, 0.3, 0.7, 0.2, 0.4};
inline constexpr double kReach = 2.1;
inline const Vector3d kBase(0.1, 0.2, 0.3);

struct Scene {
  Tree tree;
  Task task;
  Plain plain;
  // Names of the points' joints, for tips of the effectors; root first.
  std::vector<std::string> ids;
  Vector theta;
  std::vector<Goal> goals;
};

// A chain of `lengths` on kBase, with these axes at every joint. alternate: every second joint
// rotates about y.
Scene chain(const std::vector<double>& lengths, const std::vector<Vector3d>& axes,
            bool alternate = false);
void aim(Scene& s, const Vector3d& target);
// A position that the tip of a chain of kLengths can reach. most: largest distance from its base.
Vector3d inReach(Random& random, double most);

Points pointsOf(const Scene& s, const Vector& theta);
// The largest distance between corresponding points.
double apart(const Points& a, const Points& b);

struct Fitted {
  Vector step;
  double infeasibility;
};

// One update at s.theta.
Fitted update(const Scene& s, bool limits = false, int passes = 1, int sweeps = 10);

}  // namespace iklab::fabrik_scene
