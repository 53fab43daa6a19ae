// A robot description in URDF (wiki.ros.org/urdf/XML), with what robots in use add to it, as a tree.
//
// Read as the page reads it: the same tree to the bit, the same words for what is wrong. Joints keep
// their names; those that are fixed are merged into what carries them, those that move no effector
// are left out. What turns or slides several ways becomes joints at one place: of `wrist` that is a
// ball `wrist_x`, `wrist_y`, `wrist_z`, of one that is planar `wrist_x`, `wrist_y`, `wrist_turn`.
// The root link's frame is the world. Shapes, inertias and whatever else is no part of the
// kinematics are not looked at; a xacro must be expanded first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "iklab/core/ready_pose.hpp"
#include "iklab/math/result.hpp"

namespace iklab::urdf {

enum class NoteKind {
  fault,    // the description is refused
  leftOut,  // not in the tree that was made
  changed,  // taken otherwise than it is written
};

// Something that a description says and that is wrong, or is not in the tree as it is written.
struct Note {
  NoteKind kind = NoteKind::fault;
  int line = 0;         // from 1; 0: it stands in no line
  std::string element;  // with its name where it has one: `joint "elbow", axis`
  std::string reason;
  bool grave = false;  // of a remark: poses may differ from those that were meant

  std::string text() const;  // `12: joint "elbow", axis: must not be of length 0`
};

struct Options {
  std::vector<std::string> effectors =
      {};                  // links; empty: guessed by their names, else limbs' ends
  bool leaves = false;     // every link that carries no other is one, too
  std::string root = {};   // the link whose frame is the world; empty: the root
  bool allJoints = false;  // also those that move no effector
  bool freeRoot = false;  // a floating joint is three slides and three hinges; it is held otherwise
};

struct Robot {
  std::string name;  // as the file says it; may be empty
  Tree tree;         // an effector is called as its link
  // what the tree was built of: to be changed, and built anew with TreeBuilder
  std::vector<JointSpec> joints;
  std::vector<EffectorSpec> effectors;
  std::vector<std::string> leaves;   // links that carry no other
  std::vector<std::string> dropped;  // joints, held at 0, at which a branch without effector begins
  std::vector<Note> remarks;         // what was left out or changed

  // where a solve starts that is told nothing else, on every door; all joints at zero: tree.rest()
  Eigen::VectorXd start() const { return readyPose(tree); }
};

// A robot, or all that is wrong with its description, up to 20 faults; `reason` is their texts, a
// line each.
class Reading : public Result<Robot> {
 public:
  Reading(Robot robot) : Result(std::move(robot)) {}
  Reading(std::vector<Note> faults);

  const std::vector<Note>& faults() const { return faults_; }

 private:
  std::vector<Note> faults_;
};

// text: the bytes of the file, in UTF-8, UTF-16 or Latin-1 as they say; at most 8 MB, 50 000 elements
// and 500 of them within each other, 4000 links and as many joints.
Reading parse(std::string_view text, const Options& options = {});

}  // namespace iklab::urdf
