// A model of Pinocchio 3 as an iklab::Tree: copy this file into your project.
#pragma once

#include <cmath>
#include <iklab/model.hpp>
#include <pinocchio/multibody/model.hpp>
#include <string>
#include <vector>

// Returns the configuration q of Pinocchio for joint values theta (radians, metres). Unbounded
// revolute joints have two numbers in q, cosine and sine.
inline Eigen::VectorXd pinocchioConfiguration(const pinocchio::Model& robot,
                                              const Eigen::VectorXd& theta) {
  Eigen::VectorXd q(robot.nq);
  for (int i = 1; i < robot.njoints; ++i) {
    const auto& joint = robot.joints[static_cast<size_t>(i)];
    const double value = theta[joint.idx_v()];
    q[joint.idx_q()] = joint.nq() == 2 ? std::cos(value) : value;
    if (joint.nq() == 2) q[joint.idx_q() + 1] = std::sin(value);
  }
  return q;
}

// Returns a tree with the joints of the robot and, as effectors, these of its frames. theta has the
// order of Pinocchio's velocities. Faults: a joint that has not exactly one degree of freedom
// (floating, ball, mimic) or is composite, an unknown frame, a frame of the base.
inline iklab::Result<iklab::Tree> treeFromPinocchio(const pinocchio::Model& robot,
                                                    const std::vector<std::string>& frames) {
  const auto idOf = [&](size_t joint) { return joint == 0 ? std::string() : robot.names[joint]; };
  // Roll, pitch and yaw of a rotation, as in URDF.
  const auto rpyOf = [](const Eigen::Matrix3d& rotation) -> Eigen::Vector3d {
    return rotation.eulerAngles(2, 1, 0).reverse();
  };
  const size_t count = static_cast<size_t>(robot.njoints);
  for (size_t i = 1; i < count; ++i)  // Joint 0 is the base, "universe".
    if (robot.joints[i].nv() != 1 || robot.joints[i].shortname() == "JointModelComposite")
      return iklab::Fault{"joint '" + robot.names[i] + "': " + robot.joints[i].shortname() +
                          " is not supported"};

  iklab::TreeBuilder tree;
  const Eigen::VectorXd zero =
      pinocchioConfiguration(robot, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(count) - 1));
  for (size_t i = 1; i < count; ++i) {
    const auto& joint = robot.joints[i];
    iklab::JointSpec spec;
    spec.id = robot.names[i];
    spec.parent = idOf(robot.parents[i]);
    spec.xyz = robot.jointPlacements[i].translation();
    spec.rpy = rpyOf(robot.jointPlacements[i].rotation());
    // The motion of the joint in its own frame: linear, then angular velocity.
    auto data = joint.createData();
    joint.calc(data, zero);
    const Eigen::Matrix<double, 6, 1> motion = data.S().matrix();
    const Eigen::Vector3d linear = motion.head<3>(), angular = motion.tail<3>();
    if (angular.isZero(0)) {
      spec.kind = iklab::JointKind::prismatic;
      spec.axis = linear;
    } else {
      spec.axis = angular;
      spec.pitch = linear.dot(angular);
      spec.kind = spec.pitch == 0 ? iklab::JointKind::revolute : iklab::JointKind::screw;
    }
    if (joint.nq() == 1) {
      const double lower = robot.lowerPositionLimit[joint.idx_q()];
      const double upper = robot.upperPositionLimit[joint.idx_q()];
      // Pinocchio's largest number is "no limit".
      if (lower > -iklab::kMagnitude) spec.lower = lower;
      if (upper < iklab::kMagnitude) spec.upper = upper;
    }
    tree.joint(spec);
  }
  for (const std::string& name : frames) {
    if (!robot.existFrame(name)) return iklab::Fault{"there is no frame '" + name + "'"};
    const pinocchio::Frame& frame = robot.frames[robot.getFrameId(name)];
    if (frame.parentJoint == 0) return iklab::Fault{"frame '" + name + "': no joint moves it"};
    tree.effector({.id = name,
                   .parent = idOf(frame.parentJoint),
                   .xyz = frame.placement.translation(),
                   .rpy = rpyOf(frame.placement.rotation())});
  }
  return tree.build();
}
