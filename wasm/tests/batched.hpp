#pragma once

#include "iklab/lab/batch.hpp"
#include "tests/support.hpp"
#include "tests/world.hpp"

namespace iklab::test {

struct BatchScene {
  Tree tree;
  LabSpec spec;
};

// A preset's tree, targets, start and limits, in mode converge.
inline BatchScene batchScene(const std::string& name) {
  const Json document = preset(name + ".json");
  const std::string tree = document["tree"]["preset"];
  BatchScene scene{treeFrom(preset("trees/" + tree + ".json")), {}};
  scene.spec.targets = targetsFrom(document, scene.tree);
  scene.spec.run.mode = RunMode::converge;
  scene.spec.run.rules = kPaperRules;
  scene.spec.run.rules.maxUpdates = 200;
  scene.spec.run.restarts = {.most = 2, .every = 80};
  if (document.value("limitPolicy", "ignore") == "clamp")
    scene.spec.run.limitPolicy = LimitPolicy::clamp;
  if (document.contains("start")) {
    const auto start = document["start"].get<std::vector<double>>();
    scene.spec.start = Eigen::Map<const Vector>(start.data(), static_cast<int>(start.size()));
  }
  return scene;
}

struct SamplingSpec {
  Sampling kind = Sampling::reachable;
  StartKind start = StartKind::given;
  double seed = 1;
  bool sharedRestarts = false;
  double spread = EIGEN_PI / 4;
  Eigen::Vector3d low = Eigen::Vector3d::Zero(), high = low;
  bool anyTurn = false;
  double spacing = 1;
  int target = 0, nx = 1, ny = 1;
  Eigen::Vector3d origin = low, u = low, v = low;
  std::array<int, 2> columns = {0, 1};
  std::array<double, 2> from = {0, 0}, to = {0, 0};
};

struct BatchSpec {
  SamplingSpec sampling;
  bool levels = false, conditions = false;
};

inline BatchRow rowOf(const BatchSpec& spec) {
  const SamplingSpec& s = spec.sampling;
  BatchRow row = {};
  row[kBatchSampling] = static_cast<double>(s.kind);
  row[kBatchStart] = static_cast<double>(s.start);
  row[kBatchSeed] = s.seed;
  row[kBatchSharedRestarts] = s.sharedRestarts;
  row[kBatchSpread] = s.spread;
  row[kBatchAnyTurn] = s.anyTurn;
  row[kBatchSpacing] = s.spacing;
  row[kBatchTarget] = s.target;
  row[kBatchNx] = s.nx;
  row[kBatchNy] = s.ny;
  row[kBatchLevels] = spec.levels;
  row[kBatchConditions] = spec.conditions;
  const std::pair<int, const Eigen::Vector3d&> vectors[] = {{kBatchLow, s.low},
                                                            {kBatchHigh, s.high},
                                                            {kBatchOrigin, s.origin},
                                                            {kBatchU, s.u},
                                                            {kBatchV, s.v}};
  for (const auto& [at, vector] : vectors) std::copy_n(vector.data(), 3, row.begin() + at);
  std::copy(s.columns.begin(), s.columns.end(), row.begin() + kBatchColumn);
  std::copy(s.from.begin(), s.from.end(), row.begin() + kBatchFrom);
  std::copy(s.to.begin(), s.to.end(), row.begin() + kBatchTo);
  return row;
}

inline std::unique_ptr<Batch> open(const BatchScene& scene, const BatchSpec& spec,
                                   const std::vector<double>& row) {
  auto batch = Batch::open(scene.tree, scene.spec, rowOf(spec)).take();
  std::copy(row.begin(), row.end(), batch->params().begin());
  return batch;
}

// A sampler with the settings of a batch.
inline Sampler samplerOf(BatchScene scene, const SamplingSpec& sampling) {
  const Model::Pointer model = modelOf(scene.tree, scene.spec).take();
  return {model, scene.spec, rowOf({sampling})};
}

// Deviation of numbers in [0, 1) from uniform in 20 bins: chi-square with 19 degrees of freedom,
// above kUnlikely once in a thousand.
class Bins {
 public:
  static constexpr double kUnlikely = 43.8;
  void add(double share) { ++counts_[static_cast<size_t>(share * 20)], ++total_; }
  double chiSquare() const {
    double sum = 0;
    for (const int count : counts_) sum += (count - total_ / 20) * (count - total_ / 20);
    return sum / (total_ / 20);
  }

 private:
  std::array<int, 20> counts_ = {};
  double total_ = 0;
};

// Goals of the last row that was solved.
inline std::vector<Goal> goalsOf(const Batch& batch) {
  std::vector<Goal> goals;
  for (size_t i = 0; i < batch.goals().size(); i += kTargetStride) {
    const double* at = &batch.goals()[i];
    goals.push_back({{at[0], at[1], at[2]}, {at[6], at[3], at[4], at[5]}});
  }
  return goals;
}

}  // namespace iklab::test
