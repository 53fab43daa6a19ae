#include "iklab/lab/crowd.hpp"

#include <algorithm>
#include <cstring>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/deadline.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Vector3d;

typedef float Float4 __attribute__((vector_size(16)));

constexpr size_t kMostLearnt = 1 << 27;  // Bytes, for all instances together.
// Number of instances between two readings of the clock.
constexpr int kInstancesPerClockRead = 16;
constexpr float kUpright[kMatrixStride] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// x, y, z of a column, then 0, per lane.
std::array<Float4, 1> column(const double* x) {
  return {Float4{static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2]), 0}};
}
std::array<Float4, 2> column(const Two* x) {
  typedef float Float2 __attribute__((vector_size(8)));
  const auto narrow = [](Two both) { return __builtin_convertvector(both, Float2); };
  const Float4 xy = __builtin_shufflevector(narrow(x[0]), narrow(x[1]), 0, 2, 1, 3);
  const Float4 z0 = __builtin_shufflevector(narrow(x[2]), Float2{}, 0, 2, 1, 3);
  return {__builtin_shufflevector(xy, z0, 0, 1, 4, 5), __builtin_shufflevector(xy, z0, 2, 3, 6, 7)};
}

// The placement of an instance, by columns.
class InstanceTransform {
 public:
  InstanceTransform() = default;
  explicit InstanceTransform(const float* matrix)
      : turned_(std::memcmp(matrix, kUpright, 12 * sizeof(float)) != 0) {
    std::memcpy(columns_, matrix, sizeof columns_);
  }

  void frame(Float4 x, Float4 y, Float4 z, Float4 origin, float* to) const {
    put(turned(x), to);
    put(turned(y), to + 4);
    put(turned(z), to + 8);
    put(turned(origin) + columns_[3], to + 12);
  }
  // A frame at a point, with the axes of the instance.
  void upright(const Vector3d& origin, float* to) const {
    for (int i = 0; i < 3; ++i) put(columns_[i], to + 4 * i);
    put(turned(column(origin.data())[0]) + columns_[3], to + 12);
  }

 private:
  Float4 turned(Float4 v) const {
    return turned_ ? columns_[0] * v[0] + columns_[1] * v[1] + columns_[2] * v[2] : v;
  }
  static void put(Float4 column, float* to) { std::memcpy(to, &column, sizeof column); }

  bool turned_ = false;
  Float4 columns_[4] = {};
};

// Distance in the constrained components of a target, metres.
double distanceOf(const TaskTarget& target, const Eigen::Matrix3d& worldFromTip,
                  const Vector3d& tip, const Goal& goal) {
  const Vector3d off = goal.position - tip;
  if (!target.freedom.anyPosition()) return off.norm();
  double e[6] = {off.x(), off.y(), off.z()};
  askedError(target, worldFromTip, goal, e);
  return Eigen::Map<const Vector3d>(e).norm();
}

}  // namespace

// Runs rarely: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

Result<std::unique_ptr<Crowd>> Crowd::open(Result<Tree> tree, LabSpec spec) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  if (const int n = model.value()->columns(); n > kMostCrowdJoints)
    return Fault{"a crowd's mechanism must have at most " + std::to_string(kMostCrowdJoints) +
                 " joints that move; got " + std::to_string(n)};
  return std::unique_ptr<Crowd>(new Crowd(model.take(), std::move(spec)));
}

Crowd::Crowd(Model::Pointer model, LabSpec spec)
    : model_(std::move(model)), spec_(std::move(spec)), params_(panelStride(*spec_.methods), 0) {
  for (std::vector<Goal>& goals : goals_)
    for (const LabTarget& target : spec_.targets) goals.push_back(target.base);
  updateMethod();
}

std::string Crowd::setMethod(const MethodOptions& method, const Settings& settings) {
  return writePanel(fitLengths(*model_, method), settings, *spec_.methods, params_);
}

// Creates a workspace for the method in `params`; resets what the instances have learnt with
// another method.
std::string Crowd::updateMethod() {
  if (!chosen_.empty() &&
      std::memcmp(params_.data(), chosen_.data(), sizeof(double) * params_.size()) == 0)
    return fault_;
  chosen_ = params_;
  const Result<Solver> solver = solverOf(model_, spec_.run.limitPolicy, *spec_.methods, params_);
  if (!solver) return fault_ = solver.reason();
  auto workspace = std::make_unique<Workspace>(solver.value());
  Memory probe{spec_.start};
  workspace->begin(probe, goals_[0]);
  const size_t learnt = sizeof(double) * probe.learnt.size();
  if (learnt * instances_.size() > kMostLearnt)
    return fault_ = std::string(solver.value().method().entry().id) + " keeps " +
                    std::to_string(learnt) + " bytes an instance: there must be at most " +
                    std::to_string(kMostLearnt / learnt) + " of them";
  workspace_ = std::move(workspace);
  lanes_ = Lanes::cover(solver.value())
               ? std::make_unique<PairOfLanes>(solver.value(), spec_.run.rules)
               : nullptr;
  for (Memory& memory : instances_) memory = {std::move(memory.theta)};
  return fault_ = {};
}

std::string Crowd::resize(int count) {
  if (const std::string fault = rangeFault("count", count, 1, kMostInstances); !fault.empty())
    return fault;
  if (next_ > 0) advance();
  updateMethod();
  if (!workspace_) return fault_;
  const size_t rows = 1 + model_->tree.joints().size() + spec_.targets.size();
  std::vector<float> places(matrices_.begin(),
                            matrices_.begin() + static_cast<long>(this->count() * kMatrixStride));
  const int before = this->count();
  instances_.resize(at(count), {spec_.start});
  delays_.resize(at(count), 0);
  aims_.resize(at(count) * spec_.targets.size());
  matrices_.assign(rows * at(count) * kMatrixStride, 0);
  for (int i = 0; i < count; ++i)
    std::copy_n(i < before ? &places[at(i) * kMatrixStride] : kUpright, kMatrixStride,
                matrix(0, i));
  for (int i = before; i < count; ++i) begin(i, computedFrame_);
  chosen_.clear();  // Forces a choice: with this count, the learnt states may be too large.
  show();
  return {};
}

void Crowd::restart() {
  computedFrame_ = 0;
  for (int i = 0; i < count(); ++i) begin(i, 0);
  show();
}

void Crowd::begin(int instance, int frame) {
  instances_[at(instance)] = {spec_.start};
  computeGoals(instance, frame, goals_[0]);
  setAims(instance, goals_[0]);
}

#ifdef __clang__
#pragma clang attribute pop
#endif

void Crowd::computeGoals(int instance, int frame, std::vector<Goal>& goals) const {
  const double time = frame * spec_.run.timeStep + delays_[at(instance)];
  for (size_t i = 0; i < goals.size(); ++i) {
    const LabTarget& target = spec_.targets[i];
    goals[i].position = attractPoint(instance, target.base.position + target.motion.at(time));
  }
}

// The largest distance by which these goals move a target, metres.
double Crowd::jumpTo(int instance, const std::vector<Goal>& goals) const {
  double jump = 0;
  for (size_t i = 0; i < goals.size(); ++i)
    jump = std::max(jump, (goals[i].position - aim(instance, i)).norm());
  return jump;
}

void Crowd::setAims(int instance, const std::vector<Goal>& goals) {
  for (size_t i = 0; i < goals.size(); ++i) aim(instance, i) = goals[i].position;
}

// Moves a target towards the attraction point: by less than half of the remaining distance if that
// is below `reach`, by almost `reach` if the point is far away.
Vector3d Crowd::attractPoint(int instance, const Vector3d& point) const {
  if (pull_.reach <= 0) return point;
  const Eigen::Map<const Eigen::Matrix4f> place(&matrices_[at(instance) * kMatrixStride]);
  const Eigen::Matrix4d from = place.cast<double>();
  const Vector3d to =
      from.topLeftCorner<3, 3>().transpose() * (pull_.point - from.topRightCorner<3, 1>());
  const Vector3d offset = to - point;
  return point + offset * (pull_.reach / (pull_.reach + offset.norm()));
}

// Writes the matrices of `count` instances, one per lane, from `first` on: targets and links.
template <class Real>
void Crowd::draw(const PoseOf<Real>& pose, int first, int count) {
  std::array<InstanceTransform, kLanes<Real>> places;
  for (int lane = 0; lane < count; ++lane)
    places[at(lane)] = InstanceTransform(matrix(0, first + lane));
  int row = 1;
  for (size_t j = 0; j < pose.origin.size(); ++j, ++row) {
    const Real* frame = numbers(pose.worldFromJoint[j]);
    const auto x = column(frame), y = column(frame + 3), z = column(frame + 6);
    const auto origin = column(numbers(pose.origin[j]));
    float* to = matrix(row, first);
    for (size_t lane = 0; lane < at(count); ++lane, to += kMatrixStride)
      places[lane].frame(x[lane], y[lane], z[lane], origin[lane], to);
  }
  for (size_t i = 0; i < spec_.targets.size(); ++i, ++row) {
    const TaskTarget& target = model_->task.targets()[i];
    const size_t tip = at(target.effector);
    for (int lane = 0; lane < count; ++lane) {
      const Goal goal = {aim(first + lane, i), spec_.targets[i].base.orientation};
      places[at(lane)].upright(goal.position, matrix(row, first + lane));
      errors_ += distanceOf(target, iklab::detail::lane(pose.worldFromTip[tip], lane),
                            iklab::detail::lane(pose.tip[tip], lane), goal);
    }
  }
}

void Crowd::show() {
  next_ = 0;
  errors_ = 0;
  shownFrame_ = computedFrame_;
  for (int i = 0; i < count(); ++i) showInstance(i);
  meanError_ = errors_ / std::max(1, count());
}

// Loads an instance and its targets into the workspace.
void Crowd::showInstance(int instance) {
  std::vector<Goal>& goals = goals_[0];
  for (size_t i = 0; i < goals.size(); ++i) goals[i].position = aim(instance, i);
  workspace_->begin(instances_[at(instance)], goals);
  draw(workspace_->pose(), instance, 1);
}

bool Crowd::advance(double milliseconds) {
  if (next_ == 0) {
    updateMethod();
    errors_ = 0;
  }
  const Deadline deadline(milliseconds);
  while (next_ < count()) {
    const int some = std::min(lanes_ ? PairOfLanes::kCount : 1, count() - next_);
    if (lanes_)
      updatePair(next_, some);
    else
      updateAlone(next_);
    next_ += some;
    if (next_ % kInstancesPerClockRead == 0 && next_ < count() && deadline.hasPassed())
      return false;
  }
  next_ = 0;
  shownFrame_ = computedFrame_++;
  meanError_ = errors_ / std::max(1, count());
  return true;
}

void Crowd::updateAlone(int instance) {
  showInstance(instance);
  Memory& memory = instances_[at(instance)];
  const bool first = memory.updates == 0;
  computeGoals(instance, computedFrame_ + 1, goals_[0]);
  const double jump = jumpTo(instance, goals_[0]);
  setAims(instance, goals_[0]);
  workspace_->begin(memory, goals_[0]);
  workspace_->moved(memory, first || jump > workspace_->settings().clamp.distance);
  workspace_->update(memory);
}

// Prepares what the method has learnt for an update, like `Workspace::begin` and `moved`.
void Crowd::recallState(int instance, const std::vector<Goal>& goals) {
  Memory& memory = instances_[at(instance)];
  if (memory.adapted.empty()) workspace_->begin(memory, goals);
  const bool first = memory.updates == 0;
  if (!memory.learnt.empty() &&
      (first || jumpTo(instance, goals) > workspace_->settings().clamp.distance))
    workspace_->forget(memory);
}

// For a single instance, both lanes compute the same.
void Crowd::updatePair(int first, int count) {
  const int second = first + count - 1;
  computeGoals(first, computedFrame_ + 1, goals_[0]);
  computeGoals(second, computedFrame_ + 1, goals_[1]);
  recallState(first, goals_[0]);
  recallState(second, goals_[1]);
  lanes_->update({&instances_[at(first)], &instances_[at(second)]}, goals_);
  draw(lanes_->pose(), first, count);
  for (int lane = 0; lane < count; ++lane) {
    if (lanes_->updated(lane, instances_[at(first + lane)]))
      setAims(first + lane, goals_[at(lane)]);
    else
      updateAlone(first + lane);
  }
}

}  // namespace iklab
