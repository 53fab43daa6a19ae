// Many instances of one scene with one method and one update per frame, all in one workspace, or
// two lanes at a time. One buffer holds the matrices that are drawn.
//
// Instance i is the scene `delays[i]` seconds ahead, transformed by its placement matrix. Its
// motion does not depend on the number of other instances.
#pragma once

#include "iklab/ik/lanes_of.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

inline constexpr int kMostInstances = 10000;
inline constexpr int kMostCrowdJoints = 64;
inline constexpr int kMatrixStride = 16;  // 4 x 4, column-major.

class Crowd {
 public:
  // Uses the time step and limits of the spec's run. Faults: those of modelOf; a tree with more
  // than 64 moving joints.
  static Result<std::unique_ptr<Crowd>> open(Result<Tree> tree, LabSpec spec);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // A panel's row of numbers, see PanelSetting. Sets the method from the next frame on.
  std::span<double> params() { return params_; }
  // Writes `params`; unspecified lengths are scaled to the mechanism. Returns the fault: a method
  // that is not in the registry, or a number out of range; empty if there is none.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});
  // The fault of `params`; the previous method continues. Empty if there is none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Sets the number of instances, 1 to 10 000. New ones begin at the start pose, with the identity
  // as placement. Reallocates the buffers. Returns a fault for any other number; empty if there is
  // none.
  [[nodiscard]] std::string resize(int count);
  // Resets all instances to the start pose and to frame 0.
  void restart();

  // Moves the targets of all instances towards a point in world coordinates, each by at most
  // `reach` metres, from the next frame on, until letGo.
  void attract(const Eigen::Vector3d& point, double reach) { pull_ = {point, reach}; }
  void letGo() { pull_.reach = 0; }

  // Shows the completed frame, and computes the next one. Returns false if that takes longer than
  // this many milliseconds; the next call continues it.
  bool advance(double milliseconds = kInfinity);
  // Shows the completed frame, and cancels the one in progress.
  void show();
  int frame() const { return shownFrame_; }    // The frame that is shown.
  double error() const { return meanError_; }  // Mean over the instances in that frame, metres.

  // World frame, a row of `count` matrices for each of: the placements (written by the caller), the
  // frames of all joints, and the targets (axes of the placement, at the target's position).
  std::span<float> matrices() { return matrices_; }
  // Seconds, one per instance.
  std::span<double> delays() { return delays_; }
  // n: the pose of an instance in the frame that is shown, or in the next one.
  std::span<const double> angles(int instance) const {
    const Vector& theta = instances_[at(instance)].theta;
    return {theta.data(), at(static_cast<int>(theta.size()))};
  }
  int count() const { return static_cast<int>(instances_.size()); }

 private:
  using PairOfLanes = detail::LanesOf<detail::Two>;
  struct Attraction {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    double reach = 0;  // Metres.
  };

  Crowd(Model::Pointer model, LabSpec spec);
  static size_t at(int i) { return static_cast<size_t>(i); }
  std::string updateMethod();
  void begin(int instance, int frame);
  void showInstance(int instance);
  void computeGoals(int instance, int frame, std::vector<Goal>& goals) const;
  double jumpTo(int instance, const std::vector<Goal>& goals) const;
  void setAims(int instance, const std::vector<Goal>& goals);
  void recallState(int instance, const std::vector<Goal>& goals);
  Eigen::Vector3d attractPoint(int instance, const Eigen::Vector3d& point) const;
  void updateAlone(int instance);
  void updatePair(int first, int count);
  Eigen::Vector3d& aim(int instance, size_t target) {
    return aims_[at(instance) * spec_.targets.size() + target];
  }
  const Eigen::Vector3d& aim(int instance, size_t target) const {
    return aims_[at(instance) * spec_.targets.size() + target];
  }
  float* matrix(int row, int instance) {
    return &matrices_[(at(row) * instances_.size() + at(instance)) * kMatrixStride];
  }
  template <class Real>
  void draw(const PoseOf<Real>& pose, int first, int count);

  const Model::Pointer model_;
  const LabSpec spec_;
  std::vector<Memory> instances_;
  std::vector<Eigen::Vector3d> aims_;  // Target positions per instance, in its own frame.
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<PairOfLanes> lanes_;  // Null if lanes do not support the method.
  std::vector<double> params_, chosen_, delays_;
  std::vector<float> matrices_;
  std::array<std::vector<Goal>, PairOfLanes::kCount> goals_;  // Scratch space.
  std::string fault_;
  Attraction pull_;
  int computedFrame_ = 0, shownFrame_ = 0;  // Frame numbers.
  int next_ = 0;                            // Next instance of the frame in progress.
  double errors_ = 0, meanError_ = 0;
};

}  // namespace iklab
