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
const Rows kUr5e = {
    {.alpha = kHalf, .d = 0.1625},  {.a = -0.425}, {.a = -0.3922}, {.alpha = kHalf, .d = 0.1333},
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
const Rows kIiwa = {{.alpha = -kHalf, .d = 0.34},
                    {.alpha = kHalf},
                    {.alpha = kHalf, .d = 0.4},
                    {.alpha = -kHalf},
                    {.alpha = -kHalf, .d = 0.4},
                    {.alpha = kHalf},
                    {.d = 0.126}};
const Rows kWristShoulder = {{.alpha = kHalf},
                             {.a = 0.2, .alpha = 0.7, .d = 0.1},
                             {.a = 0.3, .alpha = -kHalf, .d = 0.2},
                             {.alpha = kHalf, .d = 0.4},
                             {.alpha = -kHalf},
                             {.d = 0.06}};
const Rows kWristElbow = {
    {.a = 0.2, .alpha = kHalf, .d = 0.3}, {.alpha = -kHalf}, {.a = 0.1, .alpha = kHalf, .d = 0.5},
    {.alpha = kHalf, .d = 0.4},           {.alpha = -kHalf}, {.d = 0.06}};
const Rows kWrist = {{.a = 0.1, .alpha = 1.1, .d = 0.3},
                     {.a = 0.2, .alpha = 0.7, .d = 0.1},
                     {.a = 0.3, .alpha = -kHalf, .d = 0.2},
                     {.alpha = kHalf, .d = 0.4},
                     {.alpha = -kHalf},
                     {.d = 0.06}};
const Rows kPlanarMeet = {{.a = 0.4, .d = 0.3},   {.a = 0.3},
                          {.a = 0.1, .alpha = 1}, {.a = 0.2, .alpha = kHalf, .d = 0.1},
                          {.alpha = -1.2},        {.a = 0.1, .d = 0.1}};
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
    // Some joints are straight, folded, almost so, or at a limit.
    for (double& each : theta) {
      const int which = random.below(8);
      if (which < 2) each = which == 0 ? 0 : kHalf;
      if (which < 4 && random.below(2) == 0) each += std::pow(10, random.uniform(-8, -1));
    }
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
  Rows farTurns = planarRows({0.5, 0.4, 0.2});
  for (DhRow& row : farTurns) row.lower = 3e5, row.upper = 3e5 + 0.7;
  for (const bool oriented : {false, true})
    expectNoProof(modelOf(farTurns, oriented), "far turns", 300, 500);
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm.rows, arm.oriented);
    expectNoProof(model, arm.name, 200, 500);
    if (arm.oriented && model->columns() == 6)
      for (const double shift : {0.0, 1e-9, 2e-7})
        expectNoProof(reversedModel(*model, shift), arm.name, 100, 500);
  }
}

// Planar chains without limits reach a ring: from the longest link minus the others to the sum.
TEST(OutOfReach, MatchesTheRingOfPlanarChains) {
  for (const std::vector<double>& links : std::vector<std::vector<double>>{
           {0.5, 0.4}, {0.9, 0.3, 0.2}, {0.3, 1.2, 0.2, 0.1}, {0.2, 0.1, 0.1, 0.2, 1.1}}) {
    const Model::Pointer model = modelOf(planarRows(links), false);
    double most = 0, longest = 0;
    for (const double each : links) most += each, longest = std::max(longest, each);
    const double least = std::max(0.0, 2 * longest - most);
    for (double off = 1e-12; off < 1.5; off *= 10)
      for (double angle = -3; angle < 3; angle += 0.5) {
        const Vector3d direction(std::cos(angle), std::sin(angle), 0);
        EXPECT_FALSE(certifyOutOfReach(*model, 0, {(most - off) * direction}) &&
                     off < most - least);
        const auto far = certifyOutOfReach(*model, 0, {(most + off) * direction});
        EXPECT_TRUE(far || off < 1e-11);
        if (far) {
          EXPECT_NEAR(far->missing, off, 2e-12);
          EXPECT_LE(far->missing, off);
          EXPECT_EQ(far->cause, Cause::tooFar);
          EXPECT_FALSE(far->needsLimits);
        }
        if (off > least) continue;
        EXPECT_FALSE(certifyOutOfReach(*model, 0, {(least + off) * direction}));
        const auto near = certifyOutOfReach(*model, 0, {(least - off) * direction});
        EXPECT_TRUE(near || off < 1e-11);
        if (near) {
          EXPECT_NEAR(near->missing, off, 2e-12);
          EXPECT_EQ(near->cause, Cause::tooNear);
        }
        const Vector3d above = 0.5 * (least + most) * direction + Vector3d(0, 0, off);
        const auto beside = certifyOutOfReach(*model, 0, {above});
        EXPECT_TRUE(beside || off < 1e-11);
        if (beside) {
          EXPECT_EQ(beside->cause, Cause::offPlane);
        }
      }
  }
}

// With two limited joints: the distance from a goal to the arc of the first joint, least over a scan
// of the second, refined by halving.
double scannedDistance(const Rows& rows, const Vector2d& goal) {
  const auto at = [&](double q2) {
    const Vector2d arm(rows[0].a + rows[1].a * std::cos(q2), rows[1].a * std::sin(q2));
    const double angle = std::atan2(goal.y(), goal.x()) - std::atan2(arm.y(), arm.x());
    double least = kInfinity;
    for (const double turn : {-2 * kPi, 0.0, 2 * kPi})
      least = std::min(
          least,
          (Eigen::Rotation2Dd(std::clamp(angle + turn, rows[0].lower, rows[0].upper)) * arm - goal)
              .norm());
    return least;
  };
  constexpr int kCells = 1000;
  const double step = (rows[1].upper - rows[1].lower) / kCells;
  const auto cell = [&](int i) { return at(rows[1].lower + std::clamp(i, 0, kCells) * step); };
  double least = kInfinity;
  for (int i = 0; i <= kCells; ++i) {
    if (cell(i) > cell(i - 1) || cell(i) > cell(i + 1)) continue;
    double best = rows[1].lower + i * step;
    for (double h = step; h > 1e-14; h *= 0.5)
      for (const double q : {best - h, best + h})
        if (const double x = std::clamp(q, rows[1].lower, rows[1].upper); at(x) < at(best))
          best = x;
    least = std::min(least, at(best));
  }
  return least;
}

TEST(OutOfReach, MatchesAScanOfTwoLimitedJoints) {
  Random random(7);
  int proven = 0, inside = 0, byLimits = 0;
  for (int i = 0; i < 300; ++i) {
    Rows rows = planarRows({random.uniform(0.2, 1), random.uniform(0.2, 1)});
    for (DhRow& row : rows) {
      row.lower = random.uniform(-3, 1);
      row.upper = row.lower + random.uniform(0.1, 3);
    }
    const Model::Pointer model = modelOf(rows, false);
    const double most = rows[0].a + rows[1].a;
    Vector2d goal(random.uniform(-most, most), random.uniform(-most, most));
    if (i % 3 == 0) {  // Just beside what a corner of the limits reaches.
      const Goal corner = goalAt(*model, Vector2d(rows[0].upper, rows[1].lower));
      goal = corner.position.head<2>() + std::pow(10, random.uniform(-9, -1)) *
                                             Vector2d(random.uniform(-1, 1), random.uniform(-1, 1));
    }
    const double distance = scannedDistance(rows, goal);
    const auto found = certifyOutOfReach(*model, 0, {{goal.x(), goal.y(), 0}});
    if (distance < 1e-11) {
      EXPECT_FALSE(found) << i << " " << distance;
    }
    if (distance > 1e-10) {
      EXPECT_TRUE(found) << i << " " << distance;
    }
    inside += distance < 1e-11;
    if (!found) continue;
    ++proven;
    byLimits += found->needsLimits;
    EXPECT_LE(found->missing, distance + 1e-12) << i;
    if (found->method == Method::boxes) {
      EXPECT_GE(found->missing, 0.98 * distance - 1e-11) << i;
    }
  }
  EXPECT_GT(inside, 50);
  EXPECT_GT(byLimits, 150);
  EXPECT_GT(proven, 200);
}

TEST(OutOfReach, AgreesWithAGridOfThreeLimitedJoints) {
  Random random(19);
  int proven = 0;
  for (int i = 0; i < 60; ++i) {
    Rows rows =
        planarRows({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.1, 1)});
    const double most = rows[0].a + rows[1].a + rows[2].a;
    for (DhRow& row : rows) row.lower = random.uniform(-2, 0), row.upper = row.lower + 1.5;
    const Model::Pointer model = modelOf(rows, false);
    const Vector2d goal(random.uniform(-most, most), random.uniform(-most, most));
    constexpr int kCells = 40;
    double least = kInfinity;
    for (int a = 0; a <= kCells; ++a)
      for (int b = 0; b <= kCells; ++b)
        for (int c = 0; c <= kCells; ++c) {
          const double q1 = rows[0].lower + 1.5 * a / kCells;
          const double q2 = q1 + rows[1].lower + 1.5 * b / kCells;
          const double q3 = q2 + rows[2].lower + 1.5 * c / kCells;
          const Vector2d tip(
              rows[0].a * std::cos(q1) + rows[1].a * std::cos(q2) + rows[2].a * std::cos(q3),
              rows[0].a * std::sin(q1) + rows[1].a * std::sin(q2) + rows[2].a * std::sin(q3));
          least = std::min(least, (tip - goal).norm());
        }
    const double cell = 3 * most * 0.75 / kCells;
    const auto found = certifyOutOfReach(*model, 0, {{goal.x(), goal.y(), 0}});
    if (least > cell) {
      EXPECT_TRUE(found) << i;
    }
    if (!found) continue;
    ++proven;
    EXPECT_LE(found->missing, least) << i;
    if (found->method == Method::boxes) {
      EXPECT_GE(found->missing, 0.98 * (least - cell)) << i;
    }
  }
  EXPECT_GT(proven, 20);
}

// No goal with the same orientation within the distance has a solution, and some goals not much
// farther have one.
void expectEmptyBalls(const Model::Pointer& model, const char* name, double leastShare) {
  const ClosedForm closed = ClosedForm::make(model).take();
  Random random(23);
  const auto solved = [&](const Goal& goal) {
    return !closed.solutions(goal, Vector::Zero(6)).empty();
  };
  int proven = 0, without = 0;
  double tightest = kInfinity;
  for (int i = 0; i < 150; ++i) {
    Goal goal = goalAt(*model, randomPose(*model, random));
    const Vector3d away(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    goal.position += (i % 2 == 0 ? 0.3 : 0.01) * away;
    if (solved(goal)) {
      EXPECT_FALSE(certifyOutOfReach(*model, 0, goal)) << name << " " << i;
      continue;
    }
    ++without;
    const auto found = certifyOutOfReach(*model, 0, goal);
    if (!found) continue;
    ++proven;
    ASSERT_FALSE(found->isAngle()) << name;
    double nearest = kInfinity;
    for (int k = 0; k < 150; ++k) {
      const Vector3d aside =
          Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))
              .normalized();
      const double far = found->missing * random.uniform(0.9, 2);
      const Goal near{goal.position + far * aside, goal.orientation};
      if (solved(near)) nearest = std::min(nearest, far / found->missing);
    }
    EXPECT_GE(nearest, 1 - 1e-9) << name << " " << i << " " << found->text();
    tightest = std::min(tightest, nearest);
  }
  EXPECT_GE(proven, leastShare * without) << name;
  EXPECT_LT(tightest, 1.2) << name;
}

TEST(OutOfReach, IsProvenByTheClosedFormForBallsWithoutSolutions) {
  for (const auto& [name, rows, share] : std::vector<std::tuple<const char*, Rows, double>>{
           {"UR5e", kUr5e, 0.9},
           {"Puma", kPuma, 1},
           {"KR 6", kKr6, 1},
           {"axes 1, 2 meet", kWristShoulder, 0.9},
           {"axes 2, 3 meet", kWristElbow, 0.9},
           {"wrist", kWrist, 0.9},
           {"planar, 5, 6 meet", kPlanarMeet, 0.7}}) {
    const Model::Pointer model = modelOf(rows, true);
    expectEmptyBalls(model, name, share);
    expectEmptyBalls(reversedModel(*model), name, 0.9 * share);
    expectEmptyBalls(reversedModel(*model, 1e-7), name, 0.8 * share);
  }
}

// Goals that are moved by less than the tolerances from what a pose reaches; returns how many are
// proven out of reach with tolerances of a tenth.
int expectNoProofWithinTolerances(const Model::Pointer& model, const char* name) {
  Random random(29);
  OutOfReachOptions options;
  options.boxes = 500;
  int proofs = 0, beyond = 0;
  for (int i = 0; i < 80; ++i) {
    Vector theta = randomPose(*model, random);
    for (double& each : theta)
      if (random.below(3) == 0) each = 0;
    for (int c = 0; c < theta.size(); ++c)
      theta[c] = std::clamp(theta[c], model->tree.moving(c).lower, model->tree.moving(c).upper);
    Goal goal = goalAt(*model, theta);
    const auto direction = [&] {
      return Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))
          .normalized();
    };
    options.position = std::pow(10, random.uniform(-6, -1));
    options.rotation = std::pow(10, random.uniform(-6, 0));
    goal.position += 0.999 * options.position * direction();
    goal.orientation = Eigen::AngleAxisd(0.999 * options.rotation, direction()) * goal.orientation;
    proofs += certifyOutOfReach(*model, 0, goal, options).has_value();
    options.position *= 0.1, options.rotation *= 0.1;
    beyond += certifyOutOfReach(*model, 0, goal, options).has_value();
  }
  EXPECT_EQ(proofs, 0) << name;
  return beyond;
}

TEST(OutOfReach, IsNeverGivenWithinTheTolerances) {
  int beyond = 0;
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm.rows, arm.oriented);
    beyond += expectNoProofWithinTolerances(model, arm.name);
    if (arm.oriented && model->columns() == 6)
      beyond += expectNoProofWithinTolerances(reversedModel(*model), arm.name);
  }
  EXPECT_GT(beyond, 400);
}

// Hinges and slides that follow others, with a screw.
TEST(OutOfReach, IsNeverGivenForPosesOfCoupledJoints) {
  for (const bool planar : {false, true}) {
    TreeBuilder builder;
    const Vector3d axis = planar ? Vector3d(0, 0, 1) : Vector3d(0.3, 0.2, 1);
    builder.joint({.id = "a", .parent = "", .lower = -1, .upper = 0.4});
    builder.joint({.id = "b",
                   .parent = "a",
                   .kind = JointKind::prismatic,
                   .xyz = {0.3, 0, 0},
                   .axis = {1, 0, 0},
                   .lower = -0.1,
                   .upper = 0.2});
    builder.joint({.id = "c",
                   .parent = "b",
                   .xyz = {0.2, 0.1, 0},
                   .axis = axis,
                   .mimic = {.joint = "a", .multiplier = -2, .offset = 0.3}});
    builder.joint({.id = "d",
                   .parent = "c",
                   .kind = JointKind::prismatic,
                   .xyz = {0.2, 0, 0},
                   .axis = {0.6, 0.8, 0},
                   .mimic = {.joint = "b", .multiplier = 3, .offset = 0.1}});
    if (!planar)
      builder.joint({.id = "e",
                     .parent = "d",
                     .kind = JointKind::screw,
                     .axis = axis,
                     .lower = -2,
                     .upper = 3,
                     .pitch = 0.05});
    builder.effector({.id = "tool", .parent = planar ? "d" : "e", .xyz = {0.1, 0, 0}});
    for (const bool oriented : {false, true}) {
      const auto model =
          Model::make(builder.build(), {{.effector = "tool", .oriented = oriented}}).take();
      expectNoProof(model, planar ? "planar" : "spatial", 400, 500);
      const auto far = certifyOutOfReach(*model, 0, {{2, 0, 0}});
      EXPECT_TRUE(far) << planar << oriented;
    }
  }
}

// The wrist of the Puma turns about the shoulder at up to |p23| + |p34|, but for the offset d3 along
// the axes of both: sqrt(d3^2 + (a2 + sqrt(a3^2 + d4^2))^2).
TEST(OutOfReach, MatchesTheReachOfAPumasWrist) {
  const Model::Pointer model = modelOf(kPuma, true);
  const double links = 0.4318, fore = std::hypot(0.0203, 0.4318), offset = 0.15005;
  const double most = std::hypot(offset, links + fore);
  Random random(13);
  for (double off = 1e-12; off < 0.3; off *= 10)
    for (int i = 0; i < 20; ++i) {
      Goal goal = goalAt(*model, randomPose(*model, random));
      const Vector3d hand = 0.0563 * (goal.orientation * Vector3d::UnitZ());
      const double lift = random.uniform(-0.5, 0.5), turn = random.uniform(-3, 3);
      const Vector3d direction(std::cos(turn) * std::cos(lift), std::sin(turn) * std::cos(lift),
                               std::sin(lift));
      const auto at = [&](double radius) {
        goal.position = radius * direction + hand;
        return certifyOutOfReach(*model, 0, goal);
      };
      EXPECT_FALSE(at(most - off)) << off;
      if (const auto far = at(most + off)) {
        EXPECT_LE(far->missing, off);
        EXPECT_NEAR(far->missing, off, 1e-9 + 2e-3 * off);
        EXPECT_EQ(far->cause, Cause::tooFar);
        if (far->method == Method::closedForm) {
          EXPECT_EQ(far->links, (std::array<int, 2>{2, 3}));
        }
      } else {
        EXPECT_LT(off, 2e-11);
      }
    }
  // The offset keeps the wrist away from axis 1.
  for (double off = 1e-12; off < 0.1; off *= 10) {
    const auto at = [&](double radius) {
      const Goal goal{{radius, 0, 0.4 + 0.0563}};
      return certifyOutOfReach(*model, 0, goal);
    };
    EXPECT_FALSE(at(offset + off)) << off;
    const auto near = at(offset - off);
    EXPECT_TRUE(near || off < 2e-11) << off;
    if (!near) continue;
    EXPECT_EQ(near->cause, Cause::besideAxis);
    EXPECT_EQ(near->axis, 1);
    EXPECT_LE(near->missing, off);
    EXPECT_NEAR(near->missing, off, 1e-9 + 2e-3 * off);
  }
}

// With axis 6 along the parallel axes, a UR5e is a planar arm of the joints 2, 3, 4 and 6.
TEST(OutOfReach, MatchesTheReachOfAUr5e) {
  const Model::Pointer model = modelOf(kUr5e, true);
  Goal goal = goalAt(*model, Vector::Zero(6));
  const double most = 0.425 + 0.3922 + 0.0997;
  goal.position.z() = 0.1625;
  for (double off = 1e-12; off < 0.3; off *= 10) {
    goal.position.x() = -most + off;
    EXPECT_FALSE(certifyOutOfReach(*model, 0, goal)) << off;
    goal.position.x() = -most - off;
    const auto far = certifyOutOfReach(*model, 0, goal);
    EXPECT_TRUE(far || off < 1e-6) << off;
    if (!far) continue;
    EXPECT_LE(far->missing, off);
    EXPECT_NEAR(far->missing, off, 1e-12 + 0.1 * off) << off;
  }
}

// Three joints and an orientation: the third joint's place is known, the first two have two
// solutions.
TEST(OutOfReach, MatchesTheSolutionsOfAnOrientedPlanarArm) {
  Random random(37);
  int within = 0, byBoxes = 0;
  for (int i = 0; i < 500; ++i) {
    const double a = random.uniform(0.3, 1), b = random.uniform(0.3, 1);
    Rows rows = planarRows({a, b, 0.2});
    for (DhRow& row : rows) {
      row.lower = random.uniform(-3, 0);
      row.upper = row.lower + random.uniform(0.3, 4);
    }
    const Model::Pointer model = modelOf(rows, true);
    const double heading = random.uniform(-kPi, kPi);
    const double far = random.uniform(0.1, a + b + 0.1), turn = random.uniform(-kPi, kPi);
    const Vector3d wrist(far * std::cos(turn), far * std::sin(turn), 0);
    const Goal goal{wrist + 0.2 * Vector3d(std::cos(heading), std::sin(heading), 0),
                    Eigen::Quaterniond(Eigen::AngleAxisd(heading, Vector3d::UnitZ()))};
    // How far the better solution is within all limits, radians.
    double margin = -kInfinity;
    const double cosine = (far * far - a * a - b * b) / (2 * a * b);
    for (const double side : {-1.0, 1.0}) {
      if (std::abs(cosine) > 1) continue;
      const double q2 = side * std::acos(cosine);
      const double q1 = turn - std::atan2(b * std::sin(q2), a + b * std::cos(q2));
      double least = kInfinity;
      const double q[] = {q1, q2, heading - q1 - q2};
      for (size_t k = 0; k < 3; ++k) {
        const double middle = 0.5 * (rows[k].lower + rows[k].upper);
        least = std::min(least, 0.5 * (rows[k].upper - rows[k].lower) -
                                    std::abs(std::remainder(q[k] - middle, 2 * kPi)));
      }
      margin = std::max(margin, least);
    }
    const auto found = certifyOutOfReach(*model, 0, goal);
    if (margin > 1e-9) {
      EXPECT_FALSE(found) << i << " " << margin;
    }
    if (margin < -1e-6) {
      EXPECT_TRUE(found) << i << " " << margin;
    }
    within += margin > 0;
    byBoxes += found && found->method == Method::boxes;
  }
  EXPECT_GT(within, 15);
  EXPECT_GT(byBoxes, 100);
}

// Just beyond a boundary where the tip moves along it: bounds of first order would need more boxes.
TEST(OutOfReach, NeedsFewBoxesBesideSmoothBoundaries) {
  OutOfReachOptions options;
  options.boxes = 1500;
  for (double off = 1e-9; off < 0.1; off *= 10) {
    // The last joint stays bent, so that the arm is longest with the second at an angle.
    Rows rows = planarRows({0.5, 0.4, 0.3}, 2);
    rows[2].lower = 0.6, rows[2].upper = 1.5;
    const double most = 0.5 + std::hypot(0.4 + 0.3 * std::cos(0.6), 0.3 * std::sin(0.6));
    const auto stretched = [&](double radius) {
      return certifyOutOfReach(*modelOf(rows, false), 0,
                               {{radius * std::cos(0.3), radius * std::sin(0.3), 0}}, options);
    };
    EXPECT_FALSE(stretched(most - off)) << off;
    const auto far = stretched(most + off);
    ASSERT_TRUE(far) << off;
    EXPECT_LE(far->missing, off);
    EXPECT_GE(far->missing, 0.98 * off - 1e-12);

    // The first joint is at its limit, the second on its circle around the elbow.
    Rows two = planarRows({0.5, 0.4}, 2);
    two[0].lower = -0.2, two[0].upper = 0.2;
    const auto beside = [&](double radius) {
      return certifyOutOfReach(*modelOf(two, false), 0,
                               {{0.5 * std::cos(0.2) + radius * std::cos(1.6),
                                 0.5 * std::sin(0.2) + radius * std::sin(1.6), 0}},
                               options);
    };
    EXPECT_FALSE(beside(0.4 - off)) << off;
    const auto aside = beside(0.4 + off);
    ASSERT_TRUE(aside) << off;
    EXPECT_LE(aside->missing, off);
    EXPECT_GE(aside->missing, 0.98 * off - 1e-12);
  }
  // Two straight joints behind the first, which is at its limit.
  Rows three = planarRows({0.5, 0.4, 0.3}, 2);
  three[0].lower = -0.2, three[0].upper = 0.2;
  options.boxes = 3000;
  const auto bent = certifyOutOfReach(*modelOf(three, false), 0,
                                      {{0.5 * std::cos(0.2) + 0.701 * std::cos(1.6),
                                        0.5 * std::sin(0.2) + 0.701 * std::sin(1.6), 0}},
                                      options);
  ASSERT_TRUE(bent);
  EXPECT_GE(bent->missing, 0.00095);
  EXPECT_LE(bent->missing, 0.001);
}

// Searches from random poses end at the proven distance or farther.
TEST(OutOfReach, IsNotAboveWhatSearchesReachWithFourAndFiveJoints) {
  Random random(41);
  int proven = 0;
  double best = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<double> links(4 + static_cast<size_t>(i % 2));
    double most = 0;
    for (double& each : links) each = random.uniform(0.2, 1), most += each;
    Rows rows = planarRows(links);
    for (DhRow& row : rows) row.lower = random.uniform(-1, 0.5), row.upper = row.lower + 0.8;
    const Model::Pointer model = modelOf(rows, false);
    const Goal goal{{random.uniform(-most, most), random.uniform(-most, most), 0}};
    OutOfReachOptions options;
    options.boxes = 20000;
    const auto found = certifyOutOfReach(*model, 0, goal, options);
    if (!found) continue;
    ++proven;
    double least = kInfinity;
    for (int k = 0; k < 12; ++k) {
      Vector theta = randomPose(*model, random);
      double error = kInfinity, step = 0.4;
      while (step > 1e-7) {
        Vector next = theta;
        for (int c = 0; c < next.size(); ++c)
          next[c] = std::clamp(next[c] + step * random.uniform(-1, 1), model->tree.moving(c).lower,
                               model->tree.moving(c).upper);
        double x = -goal.position.x(), y = -goal.position.y(), heading = 0;
        for (int c = 0; c < next.size(); ++c) {
          heading += next[c];
          x += links[static_cast<size_t>(c)] * std::cos(heading);
          y += links[static_cast<size_t>(c)] * std::sin(heading);
        }
        const double now = std::hypot(x, y);
        if (now < error)
          error = now, theta = next, step = std::min(0.8, 1.6 * step);
        else
          step *= 0.93;
      }
      least = std::min(least, error);
    }
    EXPECT_LE(found->missing, least) << i;
    if (found->method == Method::boxes) best = std::max(best, found->missing / least);
  }
  EXPECT_GT(proven, 40);
  EXPECT_GT(best, 0.98);
}

TEST(OutOfReach, CountsSlidesWithinTheirLimits) {
  // A hinge carries a slide along x, from 0.3 to 0.8 m.
  TreeBuilder builder;
  builder.joint({.id = "turn", .parent = "", .lower = -0.5, .upper = 0.5});
  builder.joint({.id = "slide",
                 .parent = "turn",
                 .kind = JointKind::prismatic,
                 .axis = {1, 0, 0},
                 .lower = 0.3,
                 .upper = 0.8});
  builder.effector({.id = "tool", .parent = "slide"});
  const auto model = Model::make(builder.build(), {{.effector = "tool"}}).take();
  const auto missing = [&](double radius, double angle, bool limits = true) {
    OutOfReachOptions options;
    options.withinLimits = limits;
    const auto found = certifyOutOfReach(
        *model, 0, {{radius * std::cos(angle), radius * std::sin(angle), 0}}, options);
    EXPECT_TRUE(!found || found->needsLimits);
    return found ? found->missing : 0;
  };
  EXPECT_NEAR(missing(0.9, 0.4), 0.1, 1e-12);
  EXPECT_NEAR(missing(0.1, 0.4), 0.2, 1e-12);
  EXPECT_EQ(missing(0.7999999, 0.4), 0);
  EXPECT_EQ(missing(0.5, 0.4999999), 0);
  EXPECT_NEAR(missing(0.5, 0.6), 0.5 * std::sin(0.1), 1e-2 * 0.05);
  EXPECT_EQ(missing(0.9, 0.4, false), 0);

  // A SCARA: 0.2 m of height.
  const auto scara = modelOf(scaraRows(), true);
  Goal goal = goalAt(*scara, Eigen::Vector4d(0.3, 0.4, 0.1, 0.2));
  EXPECT_FALSE(certifyOutOfReach(*scara, 0, goal));
  goal.position.z() += 0.15;
  const auto high = certifyOutOfReach(*scara, 0, goal);
  ASSERT_TRUE(high);
  EXPECT_NEAR(high->missing, 0.05, 1e-12);
  EXPECT_EQ(high->cause, Cause::offPlane);
  EXPECT_TRUE(high->needsLimits);
}

TEST(OutOfReach, StopsWhenToldTo) {
  const Model::Pointer model = modelOf(limited(planarRows({0.5, 0.4, 0.2, 0.1})), false);
  const Goal goal{{-0.05, 0.3, 0}};
  ASSERT_EQ(certifyOutOfReach(*model, 0, goal)->method, Method::boxes);
  OutOfReachOptions options;
  int asked = 0;
  options.stop = [&] { return ++asked > 0; };
  EXPECT_FALSE(certifyOutOfReach(*model, 0, goal, options));
  EXPECT_EQ(asked, 1);
  options.stop = {};
  options.boxes = 3;
  EXPECT_FALSE(certifyOutOfReach(*model, 0, goal, options));
}

TEST(OutOfReach, IgnoresFreeRotationsAndProvesNothingWithFreePositions) {
  TargetSpec target{.effector = "tool", .oriented = true};
  target.freedom.turns = {false, false, true};
  const auto spin = Model::make(dhTree(kPuma), {target}).take();
  EXPECT_TRUE(certifyOutOfReach(*spin, 0, {{2, 0, 0}}));
  Goal goal = goalAt(*spin, Vector::Zero(6));
  goal.orientation = Eigen::AngleAxisd(0.5, Vector3d::UnitZ()) * goal.orientation;
  EXPECT_FALSE(certifyOutOfReach(*spin, 0, goal));
  target.freedom.position = {false, false, true};
  const auto drop = Model::make(dhTree(kPuma), {target}).take();
  EXPECT_FALSE(certifyOutOfReach(*drop, 0, {{0, 0, 9}}));
}

TEST(OutOfReach, SaysWhyInWords) {
  const auto text = [](const Rows& rows, bool oriented, const Goal& goal) {
    const auto found = certifyOutOfReach(*modelOf(rows, oriented), 0, goal);
    return found ? found->text() : std::string("nothing");
  };
  const Rows planar = planarRows({0.5, 0.4});
  EXPECT_EQ(text(planar, false, {{1.4, 0, 0}}), "499 mm beyond the stretched arm");
  EXPECT_EQ(text(planar, false, {{0.0, 0.05, 0}}),
            "49.9 mm nearer to the base than the arm can fold");
  EXPECT_EQ(text(planar, false, {{0.5, 0, 1.5}}), "1.49 m beside the plane in which the arm moves");
  EXPECT_EQ(text(planarRows({0.5, 0.4, 0.1}), true,
                 {{0.5, 0, 0}, Eigen::Quaterniond(Eigen::AngleAxisd(0.2, Vector3d::UnitX()))}),
            "11.4° tilted against the plane in which the arm moves");
  EXPECT_EQ(text(kPuma, true, {{0.1, 0, 0.4 + 0.0563}}), "50 mm too near to axis 1");
  EXPECT_EQ(text(kPuma, true, {{0.9, 0, 0.0563}}), "22.9 mm beyond the stretched arm");
  // The wrist is 0.88 m above the base, and 25 mm beside joint 2.
  EXPECT_EQ(text(kKr6, true, {{0, 0, 0.4 + 0.88 + 0.08}}),
            "3.89 mm beyond what links 2 and 3 can span");
  EXPECT_EQ(text(limited(planar), false, {{-0.5, 0, 0}}).substr(4),
            "mm from all positions that the arm reaches within its joint limits");
}

// Axes 4 and 5, and 5 and 6, make angles of 0.5 and 0.4 rad, so that axis 6 is within 0.9 rad of the
// horizontal axis 4, and never vertical.
TEST(OutOfReach, SaysByWhichAngleAnOrientationIsOutOfReach) {
  Rows rows = kUr5e;
  rows[3].alpha = 0.5, rows[4].alpha = -0.4;
  for (const bool reversed : {false, true}) {
    Model::Pointer model = modelOf(rows, true);
    if (reversed) model = reversedModel(*model);
    Goal goal{{0.3, -0.3, 0.3}};
    if (reversed) {
      // The inverse of the goal, in the frames of the reversed arm.
      const Eigen::Quaterniond tip = goalAt(*modelOf(rows, true), Vector::Zero(6)).orientation;
      goal = {-goal.position, tip * goalAt(*model, Vector::Zero(6)).orientation};
    }
    const auto found = certifyOutOfReach(*model, 0, goal);
    ASSERT_TRUE(found) << reversed;
    EXPECT_EQ(found->cause, Cause::rotation);
    EXPECT_NEAR(found->missing, kHalf - 0.9, 1e-3);
    EXPECT_LE(found->missing, kHalf - 0.9 + 1e-12);
    EXPECT_EQ(found->text(), "38.4° from all orientations that the arm has there");
  }
}

}  // namespace
}  // namespace iklab::out_of_reach_test
