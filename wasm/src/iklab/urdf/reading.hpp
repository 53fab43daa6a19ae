// Reads a robot description in URDF (wiki.ros.org/urdf/XML), with common extensions, as a tree.
//
// The result is that of the page: the same tree, bit for bit, and the same error messages. Joints
// keep their names. Fixed joints are merged into their parents; joints that move no effector are
// left out. A joint with several degrees of freedom becomes several joints at one position: a ball
// joint `wrist` becomes `wrist_x`, `wrist_y`, `wrist_z`, a planar one `wrist_x`, `wrist_y`,
// `wrist_turn`. The root link's frame is the world. Shapes, inertias and everything else that is
// not kinematics are ignored; a xacro must be expanded first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "iklab/core/ready_pose.hpp"
#include "iklab/math/result.hpp"

namespace iklab::urdf {

enum class NoteKind {
  fault,    // The description is rejected.
  leftOut,  // Not in the tree.
  changed,  // In the tree in another form.
};

// A part of a description that is wrong, or that is not in the tree as written.
struct Note {
  NoteKind kind = NoteKind::fault;
  int line = 0;         // From 1; 0 if there is no line.
  std::string element;  // With its name if it has one: `joint "elbow", axis`.
  std::string reason;
  bool grave = false;  // Poses may differ from the intended ones; always false for a fault.

  std::string text() const;  // `12: joint "elbow", axis: must not have length 0`.
};

struct Options {
  // Links. If empty: guessed by name, otherwise the ends of the limbs.
  std::vector<std::string> effectors = {};
  bool leaves = false;     // Every link without child links is an effector, too.
  std::string root = {};   // The link whose frame is the world; empty: the root.
  bool allJoints = false;  // Also includes joints that move no effector.
  // Replaces a floating joint by three slides and three hinges; otherwise it is fixed.
  bool freeRoot = false;
};

struct Robot {
  std::string name;  // As in the file; may be empty.
  Tree tree;         // An effector has the name of its link.
  // The specs of the tree, to change them and rebuild it with TreeBuilder.
  std::vector<JointSpec> joints;
  std::vector<EffectorSpec> effectors;
  std::vector<std::string> leaves;   // Links without child links.
  std::vector<std::string> dropped;  // First joints, fixed at 0, of branches without effector.
  std::vector<Note> remarks;         // What was left out or changed.

  // The default start pose, the same in every language. For all joints at zero, use tree.rest().
  Eigen::VectorXd start() const { return readyPose(tree); }
};

// A robot, or the faults of its description, at most 20; `reason` is their texts, one per line.
class [[nodiscard]] Reading : public Result<Robot> {
 public:
  Reading(Robot robot) : Result(std::move(robot)) {}
  Reading(std::vector<Note> faults);

  const std::vector<Note>& faults() const { return faults_; }

 private:
  std::vector<Note> faults_;
};

// text: the bytes of the file, in UTF-8, UTF-16 or Latin-1 as declared; at most 8 MB, 50 000
// elements nested up to 500 deep, 4000 links and 4000 joints.
Reading parse(std::string_view text, const Options& options = {});

}  // namespace iklab::urdf
