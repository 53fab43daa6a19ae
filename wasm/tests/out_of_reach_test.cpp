// Proofs that a goal is out of reach: never for goals that poses reach, and against closed forms,
// scans and grids where no pose does.
#include "iklab/analytic/out_of_reach.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "iklab/analytic.hpp"
#include "iklab/dh.hpp"
#include "iklab/math/random.hpp"

namespace iklab::out_of_reach_test {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Rows = std::vector<DhRow>;
using Method = OutOfReach::Method;
using Cause = OutOfReach::Cause;

constexpr double kPi = 3.141592653589793, kHalf = kPi / 2;

// By their manufacturers' dimensions.
const Rows kUr5e = {{.alpha = kHalf, .d = 0.1625},  {.a = -0.425},
                    {.a = -0.3922},                 {.alpha = kHalf, .d = 0.1333},
                    {.alpha = -kHalf, .d = 0.0997}, {.d = 0.0996}};
const Rows kPuma = {{.alpha = kHalf},
                    {.a = 0.4318},
                    {.a = 0.0203, .alpha = -kHalf, .d = 0.15005},
                    {.alpha = kHalf, .d = 0.4318},
                    {.alpha = -kHalf},
                    {.d = 0.0563}};
const Rows kKr6 = {{.a = 0.025, .alpha = -kHalf, .d = 0.4},
                   {.a = 0.455},
                   {.a = 0.035, .alpha = -kHalf},
                   {.alpha = kHalf, .d = 0.42},
                   {.alpha = -kHalf},
                   {.d = 0.08}};
const Rows kIiwa = {{.alpha = -kHalf, .d = 0.34}, {.alpha = kHalf}, {.alpha = kHalf, .d = 0.4},
                    {.alpha = -kHalf},            {.alpha = -kHalf, .d = 0.4},
                    {.alpha = kHalf},             {.d = 0.126}};
const Rows kWristShoulder = {{.alpha = kHalf},
                             {.a = 0.2, .alpha = 0.7, .d = 0.1},
                             {.a = 0.3, .alpha = -kHalf, .d = 0.2},
                             {.alpha = kHalf, .d = 0.4},
                             {.alpha = -kHalf},
                             {.d = 0.06}};
const Rows kWristElbow = {{.a = 0.2, .alpha = kHalf, .d = 0.3},
                          {.alpha = -kHalf},
                          {.a = 0.1, .alpha = kHalf, .d = 0.5},
                          {.alpha = kHalf, .d = 0.4},
                          {.alpha = -kHalf},
                          {.d = 0.06}};
const Rows kWrist = {{.a = 0.1, .alpha = 1.1, .d = 0.3},
                     {.a = 0.2, .alpha = 0.7, .d = 0.1},
                     {.a = 0.3, .alpha = -kHalf, .d = 0.2},
                     {.alpha = kHalf, .d = 0.4},
                     {.alpha = -kHalf},
                     {.d = 0.06}};
const Rows kPlanarMeet = {{.a = 0.4, .d = 0.3},
                          {.a = 0.3},
                          {.a = 0.1, .alpha = 1},
                          {.a = 0.2, .alpha = kHalf, .d = 0.1},
                          {.alpha = -1.2},
                          {.a = 0.1, .d = 0.1}};
const Rows kParallel = {{.alpha = kHalf, .d = 0.1625},
                        {.a = -0.425},
                        {.a = -0.3922},
                        {.a = 0.05, .alpha = kHalf, .d = 0.1333},
                        {.a = 0.03, .alpha = -1.2, .d = 0.0997},
                        {.d = 0.0996}};

Rows planarRows(const std::vector<double>& links, double limit = kInfinity) {
  Rows rows;
  for (const double each : links) rows.push_back({.a = each, .lower = -limit, .upper = limit});
  return rows;
}
// Limits that exclude a part of each joint's range.
Rows limited(Rows rows) {
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].lower = -1.2 + 0.3 * static_cast<double>(i % 3);
    rows[i].upper = 0.9 + 0.4 * static_cast<double>(i % 2);
  }
  return rows;
}
// A SCARA: two hinges, a slide along them, a last hinge.
Rows scaraRows() {
  return {{.a = 0.3, .lower = -2, .upper = 2},
          {.a = 0.25, .lower = -2.2, .upper = 2.2},
          {.kind = JointKind::prismatic, .lower = -0.1, .upper = 0.2},
          {.a = 0.02, .lower = -3, .upper = 3}};
}
// A slide across the hinges of a plane, and one in space.
Rows polarRows() {
  return {{.alpha = kHalf, .lower = -2, .upper = 2},
          {.alpha = -kHalf, .d = 0.3, .kind = JointKind::prismatic, .lower = -0.05, .upper = 0.3},
          {.a = 0.2, .lower = -1, .upper = 2}};
}

struct NamedArm {
  const char* name;
  Rows rows;
  bool oriented;
};
std::vector<NamedArm> arms() {
  std::vector<NamedArm> all = {{"UR5e", kUr5e, true},
                               {"Puma", kPuma, true},
                               {"KR 6", kKr6, true},
                               {"iiwa", kIiwa, true},
                               {"axes 1, 2 meet", kWristShoulder, true},
                               {"axes 2, 3 meet", kWristElbow, true},
                               {"wrist", kWrist, true},
                               {"planar, 5, 6 meet", kPlanarMeet, true},
                               {"three parallel", kParallel, true},
                               {"SCARA", scaraRows(), true},
                               {"polar", polarRows(), true},
                               {"planar 2R", planarRows({0.5, 0.4}), false},
                               {"planar 3R", planarRows({0.5, 0.4, 0.2}), true},
                               {"planar 4R", planarRows({0.5, 0.4, 0.2, 0.1}), false},
                               {"planar 5R", planarRows({0.1, 0.4, 0.2, 0.1, 0.3}), false},
                               {"spatial 3R", {kKr6[0], kKr6[1], kKr6[2]}, false}};
  const size_t count = all.size();
  for (size_t i = 0; i < count; ++i) {
    NamedArm more = all[i];
    more.oriented = !more.oriented;
    all.push_back(more);
  }
  for (size_t i = 0; i < count; ++i) {
    NamedArm more = all[i];
    more.rows = limited(more.rows);
    all.push_back(more);
  }
  return all;
}

Model::Pointer modelOf(const Rows& rows, bool oriented) {
  return Model::make(dhTree(rows), {{.effector = "tool", .oriented = oriented}}).take();
}
// The same arm with base and tip exchanged, and axes that are off by `shift` radians.
Model::Pointer reversedModel(const Model& model, double shift = 0) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, Vector::Zero(6), pose);
  const Eigen::Matrix3d tipFromWorld = pose.worldFromTip[0].transpose();
  TreeBuilder arm;
  Vector3d before = Vector3d::Zero();
  for (int i = 0; i < 6; ++i) {
    const size_t joint = static_cast<size_t>(5 - i);
    const Vector3d at = tipFromWorld * (pose.origin[joint] - pose.tip[0]);
    arm.joint({.id = std::to_string(i),
               .parent = i > 0 ? std::to_string(i - 1) : "",
               .xyz = at - before,
               .axis = -(tipFromWorld * pose.axis[joint]) + shift * Vector3d(i, 1, -i)});
    before = at;
  }
  arm.effector({.id = "tool",
                .parent = "5",
                .xyz = -(tipFromWorld * pose.tip[0]) - before,
                .rpy = {0.1, 0.2, 0.3}});
  return Model::make(arm.build(), {{.effector = "tool", .oriented = true}}).take();
}

Goal goalAt(const Model& model, const Vector& theta) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  return {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
}

Vector randomPose(const Model& model, Random& random) {
  Vector theta(model.columns());
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = model.tree.moving(c);
    theta[c] = random.uniform(std::max(j.lower, j.slides() ? -0.5 : -kPi),
                              std::min(j.upper, j.slides() ? 0.5 : kPi));
  }
  return theta;
}

void expectNoProof(const Model::Pointer& model, const char* name, int poses, int boxes) {
  Random random(3);
  OutOfReachOptions options;
  options.boxes = boxes;
  int proofs = 0;
  for (int i = 0; i < poses; ++i) {
    Vector theta = randomPose(*model, random);
    // Some poses are at limits, or have straight or folded joints.
    for (double& each : theta)
      if (const int which = random.below(12); which < 2) each = which == 0 ? 0 : kHalf;
    for (int c = 0; c < theta.size(); ++c) {
      const Joint& j = model->tree.moving(c);
      if (std::isfinite(j.upper) && random.below(6) == 0)
        theta[c] = random.below(2) == 0 ? j.lower : j.upper;
      theta[c] = std::clamp(theta[c], j.lower, j.upper);
    }
    proofs += certifyOutOfReach(*model, 0, goalAt(*model, theta), options).has_value();
  }
  EXPECT_EQ(proofs, 0) << name;
}

TEST(OutOfReach, IsNeverGivenForGoalsThatAPoseReaches) {
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm.rows, arm.oriented);
    expectNoProof(model, arm.name, 200, 500);
    if (arm.oriented && model->columns() == 6)
      for (const double shift : {0.0, 1e-9, 2e-7})
        expectNoProof(reversedModel(*model, shift), arm.name, 100, 500);
  }
}

}  // namespace
}  // namespace iklab::out_of_reach_test
