#include "iklab/lab/crowd.hpp"

#include <algorithm>
#include <cstring>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/deadline.hpp"

namespace iklab {
namespace {

using Eigen::Vector3d;

typedef float Float4 __attribute__((vector_size(16)));

constexpr size_t kMostLearnt = 1 << 27;  // bytes, of all instances together
constexpr int kUnhurried = 16;           // instances between two looks at the clock
constexpr float kUpright[kMatrixStride] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// A frame in its place, by columns.
class Placed {
 public:
  explicit Placed(const float* place) { std::memcpy(columns_, place, sizeof columns_); }

  Float4 direction(const Vector3d& v) const {
    const Eigen::Vector3f f = v.cast<float>();
    return columns_[0] * f.x() + columns_[1] * f.y() + columns_[2] * f.z();
  }
  Float4 point(const Vector3d& v) const { return direction(v) + columns_[3]; }
  // to: room for the matrix
  void frame(const Eigen::Matrix3d& turn, const Vector3d& origin, float* to) const {
    for (int i = 0; i < 3; ++i) put(direction(turn.col(i)), to + 4 * i);
    put(point(origin), to + 12);
  }
  // its own directions, at a point
  void upright(const Vector3d& origin, float* to) const {
    for (int i = 0; i < 3; ++i) put(columns_[i], to + 4 * i);
    put(point(origin), to + 12);
  }

 private:
  static void put(Float4 column, float* to) { std::memcpy(to, &column, sizeof column); }
  Float4 columns_[4];
};

// of what is asked of a target, metres
double distanceOf(const TaskTarget& target, const Eigen::Matrix3d& worldFromTip,
                  const Vector3d& tip, const Goal& goal) {
  const Vector3d off = goal.position - tip;
  if (!target.freedom.anyPosition()) return off.norm();
  double e[6] = {off.x(), off.y(), off.z()};
  askedError(target, worldFromTip, goal, e);
  return Eigen::Map<const Vector3d>(e).norm();
}

Vector3d originOf(const Three<Two>& v, int at) { return lane(v, at); }
Vector3d originOf(const Vector3d& v, int) { return v; }

}  // namespace

// seldom: small before fast
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

Result<std::unique_ptr<Crowd>> Crowd::open(Result<Tree> tree, LabSpec spec) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  if (const int n = model.value()->columns(); n > kMostCrowdJoints)
    return Fault{"a crowd's mechanism must have at most " + std::to_string(kMostCrowdJoints) +
                 " joints that move, has " + std::to_string(n)};
  return std::unique_ptr<Crowd>(new Crowd(model.take(), std::move(spec)));
}

Crowd::Crowd(Model::Pointer model, LabSpec spec)
    : model_(std::move(model)), spec_(std::move(spec)), params_(panelStride(*spec_.methods), 0) {
  for (std::vector<Goal>& goals : goals_)
    for (const LabTarget& target : spec_.targets) goals.push_back(target.base);
  choose();
}

std::string Crowd::setMethod(const MethodOptions& method, const Settings& settings) {
  return writePanel(fittedTo(*model_, method), settings, *spec_.methods, params_);
}

// a workspace of the method that `params` asks for; what another has learnt is forgotten
std::string Crowd::choose() {
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
  lanes_ = learnt == 0 && Lanes::cover(solver.value()) ? std::make_unique<Lanes>(solver.value())
                                                       : nullptr;
  for (Memory& memory : instances_) memory = {std::move(memory.theta)};
  return fault_ = {};
}

std::string Crowd::resize(int count) {
  if (const std::string fault = rangeFault("count", count, 1, kMostInstances); !fault.empty())
    return fault;
  if (next_ > 0) advance();
  choose();
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
  for (int i = before; i < count; ++i) begin(i, made_);
  chosen_.clear();  // there may be too many of them for it
  show();
  return {};
}

void Crowd::restart() {
  made_ = 0;
  for (int i = 0; i < count(); ++i) begin(i, 0);
  show();
}

// an instance stands at the start
void Crowd::begin(int instance, int frame) {
  instances_[at(instance)] = {spec_.start};
  goalsAt(instance, frame, goals_[0]);
  keep(instance, goals_[0]);
}

#ifdef __clang__
#pragma clang attribute pop
#endif

// where the targets of an instance are in a frame
void Crowd::goalsAt(int instance, int frame, std::vector<Goal>& goals) const {
  const double time = frame * spec_.run.timeStep + delays_[at(instance)];
  for (size_t i = 0; i < goals.size(); ++i) {
    const LabTarget& target = spec_.targets[i];
    goals[i].position = pulled(instance, target.base.position + target.motion.at(time));
  }
}

// that is where they are now; how far one has moved, metres
double Crowd::keep(int instance, const std::vector<Goal>& goals) {
  double jump = 0;
  for (size_t i = 0; i < goals.size(); ++i) {
    jump = std::max(jump, (goals[i].position - aim(instance, i)).norm());
    aim(instance, i) = goals[i].position;
  }
  return jump;
}

// A point that is nearer than `reach` is come to by less than half the way that is left to it; one
// that is far away draws by almost `reach`.
Vector3d Crowd::pulled(int instance, const Vector3d& point) const {
  if (pull_.reach <= 0) return point;
  const Eigen::Map<const Eigen::Matrix4f> place(&matrices_[at(instance) * kMatrixStride]);
  const Eigen::Matrix4d from = place.cast<double>();
  const Vector3d to =
      from.topLeftCorner<3, 3>().transpose() * (pull_.point - from.topRightCorner<3, 1>());
  const Vector3d way = to - point;
  return point + way * (pull_.reach / (pull_.reach + way.norm()));
}

template <class Real>
void Crowd::draw(const PoseOf<Real>& pose, int lane, int instance) {
  const Placed placed(matrix(0, instance));
  int row = 1;
  for (size_t j = 0; j < pose.origin.size(); ++j)
    placed.frame(iklab::lane(pose.worldFromJoint[j], lane), originOf(pose.origin[j], lane),
                 matrix(row++, instance));
  for (size_t i = 0; i < spec_.targets.size(); ++i) {
    const TaskTarget& target = model_->task.targets()[i];
    const size_t tip = at(target.effector);
    const Goal goal = {aim(instance, i), spec_.targets[i].base.orientation};
    placed.upright(goal.position, matrix(row++, instance));
    errors_ += distanceOf(target, iklab::lane(pose.worldFromTip[tip], lane),
                          originOf(pose.tip[tip], lane), goal);
  }
}

void Crowd::show() {
  next_ = 0;
  errors_ = 0;
  shown_ = made_;
  for (int i = 0; i < count(); ++i) stand(i);
  meanError_ = errors_ / std::max(1, count());
}

// in the workspace, where its targets are
void Crowd::stand(int instance) {
  std::vector<Goal>& goals = goals_[0];
  for (size_t i = 0; i < goals.size(); ++i) goals[i].position = aim(instance, i);
  workspace_->begin(instances_[at(instance)], goals);
  draw(workspace_->pose(), 0, instance);
}

bool Crowd::advance(double milliseconds) {
  if (next_ == 0) {
    choose();
    errors_ = 0;
  }
  const Deadline deadline(milliseconds);
  while (next_ < count()) {
    const int some = std::min(lanes_ ? Lanes::kCount : 1, count() - next_);
    if (lanes_)
      updatePair(next_, some);
    else
      updateAlone(next_);
    next_ += some;
    if (next_ % kUnhurried == 0 && next_ < count() && deadline.over()) return false;
  }
  next_ = 0;
  shown_ = made_++;
  meanError_ = errors_ / std::max(1, count());
  return true;
}

void Crowd::updateAlone(int instance) {
  stand(instance);
  Memory& memory = instances_[at(instance)];
  const bool first = memory.updates == 0;
  goalsAt(instance, made_ + 1, goals_[0]);
  const double jump = keep(instance, goals_[0]);
  workspace_->begin(memory, goals_[0]);
  workspace_->moved(memory, first || jump > workspace_->settings().clamp.distance);
  workspace_->update(memory);
}

// of one alone both lanes are at work
void Crowd::updatePair(int first, int count) {
  const auto instance = [&](int lane) { return first + std::min(lane, count - 1); };
  for (int lane = 0; lane < Lanes::kCount; ++lane) {
    std::vector<Goal>& goals = goals_[at(lane)];
    goalsAt(instance(lane), made_ + 1, goals);
    lanes_->begin(lane, instances_[at(instance(lane))], goals);
  }
  lanes_->update();
  for (int lane = 0; lane < count; ++lane) {
    if (!lanes_->updated(lane, instances_[at(instance(lane))])) {
      updateAlone(instance(lane));
      continue;
    }
    draw(lanes_->pose(), lane, instance(lane));
    keep(instance(lane), goals_[at(lane)]);
  }
}

}  // namespace iklab
