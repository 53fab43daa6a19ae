#include "iklab/lab/solution_finder.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "iklab/analytic/six_axis.hpp"
#include "iklab/ik/checks.hpp"
#include "iklab/lab/goal_row.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {
namespace {

constexpr double kFoundResidual = 1e-9;  // Of a search, metres and radians.
constexpr double kFoundApart = 1e-5;     // Radians or metres between two found solutions.
constexpr double kSamePose = 1e-3;       // Radians.
constexpr int kMostSearches = 100'000;
constexpr int kMostBoxes = 20'000;

bool turnsFreely(const Tree& tree, int column) {
  return tree.moving(column).kind == JointKind::revolute && !tree.leads(column);
}

// 1 to 8 for the sides +++, ++-, +-+ to ---; 0 if one of them is 0.
int numberOf(const ArmSides& sides) {
  int number = 1, bit = 4;
  for (const std::int8_t side : {sides.shoulder, sides.elbow, sides.wrist}) {
    if (side == 0) return 0;
    if (side < 0) number += bit;
    bit /= 2;
  }
  return number;
}

}  // namespace

Result<std::unique_ptr<SolutionFinder>> SolutionFinder::open(Result<Tree> tree, LabSpec spec,
                                                             int target) {
  const int count = static_cast<int>(spec.targets.size());
  if (count > 0 && (target < -1 || target >= count))
    return Fault{rangeFault("target", target, -1, count - 1)};
  if (target >= 0) spec.targets = {spec.targets[static_cast<size_t>(target)]};
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  auto finder = of(model.take(), spec.start);
  for (size_t i = 0; i < spec.targets.size(); ++i)
    writeGoal(spec.targets[i].base, &finder->goals_[i * kTargetStride]);
  return finder;
}

std::unique_ptr<SolutionFinder> SolutionFinder::of(Model::Pointer model, const Vector& start) {
  return std::unique_ptr<SolutionFinder>(new SolutionFinder(std::move(model), start));
}

SolutionFinder::SolutionFinder(Model::Pointer model, const Vector& start)
    : model_(std::move(model)),
      moves_(static_cast<size_t>(model_->columns()), false),
      start_(start.data(), start.data() + start.size()),
      goals_(model_->task.targets().size() * kTargetStride),
      aims_(model_->task.targets().size()),
      theta_(start),
      near_(start) {
  int moving = 0;
  for (const TaskTarget& target : model_->task.targets())
    for (const int column : model_->tree.pathToEffector(target.effector)) {
      if (moves_[static_cast<size_t>(column)]) continue;
      moves_[static_cast<size_t>(column)] = true;
      ++moving;
    }
  Result<ClosedForm> form = ClosedForm::make(model_);
  if (form) {
    kind_ = SolutionKind::all;
    form_ = form.take();
    reason_ = form_->classText();
    branches_ = form_->branches();
  } else {
    reason_ = form.reason();
    if (moving > model_->workingRank)
      makeRedundant(moving);
    else
      branches_.assign(kMostFound, Branch{Vector::Zero(columns())});
    Settings settings;
    settings.limits = LimitPolicy::ignore;
    settings.maxStep = kInfinity;
    solver_.emplace(model_, LevenbergMarquardtOptions{}, settings);
    workspace_ = std::make_unique<Workspace>(*solver_);
  }
  solutions_.assign(branches_.size() * static_cast<size_t>(stride()), 0);
}

void SolutionFinder::makeRedundant(int moving) {
  kind_ = SolutionKind::redundant;
  Result<RedundantForm> form = RedundantForm::make(model_);
  if (!form) {
    branches_.assign(1, Branch{Vector::Zero(columns())});
    const int fixed = model_->workingRank, left = moving - fixed;
    const bool one = model_->task.targets().size() == 1;
    reason_ = detail::concatenate(
        {std::to_string(moving), " joints move the effector",
         one ? ", the target fixes " : "s, the targets fix ", std::to_string(fixed),
         fixed == 1 ? " component; " : " components; ", std::to_string(left),
         left == 1 ? " degree of freedom remains" : " degrees of freedom remain"});
    if (detail::axisChainOf<7>(*model_) && fixed == 6)
      reason_ += "; no closed form: " + form.reason();
    return;
  }
  redundantForm_ = form.take();
  branches_ = redundantForm_->branches();
  const std::string& text = redundantForm_->classText();
  const std::optional<int> held = redundantForm_->heldColumn();
  reason_ = detail::concatenate({"one free parameter: ", held ? "" : "swivel angle; ", text});
}

int SolutionFinder::parameterColumn() const {
  return redundantForm_ ? redundantForm_->heldColumn().value_or(kSwivelAngle) : kNoParameter;
}

double SolutionFinder::startParameter() {
  if (!redundantForm_ || !read()) return kNotUsed;
  return redundantForm_->parameterOf(theta_);
}

bool SolutionFinder::read() {
  std::copy(start_.begin(), start_.end(), theta_.data());
  for (size_t i = 0; i < aims_.size(); ++i) aims_[i] = readGoal(&goals_[i * kTargetStride]);
  fault_ = faultOf(*model_, theta_, LimitPolicy::ignore);
  if (fault_.empty()) fault_ = faultOf(*model_, aims_);
  if (!fault_.empty()) return false;
  for (Goal& aim : aims_) aim.orientation.normalize();
  return true;
}

double SolutionFinder::turnTo(std::span<const double> theta) const {
  double most = 0;
  for (size_t c = 0; c < start_.size(); ++c)
    if (moves_[c] && model_->tree.moving(static_cast<int>(c)).turns())
      most = std::max(most, std::abs(theta[c] - start_[c]));
  return most;
}

int SolutionFinder::numberAt(std::span<const double> theta) {
  if (!form_) return 0;
  std::copy(theta.begin(), theta.end(), near_.data());
  if (!form_->refine(aims_[0], near_)) return 0;
  for (int i = 0; i < found_; ++i) {
    const double* row = &solutions_[static_cast<size_t>(i * stride())];
    double most = 0;
    for (int c = 0; c < columns(); ++c)
      if (moves_[static_cast<size_t>(c)])
        most = std::max(most, std::abs(angleBetween(c, near_[c], row[kSolutionHead + c])));
    if (most <= kSamePose) return static_cast<int>(row[kSolutionNumber]);
  }
  return 0;
}

double SolutionFinder::marginOf(const Vector& theta) const {
  double least = kInfinity;
  for (int c = 0; c < columns(); ++c) {
    if (!moves_[static_cast<size_t>(c)]) continue;
    const Joint& joint = model_->tree.moving(c);
    least = std::min({least, theta[c] - joint.lower, joint.upper - theta[c]});
  }
  return least;
}

bool SolutionFinder::readSearch(int starts, double seed) {
  if (!read()) return false;
  fault_ = rangeFault("starts", starts, 0, kMostSearches);
  if (fault_.empty()) fault_ = wholeFault("seed", seed, 0, kMostSeed);
  if (!fault_.empty()) return false;
  random_ = Random(static_cast<std::uint64_t>(seed));
  found_ = 0;
  return true;
}

int SolutionFinder::find(int starts, double seed) {
  if (!readSearch(starts, seed)) return -1;
  if (kind_ == SolutionKind::redundant) return 0;
  if (form_) {
    found_ = form_->solve(aims_[0], theta_, branches_);
    write();
    return found_;
  }
  if (starts > 0) searchFrom(theta_);
  return search(std::max(0, starts - 1));
}

int SolutionFinder::search(int starts) {
  if (kind_ != SolutionKind::found) return found_;
  Vector from = theta_;
  for (int i = 0; i < starts; ++i) {
    drawPose(model_->tree, random_, from);
    searchFrom(from);
  }
  write();
  return found_;
}

int SolutionFinder::findAt(double parameter) {
  if (!read()) return -1;
  fault_ = redundantForm_ ? rangeFault("parameter", parameter, -kMagnitude, kMagnitude)
                          : "the mechanism has no free parameter";
  if (!fault_.empty()) return -1;
  found_ = redundantForm_->solve(aims_[0], theta_, parameter, branches_);
  // The sides are those of a chain of six joints: they do not identify solutions of this arm.
  for (Branch& branch : branches_) branch.sides = {};
  write();
  return found_;
}

int SolutionFinder::findOne(int starts, double seed) {
  if (!readSearch(starts, seed)) return -1;
  if (form_) return 0;
  Vector from = theta_;
  for (int i = 0; i < starts && found_ == 0; ++i) {
    if (i > 0) drawPose(model_->tree, random_, from);
    searchFrom(from);
  }
  write();
  return found_;
}

int SolutionFinder::traceCurve() {
  if (!read()) return -1;
  if (!curve_) {
    Result<CurveRows> made = CurveRows::make(model_);
    if (!made) {
      fault_ = made.reason();
      return -1;
    }
    curve_ = made.take();
  }
  return curve_->trace(theta_, redundantForm_ ? &*redundantForm_ : nullptr);
}

void SolutionFinder::searchFrom(const Vector& from) {
  const StopRules rules{.tolerance = kFoundResidual,
                        .orientationTolerance = kFoundResidual,
                        .minImprovement = 0,
                        .maxUpdates = 200};
  const Result<Solution> found = solver_->solve(from, aims_, rules, {}, *workspace_);
  if (!found || !found.value().reached() || static_cast<size_t>(found_) == branches_.size()) return;
  const Solution& solution = found.value();
  Branch branch{solution.theta,
                std::hypot(solution.error,
                           *std::max_element(solution.angles.begin(), solution.angles.end()))};
  for (int c = 0; c < columns(); ++c) {
    const size_t column = static_cast<size_t>(c);
    if (!moves_[column])
      branch.theta[c] = start_[column];
    else if (turnsFreely(model_->tree, c))
      branch.theta[c] = detail::turnWithin(branch.theta[c], model_->tree.moving(c), start_[column]);
  }
  for (int i = 0; i < found_; ++i) {
    const Vector& known = branches_[static_cast<size_t>(i)].theta;
    bool same = true;
    for (int c = 0; c < columns() && same; ++c)
      same = std::abs(angleBetween(c, branch.theta[c], known[c])) <= kFoundApart;
    if (same) return;
  }
  branches_[static_cast<size_t>(found_++)] = std::move(branch);
}

double SolutionFinder::angleBetween(int column, double a, double b) const {
  const double difference = a - b;
  return turnsFreely(model_->tree, column) ? detail::nearestTurn(difference, 0) : difference;
}

void SolutionFinder::write() {
  const size_t count = static_cast<size_t>(found_);
  const auto ranked = [&](std::array<size_t, kMostFound>& order, const auto& before) {
    for (size_t i = 0; i < count; ++i) {
      size_t k = i;
      for (; k > 0 && before(i, order[k - 1]); --k) order[k] = order[k - 1];
      order[k] = i;
    }
  };
  // Solutions in an order that does not depend on the start.
  std::array<size_t, kMostFound> order;
  ranked(order, [&](size_t a, size_t b) {
    const ArmSides &x = branches_[a].sides, &y = branches_[b].sides;
    for (const int side : {x.shoulder - y.shoulder, x.elbow - y.elbow, x.wrist - y.wrist})
      if (side != 0) return side > 0;
    for (int c = 0; c < columns(); ++c) {
      const double p = angleBetween(c, branches_[a].theta[c], 0),
                   q = angleBetween(c, branches_[b].theta[c], 0);
      if (std::abs(p - q) > kFoundApart) return p < q;
    }
    return false;
  });
  bool bySides = true;
  for (size_t i = 0; i < count; ++i) {
    const int number = numberOf(branches_[order[i]].sides);
    bySides = bySides && number > 0 && (i == 0 || number > numberOf(branches_[order[i - 1]].sides));
  }
  std::array<int, kMostFound> numbers;
  for (size_t i = 0; i < count; ++i)
    numbers[order[i]] = bySides ? numberOf(branches_[order[i]].sides) : static_cast<int>(i) + 1;

  std::array<double, kMostFound> turn, margin, squares;
  for (size_t i = 0; i < count; ++i) {
    turn[i] = turnTo({branches_[i].theta.data(), start_.size()});
    squares[i] = 0;
    for (size_t c = 0; c < start_.size(); ++c) {
      const double moved = branches_[i].theta[static_cast<Eigen::Index>(c)] - start_[c];
      squares[i] += moved * moved;
    }
    margin[i] = marginOf(branches_[i].theta);
  }
  ranked(order, [&](size_t a, size_t b) {
    const bool outside = margin[a] < 0;
    if (outside != (margin[b] < 0)) return !outside;
    return isNearer({turn[a], squares[a]}, {turn[b], squares[b]});
  });
  for (size_t i = 0; i < count; ++i) {
    const size_t from = order[i];
    const Branch& branch = branches_[from];
    double* row = &solutions_[i * static_cast<size_t>(stride())];
    row[kSolutionNumber] = numbers[from];
    row[kSolutionResidual] = branch.residual;
    row[kSolutionMargin] = margin[from];
    row[kSolutionTurn] = turn[from];
    row[kSolutionShoulder] = branch.sides.shoulder;
    row[kSolutionElbow] = branch.sides.elbow;
    row[kSolutionWrist] = branch.sides.wrist;
    row[kSolutionFamily] = branch.family;
    std::copy_n(branch.theta.data(), columns(), row + kSolutionHead);
  }
}

double SolutionFinder::certify() {
  within_ = false;
  if (!read() || aims_.size() != 1) return kNotUsed;
  const std::optional<Certificate> proof = certifyReached(*model_, theta_, aims_[0]);
  if (!proof) return kNotUsed;
  within_ = proof->withinLimits;
  return proof->radius;
}

double SolutionFinder::proveOutOfReach(double position, double rotation, bool withinLimits) {
  outOfReach_.reset();
  targetOutOfReach_ = -1;
  if (!read()) return kNotUsed;
  fault_ = rangeFault("position", position, 0, kMagnitude);
  if (fault_.empty()) fault_ = rangeFault("rotation", rotation, 0, kMagnitude);
  if (!fault_.empty()) return kNotUsed;
  const OutOfReachOptions options{.position = position,
                                  .rotation = rotation,
                                  .withinLimits = withinLimits,
                                  .boxes = kMostBoxes};
  for (size_t i = 0; i < aims_.size() && !outOfReach_; ++i) {
    targetOutOfReach_ = static_cast<int>(i);
    outOfReach_ = certifyOutOfReach(*model_, targetOutOfReach_, aims_[i], options);
  }
  return outOfReach_ ? outOfReach_->missing : kNotUsed;
}

}  // namespace iklab
