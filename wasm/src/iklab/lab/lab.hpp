// The lab: one tree, one set of targets, up to 8 panels that follow them, and one clock.
//
// All data is exchanged through flat arrays of doubles, which are allocated with the lab and never
// move. Values written to `targets` and `params` apply from the next update; the other arrays are
// read-only. A caller that shows `goals` must call `publishGoals` after writing to `targets`.
// `advance` does not allocate.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "iklab/lab/diagnostics.hpp"
#include "iklab/lab/ellipsoids.hpp"
#include "iklab/lab/motion.hpp"
#include "iklab/lab/runner.hpp"
#include "iklab/lab/shown_numbers.hpp"

namespace iklab {

inline constexpr int kMaxPanels = 8;
inline constexpr int kTargetStride = 7;  // Position x y z (metres), quaternion x y z w.

enum StatusField : int {
  kStatusUpdates,           // Since the start.
  kStatusUpdatesSinceMove,  // Since a target last moved.
  kStatusError,             // Sum of distances, metres.
  kStatusErrorBefore,
  kStatusStartError,
  kStatusAngle,   // Largest orientation error, radians.
  kStatusWithin,  // 1: within the tolerances.
  kStatusStop,
  kStatusLambda,  // NaN if the method does not use it.
  kStatusRank,    // As in Report.
  kStatusRises,
  kStatusEvaluations,    // Evaluations of e and f, since the start.
  kStatusLeak,           // Task motion caused by the secondary goal, metres.
  kStatusInfeasibility,  // Metres; NaN if the method does not define it.
  kStatusDiscomfort,     // Distance from the comfort pose over rotating joints, radians.
  kStatusObjective,      // Value that the stop rules check, metres.
  kStatusObjectiveBefore,
  kStatusRestarts,  // Since a target last moved.
  kStatusLine,      // For a formula, the line where it failed; 0 if none.
  kStatusStride,
};
inline constexpr auto kStatusFields = words<kStatusLine>(
    "updates", "updatesSinceMove", "error", "errorBefore", "startError", "orientationError",
    "within", "stop", "lambda", "rank", "rises", "evaluations", "leak", "infeasibility",
    "discomfort", "objective", "objectiveBefore", "restarts", "line");

// The first numbers of a trace record. They are followed by the errors (k), the angles of
// orientation errors (k, NaN without orientation), theta (n), step (n) and sigma (min(m, n)).
enum TraceField : int {
  kTraceUpdate,
  kTraceFrame,
  kTraceTime,  // Seconds.
  kTraceErrorBefore,
  kTraceError,
  kTraceRank,
  kTraceLambda,
  kTraceStop,
  kTraceRestarts,  // Number of the attempt.
  kTraceHead,
};
inline constexpr auto kTraceFields = words<kTraceRestarts>(
    "update", "frame", "time", "errorBefore", "error", "rank", "lambda", "stop", "restarts");

struct LabTarget {
  int effector = 0;
  bool oriented = false;
  double orientationWeight = 1;  // Metres per radian, positive.
  Goal base;
  Motion motion;
  std::optional<AxisTolerance> tolerance = {};
  Freedom freedom = {};  // Unconstrained components.
};

struct LabSpec {
  std::vector<LabTarget> targets;
  Vector start;  // n; empty: the rest pose.
  RunSettings run;
  MethodRegistry::Pointer methods = MethodRegistry::builtIn();  // The methods available to panels.
};

// Creates the model of a scene, and fills in an empty start of the spec. Faults: no registry, no
// tree, no target, a target on an unknown effector, a start of the wrong length, not finite, or
// outside the limits unless they are ignored.
Result<Model::Pointer> modelOf(Result<Tree> tree, LabSpec& spec);

class Lab {
 public:
  // Faults: those of modelOf.
  static Result<std::unique_ptr<Lab>> open(Result<Tree> tree, LabSpec spec);
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  // Creates the panels from the first `count` rows of `params`, each with a method. Returns to
  // frame 0, with the current `targets`. Returns the fault: a count outside 1 to 8, or an invalid
  // row; empty if there is none.
  std::string restart(int count);

  // Writes a panel's row of `params`. Unspecified lengths are scaled to the mechanism; `limits` of
  // the settings is ignored, because that of the lab applies. A different method takes effect at a
  // restart. Returns the fault: a panel outside 0 to 7, a method that is not in the registry, or a
  // number out of range; empty if there is none.
  std::string setPanel(int panel, const MethodOptions& method, const Settings& settings = {});

  // Sets the motion of a target from the next update on; `goals` show it at once. Returns the
  // fault: an unknown target, or a fault of the motion; empty if there is none.
  [[nodiscard]] std::string setMotion(int target, const Motion& motion);

  // Makes a panel use external poses until the next restart, instead of its method. The pose in its
  // row of `given` becomes the result of its next update; the first one, before any update, becomes
  // its start. Returns the fault: an unknown panel, or a value that is not finite or beyond 1e15;
  // empty if there is none.
  std::string give(int panel);

  // Computes `goals` from the current `targets` and motions, at the time of the frame in progress
  // or, between frames, of the last one. Targets with a fault keep their previous base. The run
  // uses the goals from its next update.
  void publishGoals();

  // Continues the frame in progress by at most `budget` updates per panel; true when it is
  // complete. A write to `targets` or `setMotion` in between restarts the frame from the current
  // pose. Does nothing and returns true when every panel has stopped (converge) and no target has
  // moved.
  //
  // Returns after the first piece of an update that ends later than `milliseconds` from now; then
  // `midway` is true, and the next call continues with the rest of this budget. Pauses do not
  // change any number. A write to `params` in between restarts the update in progress.
  bool advance(int budget, double milliseconds = kInfinity);
  bool midway() const { return roundsLeft_ > 0; }

  // The fault of the numbers in `params`, `targets` or `probe` when they were last read; empty if
  // there is none. Invalid numbers change nothing.
  [[nodiscard]] const std::string& fault() const {
    if (!paramsFault_.empty()) return paramsFault_;
    return targetsFault_.empty() ? probeFault_ : targetsFault_;
  }

  // Sets whether sigma and the rank are computed in every update (one decomposition each).
  void watch(bool on);

  // Inspects the pose, targets and D_i in `probe` with the method of a panel; -1: without a method.
  // Writes `findings`, see DiagnosticsLayout. Does not affect the run.
  void inspect(int panel) {
    beginInspection(panel);
    while (resumeInspection()) continue;
  }
  // Like `inspect`, in pieces: `resumeInspection` returns true while more remains. The probe is
  // read at the beginning; writing to the panel's `params` restarts the inspection with that probe.
  // Pauses do not change any number, and the previous `findings` remain until the end.
  void beginInspection(int panel);
  bool resumeInspection();
  double filter(double sigma) const { return diagnostics_.filter(sigma); }
  void choose(int panel);  // Sets the panel whose method `jointDamping` uses.
  double jointDamping(int column, double theta) const {
    return diagnostics_.jointDamping(column, theta);
  }
  // Why a panel's method does not reach the targets in `probe` from the pose there, as JSON:
  // report.hpp. stop: the Stop that ended its run. Takes milliseconds. Empty on a fault, which
  // `fault` returns.
  std::string diagnose(int panel, int stop);
  const DiagnosticsLayout& layout() const { return diagnostics_.layout(); }
  // Writes `ellipsoids` for the pose in `probe`. Does not affect the run or the inspection.
  void measureEllipsoids() { setProbeFault(ellipsoids_.measure(probe())); }

  const Tree& tree() const { return model_->tree; }
  const Task& task() const { return model_->task; }
  const Runner& runner(int panel) const { return *runners_[panel]; }
  int panels() const { return static_cast<int>(runners_.size()); }
  int frame() const { return frame_; }
  const MethodRegistry& methods() const { return *spec_.methods; }
  size_t panelStride() const { return panelStride_; }
  int workingRank() const { return model_->workingRank; }
  bool finished() const;

  // The buffers below are filled when they are read. A caller that keeps their addresses must call
  // `publish` after `advance`.
  void publish() const;

  // kTargetStride per target: the base pose that motion is added to.
  std::span<double> targets() { return targets_; }
  // panelStride() per panel, see PanelSetting.
  std::span<double> params() { return params_; }
  // n per panel, like `angles`; read by `give`.
  std::span<double> given() { return given_; }
  // kTargetStride per target, in this frame, or as set since.
  std::span<const double> goals() const { return shown(goalBuffer_); }
  // angles: n per panel. points: 3 per joint and effector (all joints first), world frame, metres.
  std::span<const double> angles() const { return shown(angles_); }
  std::span<const double> points() const { return shown(points_); }
  std::span<const double> status() const { return shown(status_); }
  // min(m, n) per panel, descending; computed while watching.
  std::span<const double> sigma() const { return shown(sigma_); }
  // D_i for the next update, one per target and panel, metres.
  std::span<const double> clamps() const { return shown(clamps_); }
  std::span<double> probe() { return diagnostics_.probe(); }
  std::span<const double> findings() const { return diagnostics_.findings(); }
  // 9 per target, see Ellipsoids::axes.
  std::span<const double> ellipsoids() const { return ellipsoids_.axes(); }
  // Per panel the distance of each target (metres), then the angle of each (radians, NaN without
  // orientation).
  std::span<const double> misses() const { return shown(misses_); }
  // A ring of traceCapacity() records per panel; update u is record (u - 1) modulo traceCapacity().
  std::span<const double> trace() const { return trace_; }
  int traceCapacity() const { return traceCapacity_; }
  int traceStride() const { return traceStride_; }
  // The scalar observables of the methods, for the updates of the trace: per panel a ring of
  // traceCapacity() records of ShownNumbers::count() numbers, which may be 0. Allocated at a
  // restart.
  std::span<const double> shownNumbers() const { return shownTrace_; }

 private:
  Lab(std::shared_ptr<const Model> model, LabSpec spec);
  size_t at(int panel) const { return static_cast<size_t>(panel) * panelStride_; }
  std::span<const double> row(int panel) const {
    return std::span(params_).subspan(at(panel), panelStride_);
  }
  Result<Solver> solverOf(int panel) const;
  void readInputs();
  void readPanel(int panel);
  bool paramsWritten(int panel) const;
  bool targetsWritten() const;
  void applyTargets();
  std::vector<Goal>& readTargets();
  std::optional<Solver> inspectedSolver();
  bool inspectedRowChanged() const;
  bool has(int panel) const { return panel >= 0 && panel < panels(); }
  void setProbeFault(const std::string& fault);
  bool computeGoals(double time, std::vector<Goal>& goals) const;
  void beginFrame();
  bool frameDone() const;
  void makeRings(std::span<const Solver> solvers);
  void record(int panel);
  double* writeMisses(const Runner& runner, double* to) const;
  void writeGoals(const std::vector<Goal>& goals) const;
  std::span<const double> shown(const std::vector<double>& buffer) const {
    publish();
    return buffer;
  }

  LabSpec spec_;
  const std::shared_ptr<const Model> model_;
  std::vector<Goal> bases_;  // The last valid `targets`.
  Diagnostics diagnostics_;
  Ellipsoids ellipsoids_;
  // The observables of a panel, and the beginning of its ring.
  struct ShownRing {
    ShownNumbers numbers;
    size_t from;
  };
  std::vector<std::unique_ptr<Runner>> runners_;
  std::vector<ShownRing> rings_;
  std::vector<Goal> goals_;
  mutable std::vector<Goal> next_;  // Scratch space: goals of the next frame, or of `targets`.
  const size_t panelStride_;
  std::vector<double> readTargets_;       // `targets` as last read.
  std::vector<double> numbers_;           // `params` as last read.
  int inspected_ = -1;                    // Panel; -1: none.
  std::vector<double> inspectedNumbers_;  // That panel's row of `params` at the inspection.
  std::string paramsFault_, targetsFault_, probeFault_;
  bool frameOpen_ = false, watching_ = false;
  // True if a target or motion was set since the frame in progress began.
  bool targetsChanged_ = false;
  int roundsLeft_ = 0, nextPanel_ = 0;  // Rounds left in the budget, and the next panel.
  int frame_ = 0, traceCapacity_ = 0, traceStride_ = 0;
  std::vector<double> targets_, params_, given_, trace_, shownTrace_;
  mutable std::vector<double> goalBuffer_, angles_, points_, status_, sigma_, clamps_, misses_;
  mutable bool published_ = true;
};

}  // namespace iklab
