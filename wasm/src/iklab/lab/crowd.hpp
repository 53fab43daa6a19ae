// Many instances of one scene, a method, an update a frame each: all from one workspace, or two lanes at
// a time. What is drawn of them stands in one buffer of matrices.
//
// Instance i is the scene `delays[i]` seconds on, carried by the matrix of its place. Nothing that
// it does depends on how many others there are.
#pragma once

#include "iklab/ik/lanes.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

inline constexpr int kMostInstances = 10000;
inline constexpr int kMostCrowdJoints = 64;
inline constexpr int kMatrixStride = 16;  // 4 x 4 by columns

class Crowd {
 public:
  // Of the spec's run its time step and limits are taken. Refuses as modelOf does, and a tree of more
  // than 64 joints that move.
  static Result<std::unique_ptr<Crowd>> open(Result<Tree> tree, LabSpec spec);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // one panel's row of numbers, as PanelSetting says: the method, from the next frame on
  std::span<double> params() { return params_; }
  // Writes it; lengths that were left open fit the mechanism. Refuses a method that is not in the
  // registry, numbers out of range.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});
  // What is wrong with `params`; then the method before it goes on. Empty: nothing is.
  const std::string& fault() const { return fault_; }

  // So many instances, 1 to 10 000; new ones stand at the start, with the identity for their place.
  // The buffers move. Refuses another number.
  std::string resize(int count);
  // all at the start, frame 0
  void restart();

  // The targets of all instances are drawn towards a point of the world, each by at most `reach`
  // metres, from the next frame on; letGo: no more.
  void attract(const Eigen::Vector3d& point, double reach) { pull_ = {point, reach}; }
  void letGo() { pull_.reach = 0; }

  // Shows the frame that has been made, and makes the next one; false: not all of it within these
  // milliseconds, the next call goes on.
  bool advance(double milliseconds = kInfinity);
  // Shows the frame that has been made. Ends one that is at work.
  void show();
  int frame() const { return shown_; }         // that is shown
  double error() const { return meanError_; }  // there: mean over the instances, metres

  // A row of `count` matrices, world frame, for each of: places (written by who holds the crowd), the
  // frames of all joints, the targets (frames of their places, at their positions).
  std::span<float> matrices() { return matrices_; }
  // seconds, one an instance
  std::span<double> delays() { return delays_; }
  // n: the pose of an instance that is shown, or the one after it
  std::span<const double> angles(int instance) const {
    const Vector& theta = instances_[at(instance)].theta;
    return {theta.data(), at(static_cast<int>(theta.size()))};
  }
  int count() const { return static_cast<int>(instances_.size()); }

 private:
  struct Pull {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    double reach = 0;  // metres
  };

  Crowd(Model::Pointer model, LabSpec spec);
  static size_t at(int i) { return static_cast<size_t>(i); }
  std::string choose();
  void begin(int instance, int frame);
  void stand(int instance);
  void goalsAt(int instance, int frame, std::vector<Goal>& goals) const;
  double keep(int instance, const std::vector<Goal>& goals);
  Eigen::Vector3d pulled(int instance, const Eigen::Vector3d& point) const;
  void updateAlone(int instance);
  void updatePair(int first, int count);
  Eigen::Vector3d& aim(int instance, size_t target) {
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
  std::vector<Eigen::Vector3d> aims_;  // of each instance its targets' positions, in its own frame
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Lanes> lanes_;  // where they cover the method, and it learns nothing
  std::vector<double> params_, chosen_, delays_;
  std::vector<float> matrices_;
  std::array<std::vector<Goal>, Lanes::kCount> goals_;  // room
  std::string fault_;
  Pull pull_;
  int made_ = 0, shown_ = 0;  // frames
  int next_ = 0;              // of the instances, in the frame at work
  double errors_ = 0, meanError_ = 0;
};

}  // namespace iklab
