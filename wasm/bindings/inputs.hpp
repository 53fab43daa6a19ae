// A scene as received from JavaScript, and its conversion to types of the core.
#pragma once

#include <string>

#include "iklab/core/reach.hpp"
#include "iklab/core/ready_pose.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/crowd.hpp"
#include "iklab/lab/follower.hpp"
#include "iklab/lab/pose_solver.hpp"
#include "iklab/lab/solution_finder.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

struct Triple {
  double x, y, z;
  operator Eigen::Vector3d() const { return {x, y, z}; }
};

struct Quadruple {
  double x, y, z, w;
};

struct JointInput {
  std::string id, parent;  // Empty parent: the world.
  int kind;
  Triple xyz, rpy, axis;
  double lower, upper, rest, comfort, weight, pitch;
  std::string mimic;  // Empty if it mimics none.
  double multiplier, offset;

  JointSpec spec() const {
    return {
        id,     parent, static_cast<JointKind>(kind), xyz, rpy, axis, lower, upper, rest, comfort,
        weight, pitch,  {mimic, multiplier, offset}};
  }
};

struct EffectorInput {
  std::string id, parent;
  Triple xyz, rpy;

  EffectorSpec spec() const { return {id, parent, xyz, rpy}; }
};

// Does not move unless `sine` or a path is set.
class MotionInput {
 public:
  void sine(const Triple& amplitude, const Triple& period, const Triple& phase) {
    motion_.amplitude = amplitude;
    motion_.period = period;
    motion_.phase = phase;
  }
  void path(double period) { motion_.pathPeriod = period; }
  void point(double x, double y, double z) { motion_.points.emplace_back(x, y, z); }
  const Motion& motion() const { return motion_; }

 private:
  Motion motion_;
};

struct TargetInput {
  int effector;  // Index in document order.
  bool oriented;
  double orientationWeight;
  Triple position;
  Quadruple orientation;
  double positionTolerance, rotationTolerance;  // Per axis; both below 0: none.
  Triple freePosition, freeTurns;               // x y z: not 0 if the component is free.
  int freeFrame;                                // AxisFrame of the free axes.
  Triple freeAxis;                              // Axis of a spin or a cone; zero: none.
  double freeCone;

  LabTarget target(const Motion& motion) const {
    const Quadruple& q = orientation;
    return {effector,
            oriented,
            orientationWeight,
            {position, Eigen::Quaterniond(q.w, q.x, q.y, q.z)},
            motion,
            tolerance(),
            freedom()};
  }

 private:
  std::optional<AxisTolerance> tolerance() const {
    if (positionTolerance < 0 && rotationTolerance < 0) return {};
    return AxisTolerance{positionTolerance, rotationTolerance};
  }
  Freedom freedom() const {
    const auto flags = [](const Triple& t) {
      return std::array<bool, 3>{t.x != 0, t.y != 0, t.z != 0};
    };
    return {static_cast<AxisFrame>(freeFrame), flags(freePosition), flags(freeTurns), freeAxis,
            freeCone};
  }
};

struct RestartsInput {
  int most, every;
  double seed;  // An integer.
  int outside;  // An Outside value.
  int from;     // A RestartPose value.
  int maxSlow;  // 0: no limit.
};

struct RunInput {
  int mode, limitPolicy, updatesPerFrame;
  double timeStep, tolerance, orientationTolerance, minImprovement;
  int maxRises, maxUpdates;
  double residual;  // 0: not used.
  int maxSlow;      // 0: no limit.
  double slowShare;
  RestartsInput restarts;

  RunSettings settings() const {
    return {static_cast<RunMode>(mode),
            static_cast<LimitPolicy>(limitPolicy),
            updatesPerFrame,
            timeStep,
            {tolerance, orientationTolerance, minImprovement, maxRises, maxUpdates, residual,
             maxSlow, slowShare},
            {restarts.most, restarts.every, static_cast<std::uint64_t>(restarts.seed),
             static_cast<Outside>(restarts.outside), static_cast<RestartPose>(restarts.from),
             restarts.maxSlow}};
  }
};

// The methods of a lab or a batch: the library's own, and custom ones written as formulas.
class Registry {
 public:
  const MethodRegistry::Pointer& methods() const { return methods_; }
  // Adds the formula that make(id) returns, under an id of its own. Returns the index of the method;
  // -1 if it has a fault.
  template <class Make>
  int add(const Make& make) {
    auto with =
        methods_->with(make(detail::concatenate({"formula-", std::to_string(++formulas_)})));
    if (!with) return -1;
    methods_ = with.take();
    return static_cast<int>(methods_->entries().size()) - 1;
  }

 private:
  MethodRegistry::Pointer methods_ = MethodRegistry::builtIn();
  int formulas_ = 0;
};

// Collects a scene. `build` creates the lab, or returns null and stores the reason.
class LabBuilder {
 public:
  void joint(const JointInput& input) { tree_.joint(input.spec()); }
  void effector(const EffectorInput& input) { tree_.effector(input.spec()); }
  void target(const TargetInput& input, const MotionInput& motion) {
    spec_.targets.push_back(input.target(motion.motion()));
  }
  void start(double value) { start_.push_back(value); }
  void run(const RunInput& input) { spec_.run = input.settings(); }
  void methods(const Registry& registry) { spec_.methods = registry.methods(); }
  std::string reason() const { return reason_; }

  void setting(int field, double value) {
    if (field >= 0 && field < kBatchSettingStride) settings_[static_cast<size_t>(field)] = value;
  }

  // The model of the scene. Faults: an invalid scene.
  Result<Model::Pointer> model() {
    LabSpec asked = spec();
    return modelOf(tree_.build(), asked);
  }

  // Largest stretch of the targets' effectors, metres; NaN if the tree is invalid.
  double stretch() const {
    const Result<Tree> tree = tree_.build();
    if (!tree) return kNotUsed;
    std::vector<int> effectors;
    for (const LabTarget& target : spec_.targets) effectors.push_back(target.effector);
    return stretchOf(tree.value(), effectors);
  }

  void goal(int goal) { goals_.push_back(static_cast<EffectorGoal>(goal)); }
  // A goal per effector, by default one that its joints can meet. posed: the start pose follows.
  // Empty if the tree is invalid.
  __attribute__((minsize, noinline)) std::vector<double> ready(int up, bool posed) const {
    const Result<Tree> tree = tree_.build();
    if (!tree) return {};
    const auto axis = static_cast<UpAxis>(up);
    const auto goals = goals_.empty() ? defaultGoals(tree.value(), axis) : goals_;
    std::vector<double> all;
    for (const EffectorGoal goal : goals) all.push_back(static_cast<double>(goal));
    if (!posed) return all;
    const Vector pose = readyPose(tree.value(), goals, axis);
    for (const double value : pose) all.push_back(value);
    return all;
  }

  Lab* build() { return given(Lab::open(tree_.build(), spec())); }
  // These use the same scene with its settings.
  Batch* batch() { return given(Batch::open(tree_.build(), spec(), settings_)); }
  Crowd* crowd() { return given(Crowd::open(tree_.build(), spec())); }
  Follower* follower() { return given(Follower::open(tree_.build(), spec())); }
  PoseSolver* poseSolver() { return given(PoseSolver::open(tree_.build(), spec())); }
  SolutionFinder* solutionFinder(int target) {
    return given(SolutionFinder::open(tree_.build(), spec(), target));
  }

 private:
  const LabSpec& spec() {
    spec_.start = Eigen::Map<const Vector>(start_.data(), static_cast<Eigen::Index>(start_.size()));
    return spec_;
  }
  template <class T>
  T* given(Result<std::unique_ptr<T>> made) {
    if (made) return made.take().release();
    reason_ = made.reason();
    return nullptr;
  }

  TreeBuilder tree_;
  std::vector<EffectorGoal> goals_;
  LabSpec spec_;
  std::vector<double> start_;
  BatchRow settings_ = {};
  std::string reason_;
};

}  // namespace iklab
