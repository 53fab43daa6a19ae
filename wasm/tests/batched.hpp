// Scenes for the tests of batches.
#pragma once

#include "lab/batch_row.hpp"
#include "tests/support.hpp"

namespace iklab::test {

struct BatchScene {
  Tree tree;
  LabSpec spec;
};

// a preset's tree, targets, start and limits, in mode converge
inline BatchScene batchScene(const std::string& name) {
  const Json document = preset(name + ".json");
  const std::string tree = document["tree"]["preset"];
  BatchScene scene{treeFrom(preset("trees/" + tree + ".json")), {}};
  scene.spec.targets = targetsFrom(document, scene.tree);
  scene.spec.run.mode = RunMode::converge;
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

inline std::unique_ptr<Batch> open(const BatchScene& scene, const BatchSpec& spec,
                                   const std::vector<double>& row) {
  auto batch = Batch::open(scene.tree, scene.spec, spec).take();
  std::copy(row.begin(), row.end(), batch->params().begin());
  return batch;
}

// what the sampler of a batch draws, seen from inside
inline Sampler samplerOf(BatchScene scene, const SamplingSpec& sampling) {
  const Model::Pointer model = modelOf(scene.tree, scene.spec).take();
  return {model, scene.spec, sampling};
}

// of numbers in [0, 1), how far they are from uniform in 20 bins: chi-square of 19 degrees of
// freedom, beyond kUnlikely once in a thousand
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

}  // namespace iklab::test
