// Instances of a crowd against the same scene alone, bit for bit; their matrices against forward
// kinematics.
#include "iklab/lab/crowd.hpp"

#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/world.hpp"

namespace iklab::crowd_test {
namespace {

using Eigen::Matrix4f, Eigen::Vector3d;

test::BatchScene sceneOf(const std::string& name) {
  test::BatchScene scene = test::batchScene(name);
  scene.spec.run.mode = RunMode::track;
  for (LabTarget& target : scene.spec.targets) {
    target.motion = {};
    target.motion.amplitude = {0.2, 0.3, 0.1};
    target.motion.period = {1.5, 2.5, 3.5};
  }
  return scene;
}

std::unique_ptr<Crowd> crowdOf(const test::BatchScene& scene, const std::string& method,
                               int count) {
  auto crowd = Crowd::open(scene.tree, scene.spec).take();
  const test::Row row = test::panelRow(method);
  std::copy(row.begin(), row.end(), crowd->params().begin());
  EXPECT_EQ(crowd->resize(count), "");
  return crowd;
}

Vector thetaOf(const Crowd& crowd, int instance) {
  const auto angles = crowd.angles(instance);
  return Eigen::Map<const Vector>(angles.data(), static_cast<int>(angles.size()));
}

Eigen::Map<Matrix4f> matrix(Crowd& crowd, int row, int instance) {
  return Eigen::Map<Matrix4f>(
      &crowd.matrices()[static_cast<size_t>((row * crowd.count() + instance) * kMatrixStride)]);
}

std::vector<Goal> goalsAt(const LabSpec& spec, double time) {
  std::vector<Goal> goals;
  for (const LabTarget& target : spec.targets) {
    goals.push_back(target.base);
    goals.back().position += target.motion.at(time);
  }
  return goals;
}

TEST(Crowd, InstanceWithoutDelayEqualsALabRun) {
  for (const char* name : {"double-y", "arm-6", "spatial-8"}) {
    const test::BatchScene scene = sceneOf(name);
    for (const auto& entry : test::methods()) {
      const auto crowd = crowdOf(scene, entry->id, 3);
      crowd->delays()[0] = 0.7;
      crowd->delays()[2] = 0.4;
      const auto lab = Lab::open(scene.tree, scene.spec).take();
      std::copy(crowd->params().begin(), crowd->params().end(), lab->params().begin());
      ASSERT_EQ(lab->restart(1), "");
      crowd->restart();
      for (int frame = 1; frame <= 20; ++frame) {
        ASSERT_TRUE(crowd->advance());
        ASSERT_EQ(crowd->frame(), frame - 1);
        lab->advance(1);
        ASSERT_EQ(thetaOf(*crowd, 1), lab->runner(0).theta()) << name << entry->id << frame;
      }
      crowd->show();
      EXPECT_EQ(crowd->frame(), 20);
    }
  }
}

TEST(Crowd, DelayShiftsTheTargetMotionOfAnInstance) {
  const test::BatchScene scene = sceneOf("double-y");
  LabSpec spec = scene.spec;
  const Model::Pointer model = modelOf(scene.tree, spec).take();
  for (const char* method : {"dls", "transpose", "levenberg-marquardt", "sdls", "bfgs"}) {
    const auto crowd = crowdOf(scene, method, 5);
    for (int i = 0; i < 5; ++i) crowd->delays()[static_cast<size_t>(i)] = 0.31 * i;
    crowd->restart();
    for (int i = 0; i < 30; ++i) crowd->advance();
    for (int i = 0; i < 5; ++i) {
      Runner alone(test::solverOf(*model, spec.run, test::panelRow(method)), spec.run, spec.start);
      std::vector<Goal> before = goalsAt(spec, 0.31 * i);
      for (int frame = 1; frame <= 30; ++frame) {
        const std::vector<Goal> goals = goalsAt(spec, frame * spec.run.timeStep + 0.31 * i);
        double jump = frame == 1 ? kInfinity : 0;
        for (size_t k = 0; k < goals.size(); ++k)
          jump = std::max(jump, (goals[k].position - before[k].position).norm());
        before = goals;
        alone.beginFrame(goals, true, jump);
        alone.update();
      }
      EXPECT_EQ(thetaOf(*crowd, i), alone.theta()) << method << i;
    }
  }
}

TEST(Crowd, MatricesAndErrorMatchForwardKinematics) {
  for (const char* method : {"dls", "sdls"}) {
    const test::BatchScene scene = sceneOf("double-y");
    const auto crowd = crowdOf(scene, method, 3);
    Random random(5);
    Matrix4f places[3];
    for (int i = 0; i < 3; ++i) {
      places[i].setIdentity();
      const Eigen::AngleAxisf turn(static_cast<float>(i), Eigen::Vector3f(1, 2, -1).normalized());
      places[i].topLeftCorner<3, 3>() = turn.toRotationMatrix();
      places[i].topRightCorner<3, 1>() = Eigen::Vector3f(3, -2, 1) * static_cast<float>(i);
      matrix(*crowd, 0, i) = places[i];
      crowd->delays()[static_cast<size_t>(i)] = i;
    }
    crowd->restart();
    for (int frame = 0; frame < 7; ++frame) crowd->advance();
    std::vector<Vector> poses;
    for (int i = 0; i < 3; ++i) poses.push_back(thetaOf(*crowd, i));
    crowd->advance();  // Its matrices show the poses before this frame.
    double error = 0;
    for (int i = 0; i < 3; ++i) {
      Pose pose(scene.tree);
      forwardKinematics(scene.tree, poses[static_cast<size_t>(i)], pose);
      const int joints = static_cast<int>(pose.origin.size());
      for (int j = 0; j < joints; ++j) {
        Matrix4f frame = Matrix4f::Identity();
        frame.topLeftCorner<3, 3>() = pose.worldFromJoint[static_cast<size_t>(j)].cast<float>();
        frame.topRightCorner<3, 1>() = pose.origin[static_cast<size_t>(j)].cast<float>();
        EXPECT_LT((matrix(*crowd, 1 + j, i) - places[i] * frame).norm(), 2e-5);
      }
      const auto goals = goalsAt(scene.spec, 7 * scene.spec.run.timeStep + i);
      for (size_t k = 0; k < goals.size(); ++k) {
        Eigen::Vector4f at;
        at << goals[k].position.cast<float>(), 1;
        EXPECT_LT(
            (matrix(*crowd, 1 + joints + static_cast<int>(k), i).col(3) - places[i] * at).norm(),
            2e-5);
        const size_t tip = static_cast<size_t>(scene.spec.targets[k].effector);
        error += (goals[k].position - pose.tip[tip]).norm();
      }
    }
    EXPECT_NEAR(crowd->error(), error / 3, 1e-12);
  }
}

TEST(Crowd, SplittingAFrameChangesNoResult) {
  const test::BatchScene scene = sceneOf("double-y");
  for (const char* method : {"dls", "sdls"}) {
    const auto whole = crowdOf(scene, method, 50), cut = crowdOf(scene, method, 50);
    int pieces = 0;
    for (int frame = 0; frame < 5; ++frame) {
      whole->advance();
      do ++pieces;
      while (!cut->advance(0));
    }
    EXPECT_EQ(pieces, 5 * 4);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(thetaOf(*whole, i), thetaOf(*cut, i));
    EXPECT_EQ(whole->error(), cut->error());
    EXPECT_TRUE(
        std::equal(whole->matrices().begin(), whole->matrices().end(), cut->matrices().begin()));
  }
}

TEST(Crowd, ResizeKeepsTheStateOfRemainingInstances) {
  const test::BatchScene scene = sceneOf("double-y");
  const auto crowd = crowdOf(scene, "dls", 5), other = crowdOf(scene, "dls", 2);
  matrix(*crowd, 0, 1)(0, 3) = 4;
  crowd->delays()[1] = other->delays()[1] = 0.2;
  for (Crowd* each : {crowd.get(), other.get()}) each->restart();
  for (int i = 0; i < 4; ++i) crowd->advance(), other->advance();
  ASSERT_EQ(crowd->resize(3), "");
  EXPECT_EQ(crowd->frame(), 4);
  EXPECT_EQ(matrix(*crowd, 0, 1)(0, 3), 4);
  ASSERT_EQ(crowd->resize(6), "");
  EXPECT_EQ(matrix(*crowd, 0, 5), Matrix4f::Identity());
  EXPECT_EQ(thetaOf(*crowd, 5), thetaOf(*crowd, 3));
  for (int i = 0; i < 4; ++i) crowd->advance(), other->advance();
  EXPECT_EQ(thetaOf(*crowd, 1), thetaOf(*other, 1));
}

TEST(Crowd, ChangingTheMethodKeepsPoseAndTime) {
  const test::BatchScene scene = sceneOf("arm-6");
  const auto crowd = crowdOf(scene, "bfgs", 3);
  for (int i = 0; i < 6; ++i) crowd->advance();
  const Vector before = thetaOf(*crowd, 2);
  const test::Row row = test::panelRow("transpose");
  std::copy(row.begin(), row.end(), crowd->params().begin());
  crowd->advance();
  EXPECT_EQ(crowd->frame(), 6);
  EXPECT_EQ(crowd->fault(), "");
  Runner alone(test::solverOf(*modelOf(scene.tree, *std::make_unique<LabSpec>(scene.spec)).take(),
                              scene.spec.run, row),
               scene.spec.run, before);
  alone.beginFrame(goalsAt(scene.spec, 7 * scene.spec.run.timeStep), true, kInfinity);
  alone.update();
  EXPECT_EQ(thetaOf(*crowd, 2), alone.theta());
}

TEST(Crowd, AttractionMovesTargetsByLessThanItsReach) {
  const test::BatchScene scene = sceneOf("arm-6");
  const auto crowd = crowdOf(scene, "dls", 2);
  Matrix4f place = Matrix4f::Identity();
  place.topLeftCorner<3, 3>() = Eigen::AngleAxisf(1, Eigen::Vector3f::UnitZ()).toRotationMatrix();
  place(0, 3) = 50;
  matrix(*crowd, 0, 1) = place;
  crowd->restart();
  const Vector3d point(0.5, 0.25, 0.5);
  crowd->attract(point, 0.3);
  crowd->advance();
  crowd->show();
  const int row = 1 + static_cast<int>(scene.tree.joints().size());
  const Vector3d goal = goalsAt(scene.spec, scene.spec.run.timeStep)[0].position;
  for (int i = 0; i < 2; ++i) {
    const Matrix4f at = i == 0 ? Matrix4f(Matrix4f::Identity()) : place;
    const Vector3d from =
        (at * Eigen::Vector4f(goal.cast<float>().homogeneous())).head<3>().cast<double>();
    const Vector3d moved = matrix(*crowd, row, i).col(3).head<3>().cast<double>() - from;
    EXPECT_LT(moved.norm(), 0.3);
    EXPECT_NEAR(moved.normalized().dot((point - from).normalized()), 1, 1e-4);
    // The shift approaches the reach as the distance grows.
    const double way = (point - from).norm();
    EXPECT_NEAR(moved.norm(), way * 0.3 / (way + 0.3), 1e-4);
  }
  crowd->letGo();
  crowd->advance();
  crowd->show();
  const Vector3d free = goalsAt(scene.spec, 2 * scene.spec.run.timeStep)[0].position;
  EXPECT_LT((matrix(*crowd, row, 0).col(3).head<3>().cast<double>() - free).norm(), 1e-6);
}

TEST(Crowd, InstancesBeyondTheLaneRangeAreSolvedOneByOne) {
  test::BatchScene scene = sceneOf("double-y");
  LabSpec& spec = scene.spec;
  spec.start = Vector::Constant(scene.tree.columns(), 1e6);  // Too large for the lanes' sines.
  auto far = Crowd::open(scene.tree, spec).take();
  const test::Row row = test::panelRow("dls");
  std::copy(row.begin(), row.end(), far->params().begin());
  ASSERT_EQ(far->resize(3), "");
  for (int i = 0; i < 3; ++i) far->advance();
  const auto lab = Lab::open(scene.tree, spec).take();
  std::copy(row.begin(), row.end(), lab->params().begin());
  ASSERT_EQ(lab->restart(1), "");
  for (int i = 0; i < 3; ++i) lab->advance(1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(thetaOf(*far, i), lab->runner(0).theta());
}

TEST(Crowd, AllocatesNothingInAFrame) {
  for (const char* method : {"dls", "levenberg-marquardt", "sdls"}) {
    const auto crowd = crowdOf(sceneOf("double-y"), method, 5);
    crowd->advance();
    const std::size_t before = test::allocations();
    for (int i = 0; i < 5; ++i) crowd->advance();
    EXPECT_EQ(test::allocations(), before) << method;
  }
}

TEST(Crowd, RejectsInvalidCountsParametersAndMechanisms) {
  const test::BatchScene scene = sceneOf("arm-6");
  const auto crowd = crowdOf(scene, "dls", 2);
  EXPECT_EQ(crowd->resize(0), "count must be from 1 to 10000; got 0");
  EXPECT_EQ(crowd->resize(10001), "count must be from 1 to 10000; got 10001");
  EXPECT_EQ(crowd->count(), 2);
  const double sound = crowd->params()[test::paramIndex("dls", "lambda")];
  crowd->params()[test::paramIndex("dls", "lambda")] = -1;
  const Vector before = thetaOf(*crowd, 0);
  crowd->advance();
  EXPECT_NE(crowd->fault(), "");
  EXPECT_NE(thetaOf(*crowd, 0), before);
  crowd->params()[test::paramIndex("dls", "lambda")] = sound;
  crowd->advance();
  EXPECT_EQ(crowd->fault(), "");
  const test::BatchScene large = {test::planarChain(65), {}};
  LabSpec spec;
  spec.targets.push_back({.base = {{1, 1, 0}, Eigen::Quaterniond::Identity()}});
  EXPECT_EQ(Crowd::open(large.tree, spec).reason(),
            "a crowd's mechanism must have at most 64 joints that move; got 65");
}

TEST(Crowd, MethodWithLargeMemoryAllowsFewerInstances) {
  LabSpec spec;
  spec.targets.push_back({.base = {{1, 1, 0}, Eigen::Quaterniond::Identity()}});
  const auto crowd = Crowd::open(test::planarChain(64), spec).take();
  const test::Row dls = test::panelRow("dls"), bfgs = test::panelRow("bfgs");
  std::copy(dls.begin(), dls.end(), crowd->params().begin());
  ASSERT_EQ(crowd->resize(6000), "");
  std::copy(bfgs.begin(), bfgs.end(), crowd->params().begin());
  crowd->advance();
  EXPECT_NE(crowd->fault().find("bytes an instance: there must be at most"), std::string::npos)
      << crowd->fault();
  ASSERT_EQ(crowd->resize(100), "");
  crowd->advance();
  EXPECT_EQ(crowd->fault(), "");
}

}  // namespace
}  // namespace iklab::crowd_test
