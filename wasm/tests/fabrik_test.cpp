// FABRIK against a plain implementation on points alone, where joints can follow the points, and
// what it says of its misfit where they cannot.
#include <gtest/gtest.h>
#include <map>

#include "tests/support.hpp"

namespace iklab::fabrik_test {
namespace {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

// The published algorithm on points alone, written recursively: no joints, no angles.
struct Plain {
  std::vector<std::vector<int>> children;
  std::vector<double> length;  // of the bone to each point
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

// joints of a point: hinges about these axes at one place
void addRun(TreeBuilder& builder, const std::string& id, const std::string& parent,
            const Vector3d& offset, const std::vector<Vector3d>& axes) {
  for (size_t k = 0; k < axes.size(); ++k) {
    JointSpec s;
    s.id = k + 1 == axes.size() ? id : id + "." + std::to_string(k);
    s.parent = k == 0 ? parent : id + "." + std::to_string(k - 1);
    if (k == 0) s.xyz = offset;
    s.axis = axes[k];
    s.lower = -2.5, s.upper = 2.5;
    builder.joint(s);
  }
}

const std::vector<Vector3d> kBall = {Vector3d::UnitZ(), Vector3d::UnitY(), Vector3d::UnitX()};
const std::vector<Vector3d> kHingeZ = {Vector3d::UnitZ()};

// A chain of `lengths`, every joint with these axes.
struct Scene {
  Tree tree;
  Task task;
  Plain plain;
  std::vector<std::string> ids;  // of the points' joints, of tips the effector's; root first
  Vector theta;
  std::vector<Goal> goals;
};

Scene chain(const std::vector<double>& lengths, const std::vector<Vector3d>& axes,
            bool alternate = false) {
  TreeBuilder builder;
  Scene s;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const std::string id = "p" + std::to_string(i);
    const Vector3d offset = i == 0 ? Vector3d(0.1, 0.2, 0.3) : Vector3d(lengths[i - 1], 0, 0);
    std::vector<Vector3d> own = axes;
    if (alternate && i % 2) own = {Vector3d::UnitY()};
    addRun(builder, id, i == 0 ? "" : s.ids.back(), offset, own);
    s.ids.push_back(id);
    s.plain.children.push_back({static_cast<int>(i) + 1});
    s.plain.length.push_back(i == 0 ? 0 : lengths[i - 1]);
  }
  builder.effector({"tip", s.ids.back(), {lengths.back(), 0, 0}});
  s.ids.push_back("tip");
  s.plain.children.push_back({});
  s.plain.length.push_back(lengths.back());
  s.tree = builder.build().take();
  s.task.add(0, false, 1);
  s.goals.resize(1);
  s.theta = Vector::Zero(s.tree.columns());
  return s;
}

Points pointsOf(const Scene& s, const Vector& theta) {
  Pose pose(s.tree);
  forwardKinematics(s.tree, theta, pose);
  Points points;
  for (const std::string& id : s.ids) {
    for (size_t i = 0; i < s.tree.joints().size(); ++i)
      if (s.tree.joints()[i].id == id) points.push_back(pose.origin[i]);
    for (size_t k = 0; k < s.tree.effectors().size(); ++k)
      if (s.tree.effectors()[k].id == id) points.push_back(pose.tip[k]);
  }
  return points;
}

struct Fitted {
  Vector step;
  double infeasibility;
};

Fitted update(const Scene& s, bool limits = false, int passes = 1, int sweeps = 10) {
  const iklab::Model model{s.tree, s.task, 1};
  std::vector<double> row = test::panelRow("fabrik");
  row[test::paramIndex("fabrik", "passes")] = passes;
  row[test::paramIndex("fabrik", "sweeps")] = sweeps;
  const auto method = methodTable()[static_cast<size_t>(row[kMethod])]->make(model, row.data());
  State state(model);
  state.theta = s.theta;
  state.goals = s.goals;
  forwardKinematics(s.tree, s.theta, state.pose);
  Problem problem(model, state);
  taskError(s.task, state.pose, s.goals, problem.unclampedError);
  problem.error = problem.unclampedError;
  problem.limitsHold = limits;
  Report report(model);
  method->update(problem, report);
  return {report.step, report.infeasibility};
}

double apart(const Points& a, const Points& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

double misfit(const Points& a, const Points& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return sum;
}

void aim(Scene& s, const Vector3d& target) {
  s.goals[0].position = target;
  s.plain.targets[static_cast<int>(s.ids.size()) - 1] = target;
}

const std::vector<double> kLengths = {0.5, 0.3, 0.7, 0.2, 0.4};
constexpr double kReach = 2.1;
const Vector3d kBase(0.1, 0.2, 0.3);

Vector3d inReach(Random& random, double most) {
  return kBase + test::randomVector(3, 1, random).normalized() * random.uniform(0.3, most);
}

// ---- joints that follow ----------------------------------------------------------------------

TEST(Fabrik, MovesBallJointsLikeThePlainAlgorithmOnPoints) {
  Random random(71);
  for (int trial = 0; trial < 60; ++trial) {
    Scene s = chain(kLengths, kBall);
    s.theta = test::randomVector(s.tree.columns(), 1.2, random);
    aim(s, inReach(random, 1.9));
    Points points = pointsOf(s, s.theta);
    for (int u = 0; u < 30; ++u) {
      points = s.plain.pass(points);
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      ASSERT_LT(apart(pointsOf(s, s.theta), points), 1e-9) << trial << " update " << u;
    }
    // the fixed point: every bone as long as it was, the tip on its target
    for (size_t i = 1; i < points.size(); ++i)
      EXPECT_NEAR((points[i] - points[i - 1]).norm(), s.plain.length[i], 1e-12);
    EXPECT_LT((points.back() - s.goals[0].position).norm(), 1e-3);
  }
}

TEST(Fabrik, TakesSeveralPassesAsSeveralUpdates) {
  Random random(72);
  Scene s = chain(kLengths, kBall);
  s.theta = test::randomVector(s.tree.columns(), 1, random);
  aim(s, inReach(random, 1.9));
  Points points = pointsOf(s, s.theta);
  for (int u = 0; u < 3; ++u) points = s.plain.pass(points);
  EXPECT_LT(apart(pointsOf(s, s.theta + update(s, false, 3).step), points), 1e-9);
}

TEST(Fabrik, FollowsInThePlaneWithOneHingeAPoint) {
  Random random(73);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kHingeZ);
    s.theta = test::randomVector(s.tree.columns(), 1.2, random);
    aim(s, kBase + Vector3d(random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3), 0));
    for (int u = 0; u < 10; ++u) {
      const Points expected = s.plain.pass(pointsOf(s, s.theta));
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      EXPECT_LT(apart(pointsOf(s, s.theta), expected), 1e-9);
    }
  }
}

TEST(Fabrik, LaysAChainStraightTowardsWhatItCannotReach) {
  Random random(74);
  for (const double distance : {kReach, kReach + 1e-9, 3.0, 1e6, 1e12}) {
    Scene s = chain(kLengths, kBall);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    const Vector3d way = test::randomVector(3, 1, random).normalized();
    aim(s, kBase + distance * way);
    const Fitted fitted = update(s);
    const Points points = pointsOf(s, s.theta + fitted.step);
    double along = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      along += s.plain.length[i];
      const Vector3d direction = (s.goals[0].position - kBase).normalized();
      EXPECT_LT((points[i] - (kBase + along * direction)).norm(), 1e-9) << distance;
    }
    EXPECT_LE(fitted.infeasibility, 1e-9);
  }
}

// a trunk and two arms, all ball joints: the place where they part is a sub-base
TEST(Fabrik, TakesTheMeanWhereChainsPart) {
  TreeBuilder builder;
  addRun(builder, "root", "", kBase, kBall);
  addRun(builder, "waist", "root", {0.5, 0, 0}, kBall);
  for (const std::string side : {"a", "b"}) {
    addRun(builder, side, "waist", {0.4, 0, 0}, kBall);  // both in the same place
    addRun(builder, side + "-elbow", side, {0.3, 0, 0}, kBall);
    builder.effector({"tip-" + side, side + "-elbow", {0.6, 0, 0}});
  }
  Random random(75);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s{builder.build().take(), {}, {}, {}, {}, std::vector<Goal>(2)};
    s.ids = {"root", "waist", "a", "a-elbow", "tip-a", "b-elbow", "tip-b"};
    s.plain.children = {{1}, {2}, {3, 5}, {4}, {}, {6}, {}};
    s.plain.length = {0, 0.5, 0.4, 0.3, 0.6, 0.3, 0.6};
    s.task.add(0, false, 1);
    s.task.add(1, false, 1);
    s.goals[0].position = s.plain.targets[4] = inReach(random, 1.6);
    s.goals[1].position = s.plain.targets[6] = inReach(random, 1.6);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    Points points = pointsOf(s, s.theta);
    for (int u = 0; u < 10; ++u) {
      points = s.plain.pass(points);
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      ASSERT_LT(apart(pointsOf(s, s.theta), points), 1e-8) << trial << " update " << u;
    }
  }
}

// ---- joints that cannot ----------------------------------------------------------------------

TEST(Fabrik, SaysByHowMuchHingesMissThePoints) {
  Random random(76);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kHingeZ, true);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    aim(s, inReach(random, 1.5));
    const Points before = pointsOf(s, s.theta), wanted = s.plain.pass(before);
    const Fitted fitted = update(s, false, 1, 100);
    const Points after = pointsOf(s, s.theta + fitted.step);
    EXPECT_GT(fitted.infeasibility, 1e-3);
    EXPECT_NEAR(fitted.infeasibility, apart(after, wanted), 1e-12);
    // nearer than where it stood, and no angles close by are better
    EXPECT_LE(misfit(after, wanted), misfit(before, wanted));
    for (int i = 0; i < 200; ++i) {
      const double size = std::pow(10, random.uniform(-2, -0.5));
      const Vector other = test::randomVector(s.tree.columns(), size, random);
      EXPECT_GT(misfit(pointsOf(s, s.theta + fitted.step + other), wanted),
                misfit(after, wanted) - 1e-6);
    }
  }
}

TEST(Fabrik, ReachesWithHingesAllTheSame) {
  Random random(77);
  int reached = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kHingeZ, true);
    s.theta = test::randomVector(s.tree.columns(), 0.5, random);
    aim(s, pointsOf(s, test::randomVector(s.tree.columns(), 1, random)).back());
    for (int u = 0; u < 500; ++u) s.theta += update(s).step;
    reached += (pointsOf(s, s.theta).back() - s.goals[0].position).norm() < 1e-4;
  }
  EXPECT_GE(reached, 38);
}

TEST(Fabrik, KeepsLimitsWhereTheyHold) {
  Random random(78);
  for (int trial = 0; trial < 30; ++trial) {
    Scene s = chain(kLengths, trial % 2 ? kBall : kHingeZ, trial % 2 == 0);
    s.theta = test::randomVector(s.tree.columns(), 2.4, random);
    aim(s, inReach(random, 2));
    for (int u = 0; u < 20; ++u) {
      s.theta += update(s, true).step;
      EXPECT_LE(s.theta.cwiseAbs().maxCoeff(), 2.5 + 1e-12);
    }
  }
}

// ---- slides, screws, orientations, well-known starts -----------------------------------------

Scene slider(JointKind kind, double lower, double upper) {
  TreeBuilder builder;
  JointSpec turn, lift, slide;
  turn.id = "turn", turn.xyz = kBase;
  lift.id = "lift", lift.parent = "turn", lift.axis = Vector3d::UnitY();
  slide.id = "slide", slide.parent = "lift", slide.axis = Vector3d::UnitX();
  slide.kind = kind, slide.lower = lower, slide.upper = upper, slide.pitch = 0.3;
  for (const JointSpec& s : {turn, lift, slide}) builder.joint(s);
  builder.effector({"tip", "slide", {0.2, 0, 0}});
  Scene s{builder.build().take(), {}, {}, {"turn", "slide", "tip"}, Eigen::Vector3d(0.2, -0.3, 0.9),
          std::vector<Goal>(1)};
  s.task.add(0, false, 1);
  return s;
}

TEST(Fabrik, LetsASlideChooseTheLengthOfItsBone) {
  Scene s = slider(JointKind::prismatic, 0.5, 2);
  const auto tipFor = [&](const Vector3d& target) {
    s.goals[0].position = kBase + target;
    for (int u = 0; u < 100; ++u) {
      s.theta += update(s, true).step;
      EXPECT_GE(s.theta[2], 0.5 - 1e-12);
      EXPECT_LE(s.theta[2], 2 + 1e-12);
    }
    return Vector3d(pointsOf(s, s.theta).back() - kBase);
  };
  // a polar arm: its length is the distance
  const Vector3d target(0.8, 0.9, 1);
  EXPECT_LT((tipFor(target) - target).norm(), 1e-6);
  EXPECT_NEAR(s.theta[2], target.norm() - 0.2, 1e-6);
  // beyond the slide's limit: straight and as long as can be; nearer than it: as short
  EXPECT_LT((tipFor({0, 5, 0}) - Vector3d(0, 2.2, 0)).norm(), 1e-6);
  EXPECT_NEAR(tipFor({0.3, 0.1, 0}).norm(), 0.7, 1e-6);
}

TEST(Fabrik, BringsGantryAndScrewToTheirTargets) {
  Scene screw = slider(JointKind::screw, -20, 20);
  screw.goals[0].position = kBase + Vector3d(0.3, 0.5, 0.4);
  for (int u = 0; u < 200; ++u) screw.theta += update(screw).step;
  EXPECT_LT((pointsOf(screw, screw.theta).back() - screw.goals[0].position).norm(), 1e-6);

  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::to_string(i), s.kind = JointKind::prismatic, s.axis = Vector3d::Unit(i);
    if (i > 0) s.parent = std::to_string(i - 1);
    builder.joint(s);
  }
  builder.effector({"tip", "2", {0.1, 0, 0}});
  Scene gantry{builder.build().take(), {}, {}, {"tip"}, Vector::Zero(3), std::vector<Goal>(1)};
  gantry.task.add(0, false, 1);
  gantry.goals[0].position = {1, -2, 3};
  for (int u = 0; u < 200; ++u) gantry.theta += update(gantry).step;
  EXPECT_LT((gantry.theta - Vector3d(0.9, -2, 3)).norm(), 1e-6);
}

TEST(Fabrik, TurnsTheLastFrameAsTheTargetAsks) {
  Random random(79);
  int reached = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kBall);
    s.task = Task();
    s.task.add(0, true, 0.3);
    Pose pose(s.tree);
    forwardKinematics(s.tree, test::randomVector(s.tree.columns(), 0.8, random), pose);
    s.goals[0] = {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
    s.theta = test::randomVector(s.tree.columns(), 0.8, random);
    for (int u = 0; u < 60; ++u) {
      const Fitted fitted = update(s);
      EXPECT_LE(fitted.infeasibility, 1e-9);
      s.theta += fitted.step;
    }
    forwardKinematics(s.tree, s.theta, pose);
    Vector e(6);
    taskError(s.task, pose, s.goals, e);
    reached += e.norm() < 1e-4;
  }
  EXPECT_GE(reached, 38);
}

TEST(Fabrik, DoesNotBendAnArmThatPointsAtTheTarget) {
  Scene s = chain({1, 1, 1}, kBall);
  aim(s, kBase + Vector3d(2, 0, 0));
  EXPECT_LT(update(s).step.norm(), 1e-12);
  // on its own base: still finite, still a chain
  aim(s, kBase);
  for (int u = 0; u < 20; ++u) s.theta += update(s).step;
  EXPECT_TRUE(s.theta.allFinite());
}

}  // namespace
}  // namespace iklab::fabrik_test
