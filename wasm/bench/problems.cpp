#include "bench/problems.hpp"

#include "bench/clock.hpp"
#include "bench/kdl.hpp"
#include "iklab/lab/sampler.hpp"
#include "iklab/lab/solution_finder.hpp"

namespace iklab {
namespace {

constexpr double kRounding = 1e-12;  // Metres or radians: between two forward kinematics.
constexpr double kLeast = 0.02;      // Seconds: the problems are solved again until then.

class Ends final : public ProblemRun::Client {
 public:
  Ends(const std::vector<Goal>& goals, const Vector* start, std::uint64_t seed,
       std::vector<Vector>& ends)
      : goals_(goals), start_(start), seed_(seed), ends_(ends) {}
  double updates = 0;

 private:
  bool next(size_t& problem) override { return (problem = next_++) < goals_.size(); }
  void begin(ProblemRun::Slot& slot) override {
    slot.goals[0] = goals_[slot.problem];
    slot.attempts.begin(mix(seed_, slot.problem), slot.goals);
    slot.memory.theta = start_ ? *start_ : slot.attempts.nearestStart();
  }
  void finish(ProblemRun::Slot& slot) override {
    ends_[slot.problem] = slot.memory.theta;
    updates += slot.memory.updates;
  }

  const std::vector<Goal>& goals_;
  const Vector* start_;
  const std::uint64_t seed_;
  std::vector<Vector>& ends_;
  size_t next_ = 0;
};

}  // namespace

Problems::Problems(Model::Pointer model, const LabSpec& spec, int count)
    : model_(std::move(model)), start_(spec.start), oriented_(spec.targets[0].oriented) {
  BatchRow settings = {};
  settings[kBatchSampling] = static_cast<double>(Sampling::reachable);
  settings[kBatchSeed] = 3;
  settings[kBatchNx] = settings[kBatchNy] = 1;
  Sampler sampler(model_, spec, settings);
  for (int i = 0; i < count; ++i) {
    sampler.draw(i);
    goals_.push_back(sampler.goals()[0]);
  }
}

Problems::Result Problems::solve(const Solver& solver, const StopRules& rules,
                                 const Restarts& restarts, const std::string& by,
                                 bool seeded) const {
  std::vector<Vector> ends(goals_.size(), start_);
  double updates = 0, seconds = 0;
  int passes = 0;
  const auto time = [&](const auto& pass) {
    const double begin = processorTime();
    for (; seconds < kLeast; ++passes, seconds = processorTime() - begin) pass();
  };
  const auto each = [&](const auto& solveOne) {
    for (size_t i = 0; i < goals_.size(); ++i) {
      Restarts own = restarts;
      own.seed = mix(restarts.seed, i);
      solveOne(own, std::span(&goals_[i], 1), ends[i]);
    }
  };
  if (seeded) model_->seeds();
  if (by == "one") {
    Workspace workspace(solver);
    time([&] {
      each([&](const Restarts& own, std::span<const Goal> goal, Vector& end) {
        Solution s = (seeded ? solver.solve(goal, rules, own, workspace)
                             : solver.solve(start_, goal, rules, own, workspace))
                         .take();
        updates += s.updates;
        end = std::move(s.theta);
      });
    });
  } else if (by == "kdl") {
    if (!KdlSolver::present() || seeded) return {.absent = true};
    KdlSolver kdl(model_, rules, restarts);
    time([&] {
      each([&](const Restarts& own, std::span<const Goal> goal, Vector& end) {
        end = kdl.solve(start_, goal[0], own.seed);
      });
    });
  } else if (by == "closed") {
    const auto finder = SolutionFinder::of(model_, start_);
    if (finder->kind() != SolutionKind::all) return {.absent = true};
    time([&] {
      each([&](const Restarts&, std::span<const Goal> goal, Vector& end) {
        const Eigen::Vector4d turn = goal[0].orientation.coeffs();
        std::copy_n(goal[0].position.data(), 3, finder->goals().data());
        std::copy_n(turn.data(), 4, finder->goals().data() + 3);
        if (finder->find(0) > 0)
          std::copy_n(finder->solutions().data() + kSolutionHead, end.size(), end.data());
      });
    });
  } else {
    const int lanes = std::stoi(by);
    if (lanes > Lanes::most() || !Lanes::cover(solver)) return {.absent = true};
    time([&] {
      Ends client(goals_, seeded ? nullptr : &start_, restarts.seed, ends);
      ProblemRun(solver, rules, restarts, Watch::nothing, lanes).solve(client);
      updates += client.updates;
    });
  }
  const auto count = static_cast<double>(goals_.size());
  const double solved = share(ends, rules);
  const double made = passes * count;
  return {.rate = solved * made / seconds, .solved = solved, .updates = updates / made};
}

double Problems::share(const std::vector<Vector>& ends, const StopRules& rules) const {
  double solved = 0;
  for (size_t i = 0; i < goals_.size(); ++i) solved += reaches(ends[i], goals_[i], rules);
  return solved / static_cast<double>(goals_.size());
}

bool Problems::reaches(const Vector& theta, const Goal& goal, const StopRules& rules) const {
  const Tree& tree = model_->tree;
  const Effector& tip = tree.effectors()[model_->task.targets()[0].effector];
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(tip.offset).rotate(tip.parentFromTip);
  for (int i = tip.parent; i >= 0; i = tree.joints()[i].parent) {
    const Joint& j = tree.joints()[i];
    Eigen::Isometry3d local = Eigen::Isometry3d::Identity();
    local.translate(j.offset).rotate(j.parentFromJoint);
    if (j.column >= 0) {
      const double q = theta[j.column];
      if (!(q >= j.lower - kRounding && q <= j.upper + kRounding)) return false;
      if (j.slides())
        local.translate(q * j.axis);
      else
        local.rotate(Eigen::AngleAxisd(q, j.axis));
    }
    pose = local * pose;
  }
  if ((pose.translation() - goal.position).norm() > rules.tolerance + kRounding) return false;
  const Eigen::Matrix3d left = goal.orientation.toRotationMatrix().transpose() * pose.linear();
  const double turn = Eigen::AngleAxisd(Eigen::Quaterniond(left)).angle();
  return !oriented_ || turn <= rules.orientationTolerance + kRounding;
}

}  // namespace iklab
