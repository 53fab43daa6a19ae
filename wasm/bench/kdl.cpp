#include "bench/kdl.hpp"

#ifdef IKLAB_KDL
#include <kdl/chain.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#endif

#include "iklab/math/random.hpp"

namespace iklab {

#ifdef IKLAB_KDL

namespace {

KDL::Frame frameOf(const Eigen::Vector3d& origin, const Eigen::Matrix3d& turn) {
  KDL::Rotation rotation;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rotation(i, k) = turn(i, k);
  return {rotation, KDL::Vector(origin.x(), origin.y(), origin.z())};
}

// The chain from the world to the only effector.
KDL::Chain chainOf(const Tree& tree) {
  KDL::Chain chain;
  const Effector& tip = tree.effectors()[0];
  std::vector<int> way;
  for (int i = tip.parent; i >= 0; i = tree.joints()[static_cast<size_t>(i)].parent)
    way.push_back(i);
  for (auto i = way.rbegin(); i != way.rend(); ++i) {
    const Joint& j = tree.joints()[static_cast<size_t>(*i)];
    const KDL::Frame at = frameOf(j.offset, j.parentFromJoint);
    const KDL::Vector axis = at.M * KDL::Vector(j.axis.x(), j.axis.y(), j.axis.z());
    const auto kind = j.slides() ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
    chain.addSegment(j.column < 0 ? KDL::Segment(KDL::Joint(KDL::Joint::None), at)
                                  : KDL::Segment(KDL::Joint(at.p, axis, kind), at));
  }
  chain.addSegment(
      KDL::Segment(KDL::Joint(KDL::Joint::None), frameOf(tip.offset, tip.parentFromTip)));
  return chain;
}

// Moves joints within their limits by full rotations; false if one stays outside.
bool intoLimits(const Tree& tree, Vector& theta) {
  bool within = true;
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = tree.moving(c);
    constexpr double kTurn = 2 * EIGEN_PI;
    if (j.turns() && theta[c] > j.upper)
      theta[c] -= kTurn * std::ceil((theta[c] - j.upper) / kTurn);
    if (j.turns() && theta[c] < j.lower)
      theta[c] += kTurn * std::ceil((j.lower - theta[c]) / kTurn);
    within = within && theta[c] >= j.lower && theta[c] <= j.upper;
  }
  return within;
}

}  // namespace

// With the default weights of KDL, a rotation of 1 rad counts as 0.01 m.
struct KdlSolver::Lma {
  Lma(const Tree& tree, const StopRules& rules)
      : chain(chainOf(tree)), solver(chain, 0.01 * rules.tolerance, rules.maxUpdates) {}
  KDL::Chain chain;
  KDL::ChainIkSolverPos_LMA solver;
};

KdlSolver::KdlSolver(Model::Pointer model, const StopRules& rules, const Restarts& restarts)
    : model_(std::move(model)),
      rules_(rules),
      restarts_(restarts),
      lma_(std::make_shared<Lma>(model_->tree, rules)) {}

Vector KdlSolver::solve(const Vector& start, const Goal& goal, std::uint64_t seed) {
  Random random(seed);
  Vector theta = start;
  KDL::JntArray from(static_cast<unsigned>(theta.size())), to(from);
  const KDL::Frame frame = frameOf(goal.position, goal.orientation.toRotationMatrix());
  for (int attempt = 0; attempt <= restarts_.most; ++attempt) {
    if (attempt > 0) drawPose(model_->tree, random, theta);
    from.data = theta;
    if (lma_->solver.CartToJnt(from, frame, to) < 0) continue;
    Vector found = to.data;
    if (intoLimits(model_->tree, found) && near(found, goal)) return found;
  }
  return start;
}

bool KdlSolver::near(const Vector& theta, const Goal& goal) const {
  Pose pose(model_->tree);
  forwardKinematics(model_->tree, theta, pose);
  Vector e(model_->rows());
  taskError(model_->task, pose, std::span(&goal, 1), e);
  return within(rules_, model_->task, e);
}

bool KdlSolver::present() { return true; }

#else

struct KdlSolver::Lma {};
KdlSolver::KdlSolver(Model::Pointer, const StopRules&, const Restarts&) {}
Vector KdlSolver::solve(const Vector& start, const Goal&, std::uint64_t) { return start; }
bool KdlSolver::present() { return false; }

#endif

}  // namespace iklab
