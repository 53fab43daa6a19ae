// Paths followed point by point, against the closed form of a two-link arm and, bit for bit,
// against a lab.
#include "iklab/lab/follower.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/world.hpp"

namespace iklab::follower_test {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Row = std::vector<double>;

// A planar chain of unit links with one position target; finite limits are clamped.
std::unique_ptr<Follower> chain(const Vector& start, const Row& panel, double tolerance = 1e-3,
                                double limit = kInfinity) {
  LabSpec spec;
  spec.targets = {LabTarget{}};
  spec.start = start;
  spec.run.rules.tolerance = tolerance;
  if (limit < kInfinity) spec.run.limitPolicy = LimitPolicy::clamp;
  const auto n = static_cast<int>(start.size());
  auto follower = Follower::open(test::planarChain(n, -limit, limit), spec).take();
  std::copy(panel.begin(), panel.end(), follower->params().begin());
  return follower;
}

void aim(Follower& follower, const std::vector<Vector3d>& points) {
  ASSERT_EQ(follower.resize(static_cast<int>(points.size())), "");
  for (size_t i = 0; i < points.size(); ++i)
    std::copy_n(points[i].data(), 3, &follower.goals()[i * kTargetStride]);
}

std::vector<Vector3d> circle(const Vector3d& centre, double radius, int count) {
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * EIGEN_PI * i / count;
    points.emplace_back(centre + radius * Vector3d(std::cos(angle), std::sin(angle), 0));
  }
  return points;
}

// The elbow-up solution of two unit links.
Vector2d elbow(const Vector3d& p) {
  const double second = -std::acos((p.squaredNorm() - 2) / 2);
  return {std::atan2(p.y(), p.x()) - std::atan2(std::sin(second), 1 + std::cos(second)), second};
}

double at(const Follower& f, int point, FollowField field) {
  return f.rows()[static_cast<size_t>(point * kFollowStride + field)];
}

double gap(const Follower& f) {
  const auto n = static_cast<int>(f.poses().size() * kFollowStride / f.rows().size());
  const auto last = [n](std::span<const double> poses) {
    return Eigen::Map<const Vector>(poses.data() + poses.size() - n, n);
  };
  return (last(f.poses()) - last(f.before())).norm();
}

Row rowOf(const std::string& method, double maxStep = kInfinity) {
  Row row = test::panelRow(method);
  row[kMaxStep] = maxStep;
  return row;
}

TEST(Follower, FollowsALineByTheClosedForm) {
  std::vector<Vector3d> line;
  for (int i = 0; i < 100; ++i) line.emplace_back(1.7 - 0.012 * i, 0.3 + 0.004 * i, 0);
  const auto follower = chain(elbow(line[0]), rowOf("pseudoinverse"), 1e-13);
  aim(*follower, line);
  ASSERT_EQ(follower->begin(20, 1), "");
  ASSERT_TRUE(follower->advance(100));
  EXPECT_TRUE(std::isnan(at(*follower, 99, kFollowSigma)));
  follower->measure();
  for (int i = 0; i < 100; ++i) {
    const Vector2d q = elbow(line[static_cast<size_t>(i)]);
    const Vector2d before = elbow(line[static_cast<size_t>(std::max(i - 1, 0))]);
    EXPECT_NEAR(follower->poses()[static_cast<size_t>(2 * i)], q[0], 1e-10) << i;
    EXPECT_NEAR(follower->poses()[static_cast<size_t>(2 * i + 1)], q[1], 1e-10) << i;
    EXPECT_NEAR(at(*follower, i, kFollowTurn), (q - before).cwiseAbs().maxCoeff(), 1e-10) << i;
    EXPECT_LE(at(*follower, i, kFollowError), 1e-13) << i;
    EXPECT_EQ(at(*follower, i, kFollowWithin), 1) << i;
    // J = [p'; p' - l1'], its determinant sin q2: the smaller root of x^2 - |J|^2 x + det^2.
    const Vector2d first(std::cos(q[0]), std::sin(q[0]));
    const Vector2d tip = line[static_cast<size_t>(i)].head<2>();
    const double square = tip.squaredNorm() + (tip - first).squaredNorm();
    const double det = std::sin(q[1]);
    const double root = std::sqrt(square * square - 4 * det * det);
    EXPECT_NEAR(at(*follower, i, kFollowSigma), std::sqrt((square - root) / 2), 1e-9) << i;
    const double updates = at(*follower, i, kFollowUpdates);
    EXPECT_TRUE(i == 0 ? updates == 1 : updates > 1 && updates < 8) << updates;
  }
}

// The median over 40 frames of the largest target displacement: with this clamp distance half of
// the moves count as jumps.
double usualMove(Lab& lab) {
  const Row row = rowOf("dls");
  std::copy(row.begin(), row.end(), lab.params().begin());
  EXPECT_EQ(lab.restart(1), "");
  std::array<double, 40> moves = {};
  Row before = test::copied(lab.goals());
  for (double& move : moves) {
    while (!lab.advance(10)) continue;
    const Row now = test::copied(lab.goals());
    for (size_t i = 0; i < now.size(); i += kTargetStride)
      move = std::max(
          move,
          (Eigen::Map<const Vector3d>(&now[i]) - Eigen::Map<const Vector3d>(&before[i])).norm());
    before = now;
  }
  std::sort(moves.begin(), moves.end());
  return moves[20];
}

// Adaptive clamps and all methods: the state of an instance evolves as in a lab.
TEST(Follower, PosesEqualThoseOfATrackingLab) {
  const test::BatchScene scene = test::batchScene("double-y");
  LabSpec spec = scene.spec;
  spec.run.mode = RunMode::hybrid;
  spec.run.updatesPerFrame = 3;
  spec.run.timeStep = 0.05;
  const auto follower = Follower::open(scene.tree, scene.spec).take();
  ASSERT_EQ(follower->resize(40), "");
  const size_t stride = follower->goals().size() / 40, n = follower->start().size();
  const double often = usualMove(*Lab::open(scene.tree, spec).take());
  for (const auto& method : test::methods()) {
    Row row = rowOf(method->id);
    row[kClampMode] = static_cast<double>(ClampMode::adaptive);
    row[kClampDistance] = often;
    const auto lab = Lab::open(scene.tree, spec).take();
    std::copy(row.begin(), row.end(), lab->params().begin());
    ASSERT_EQ(lab->restart(1), "");
    Row poses, misses;
    for (size_t frame = 0; frame < 40; ++frame) {
      while (!lab->advance(10)) continue;
      std::copy_n(lab->goals().begin(), stride, follower->goals().begin() + frame * stride);
      poses.insert(poses.end(), lab->angles().begin(), lab->angles().begin() + n);
      misses.push_back(lab->status()[kStatusError]);
    }
    std::copy(row.begin(), row.end(), follower->params().begin());
    ASSERT_EQ(follower->begin(3, 1), "") << method->id;
    ASSERT_TRUE(follower->advance(40));
    EXPECT_EQ(std::memcmp(poses.data(), follower->poses().data(), 8 * poses.size()), 0)
        << method->id;
    for (int i = 0; i < 40; ++i)
      EXPECT_EQ(at(*follower, i, kFollowError), misses[static_cast<size_t>(i)]) << method->id;
  }
}

TEST(Follower, PausesChangeNoResultAndNothingIsAllocated) {
  const Vector start = Vector3d(0.3, 0.8, -0.5);
  const auto whole = chain(start, rowOf("sdls"));
  const auto parted = chain(start, rowOf("sdls"));
  for (const auto& each : {whole.get(), parted.get()}) {
    aim(*each, circle({1, 1, 0}, 0.4, 50));
    ASSERT_EQ(each->begin(2, 3), "");
  }
  const size_t before = test::allocations();
  EXPECT_FALSE(whole->advance(149));
  EXPECT_TRUE(whole->advance(1000));
  whole->measure();
  EXPECT_EQ(test::allocations(), before);
  EXPECT_TRUE(whole->advance(1));
  int calls = 0;
  while (!parted->advance(7)) ++calls, parted->measure();
  parted->measure();
  EXPECT_EQ(calls, 21);
  EXPECT_EQ(test::copied(whole->rows()), test::copied(parted->rows()));
  EXPECT_EQ(test::copied(whole->poses()), test::copied(parted->poses()));
  EXPECT_EQ(test::copied(whole->before()), test::copied(parted->before()));
  // A second run repeats the first.
  ASSERT_EQ(whole->begin(2, 3), "");
  EXPECT_TRUE(whole->advance(150));
  EXPECT_EQ(test::copied(whole->poses()), test::copied(parted->poses()));
}

// The same poses, once from a method and once as external answers.
TEST(Follower, MeasuresExternalAnswersLikeItsOwn) {
  const Vector start = Vector3d(0.3, 0.8, -0.5);
  const auto own = chain(start, rowOf("dls")), other = chain(start, rowOf("transpose"));
  for (const auto& each : {own.get(), other.get()}) aim(*each, circle({1, 1, 0}, 0.4, 50));
  ASSERT_EQ(own->begin(2, 2), "");
  ASSERT_EQ(other->beginAnswers(2), "");
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(own->advance(1), i == 99);
    std::copy_n(&own->poses()[static_cast<size_t>(i % 50 * 3)], 3, other->answer().begin());
    const size_t before = test::allocations();
    ASSERT_EQ(other->takeAnswer(), i == 99);
    EXPECT_EQ(test::allocations(), before);
  }
  own->measure();
  other->measure();
  EXPECT_EQ(test::copied(own->poses()), test::copied(other->poses()));
  EXPECT_EQ(test::copied(own->before()), test::copied(other->before()));
  for (int i = 0; i < 50; ++i) {
    for (const FollowField field : {kFollowError, kFollowAngle, kFollowWithin, kFollowSigma,
                                    kFollowTurn, kFollowLimits, kFollowLimited})
      EXPECT_EQ(at(*own, i, field), at(*other, i, field)) << i << " " << field;
    EXPECT_TRUE(std::isnan(at(*other, i, kFollowUpdates)));
  }
  EXPECT_TRUE(other->takeAnswer());  // No point is left, so the answer is ignored.
  EXPECT_EQ(test::copied(own->poses()), test::copied(other->poses()));
}

TEST(Follower, AnswersBeyondALimitOrNotFiniteDoNotCountAsReached) {
  const Vector2d start(0.5, 0.5);
  const auto follower = chain(start, rowOf("dls"), 1e-3, 1);
  const Vector3d reached(1 + std::cos(1), std::sin(1), 0);  // For the angles (0, 1), and (1, -1).
  aim(*follower, {reached, reached, reached, reached});
  ASSERT_EQ(follower->beginAnswers(1), "");
  const Row answers[] = {{0, 1}, {0, 1 + 2e-9}, {0, 1 + 5e-10}, {std::nan(""), 0}};
  for (const Row& answer : answers) {
    std::copy(answer.begin(), answer.end(), follower->answer().begin());
    follower->takeAnswer();
  }
  const Row within = {1, 0, 1, 1};  // The NaN answer keeps the previous pose.
  for (int i = 0; i < 4; ++i) EXPECT_EQ(at(*follower, i, kFollowWithin), within[size_t(i)]) << i;
  EXPECT_EQ(follower->poses()[7], 1 + 5e-10);
  EXPECT_NE(follower->beginAnswers(0), "");
  EXPECT_TRUE(follower->takeAnswer());  // No run is active.
}

// Klein & Huang 1983: a closed effector path does not give a closed joint path of a redundant arm
// unless a secondary goal fixes the joints.
TEST(Follower, JointsDriftOnAClosedPathUnlessARestPoseHoldsThem) {
  const Vector start = Vector3d(0.2, 0.9, 0.9);
  Row rest = rowOf("pseudoinverse");
  rest[kSecondaryKind] = static_cast<double>(SecondaryKind::rest);
  rest[kSecondaryGain] = 0.1;
  const auto gapOf = [&](const Row& row, int rounds) {
    const auto follower = chain(start, row, 1e-9);
    aim(*follower, circle({1.2, 0.8, 0}, 0.5, 100));
    EXPECT_EQ(follower->begin(10, rounds), "");
    EXPECT_TRUE(follower->advance(100 * rounds));
    return gap(*follower);
  };
  EXPECT_TRUE(std::isnan(gapOf(rowOf("pseudoinverse"), 1)));
  EXPECT_GT(gapOf(rowOf("pseudoinverse"), 2), 1e-3);
  EXPECT_GT(gapOf(rowOf("pseudoinverse"), 5), 1e-3);
  EXPECT_LT(gapOf(rest, 5), 1e-9);
}

TEST(Follower, ReportsWhichJointsAreAtALimit) {
  const auto follower = chain(Vector3d(0.5, 0.5, 0.5), rowOf("dls"), 1e-3, 0.6);
  aim(*follower, {{-2, 2, 0}});  // The first joint turns up to its limit.
  ASSERT_EQ(follower->begin(200, 1), "");
  ASSERT_TRUE(follower->advance(1));
  follower->measure();
  EXPECT_EQ(follower->poses()[0], 0.6);
  double bits = 0, turn = 0;
  for (const double theta : follower->poses()) turn = std::max(turn, std::abs(theta - 0.5));
  EXPECT_EQ(at(*follower, 0, kFollowTurn), turn);
  for (int c = 0; c < 3; ++c) bits += follower->poses()[static_cast<size_t>(c)] == 0.6 ? 1 << c : 0;
  EXPECT_EQ(at(*follower, 0, kFollowLimits), bits);
  EXPECT_EQ(at(*follower, 0, kFollowLimited), 1);
  EXPECT_EQ(at(*follower, 0, kFollowWithin), 0);
  EXPECT_EQ(at(*follower, 0, kFollowUpdates), 200);
}

TEST(Follower, RejectsInvalidPathsSettingsAndMethods) {
  const auto f = chain(Vector3d(0.5, 0.5, 0.5), rowOf("dls"), 1e-3, 0.6);
  EXPECT_NE(f->resize(0), "");
  EXPECT_NE(f->resize(kMostFollowPoints + 1), "");
  EXPECT_TRUE(f->advance(1));  // No run is active.
  f->measure();
  EXPECT_EQ(f->begin(0, 1), "updates must be from 1 to 1000; got 0");
  EXPECT_EQ(f->begin(1, 1001), "rounds must be from 1 to 1000; got 1001");
  ASSERT_EQ(f->begin(1, 1), "");
  f->goals()[3] = std::nan("");
  EXPECT_EQ(f->begin(1, 1).substr(0, 9), "point 0: ");
  EXPECT_TRUE(f->advance(1));
  EXPECT_EQ(at(*f, 0, kFollowUpdates), 0);
  EXPECT_EQ(f->resize(1), "");
  f->start()[1] = 0.7;
  EXPECT_NE(f->begin(1, 1), "");
  f->start()[1] = kInfinity;
  EXPECT_NE(f->begin(1, 1), "");
  f->start()[1] = 0.5;
  f->params()[kMethod] = 1e9;
  EXPECT_NE(f->begin(1, 1), "");
  EXPECT_NE(f->setMethod(MethodOptions("no-such-method")), "");
  EXPECT_EQ(f->setMethod(MethodOptions("sdls")), "");
  EXPECT_EQ(f->begin(1, 1), "");
  LabSpec none;
  EXPECT_FALSE(Follower::open(test::planarChain(2), none));
}

}  // namespace
}  // namespace iklab::follower_test
