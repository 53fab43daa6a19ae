// The lab: one tree, one set of targets, up to 8 panels that follow them, one clock.
//
// All exchange is through flat arrays of doubles that are sized when the lab is made and never
// move: what is written to `targets` and `params` holds from the next update, the rest is read.
// Who shows `goals` calls `publishGoals` after a write to `targets`.
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
inline constexpr int kTargetStride = 7;  // position x y z (metres), quaternion x y z w

// One row of the status buffer.
enum StatusField : int {
  kStatusUpdates,           // since the start
  kStatusUpdatesSinceMove,  // since the target last moved
  kStatusError,             // sum of distances, metres
  kStatusErrorBefore,
  kStatusStartError,
  kStatusAngle,   // largest orientation error, radians
  kStatusWithin,  // 1 inside the tolerances
  kStatusStop,    // Stop
  kStatusLambda,  // NaN: none used
  kStatusRank,    // Report's
  kStatusRises,
  kStatusEvaluations,    // of e and f, since the start
  kStatusLeak,           // of the secondary goal into the task, metres
  kStatusInfeasibility,  // metres, NaN: the method has none
  kStatusDiscomfort,     // distance from the comfort pose, radians, joints that turn
  kStatusObjective,      // what the stop rules judge, metres
  kStatusObjectiveBefore,
  kStatusRestarts,  // since the target last moved
  kStatusLine,      // of a method written as text: where it broke down; 0: it did not
  kStatusStride,
};
inline constexpr auto kStatusFields = words<kStatusLine>(
    "updates", "updatesSinceMove", "error", "errorBefore", "startError", "orientationError",
    "within", "stop", "lambda", "rank", "rises", "evaluations", "leak", "infeasibility",
    "discomfort", "objective", "objectiveBefore", "restarts", "line");

// Head of one record of the trace; behind it errors (k), angles of orientation errors (k, NaN
// without orientation), theta (n), step (n), sigma (min(m, n)).
enum TraceField : int {
  kTraceUpdate,
  kTraceFrame,
  kTraceTime,  // seconds
  kTraceErrorBefore,
  kTraceError,
  kTraceRank,
  kTraceLambda,
  kTraceStop,
  kTraceRestarts,  // of the attempt that made it
  kTraceHead,
};
inline constexpr auto kTraceFields = words<kTraceRestarts>(
    "update", "frame", "time", "errorBefore", "error", "rank", "lambda", "stop", "restarts");

struct LabTarget {
  int effector = 0;
  bool oriented = false;
  double orientationWeight = 1;  // metres per radian, positive
  Goal base;
  Motion motion;
  std::optional<AxisTolerance> tolerance = {};
  Freedom freedom = {};  // what does not matter
};

struct LabSpec {
  std::vector<LabTarget> targets;
  Vector start;  // n; empty: the rest pose
  RunSettings run;
  MethodRegistry::Pointer methods = MethodRegistry::builtIn();  // that a panel may have
};

// What a scene is solved on; an empty start is filled in. Refuses with the reason: no registry, no
// tree, no target, a target on an unknown effector, a start of the wrong length or not finite, or
// outside the limits unless they are ignored.
Result<Model::Pointer> modelOf(Result<Tree> tree, LabSpec& spec);

class Lab {
 public:
  // Refuses as modelOf does.
  static Result<std::unique_ptr<Lab>> open(Result<Tree> tree, LabSpec spec);
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  // Panels are taken from `params`: `count` rows, each with a method. Back to frame 0, with what
  // stands in `targets`.
  // Refuses a count outside 1 to 8, and numbers that ask for no solver.
  std::string restart(int count);

  // Writes what a panel is to have into `params`; lengths that were left open fit the mechanism,
  // and `limits` of the settings is the lab's. A panel that has another method then needs a
  // restart. Refuses a panel outside 0 to 7, a method that is not in the registry, numbers out of
  // range.
  std::string setPanel(int panel, const MethodOptions& method, const Settings& settings = {});

  // Another motion of a target, from the next update on; `goals` show it at once. Refuses an
  // unknown target, a faulty motion.
  std::string setMotion(int target, const Motion& motion);

  // The poses of a panel at work come from outside until the next restart: that in its row of
  // `given` is where its next update leads; the first one, before any update, where it stands at
  // once. Its method has no part in it. Refuses an unknown panel, values that are none or beyond
  // 1e15.
  std::string give(int panel);

  // `goals` as `targets` and the motions have them now, at the time of the frame at work or,
  // between frames, of the last; bases with a fault as they were. The run takes them at its next
  // update.
  void publishGoals();

  // Runs the frame at work on, at most `budget` updates a panel; true when it is complete. A write
  // to `targets` or `setMotion` in between begins the frame anew, from the pose of now. Does
  // nothing, and says true, once every panel has stopped (converge) and no target has moved.
  // After the first piece of an update that ends later than `milliseconds` from now it comes back
  // `midway`: the next call does what is left of this one's budget. Where it pauses changes no
  // number. A write to `params` in between begins the update at work anew.
  bool advance(int budget, double milliseconds = kInfinity);
  bool midway() const { return left_ > 0; }

  // What is wrong with the numbers in `params`, `targets` or `probe`, as far as they were taken:
  // what has a fault changes nothing. Empty: nothing is.
  const std::string& fault() const {
    if (!paramsFault_.empty()) return paramsFault_;
    return targetsFault_.empty() ? probeFault_ : targetsFault_;
  }

  // sigma and rank of every update are found (one decomposition each)
  void watch(bool on);

  // Looks at the pose, targets and D_i in `probe` with the method of a panel, or with none (-1);
  // what it sees stands in `findings`, as DiagnosticsLayout says. Does nothing to the run.
  void inspect(int panel) {
    beginInspection(panel);
    while (resumeInspection()) continue;
  }
  // The same piece by piece: true while there is more to do. The probe is read when it begins; what
  // is written to the panel's `params` meanwhile begins it anew, from that probe. Where it pauses
  // changes no number, and `findings` stay as they were until the end.
  void beginInspection(int panel);
  bool resumeInspection();
  double filter(double sigma) const { return diagnostics_.filter(sigma); }
  void choose(int panel);  // whose method `jointDamping` asks
  double jointDamping(int column, double theta) const {
    return diagnostics_.jointDamping(column, theta);
  }
  // Why a panel's method does not reach the targets in `probe` from the pose there, as JSON:
  // report.hpp. stop: a Stop, the rule that ended its run. Takes milliseconds. Empty: `fault` tells
  // why.
  std::string diagnose(int panel, int stop);
  const DiagnosticsLayout& layout() const { return diagnostics_.layout(); }
  // The `ellipsoids` of the pose in `probe`. Does nothing to the run, nor to what is inspected.
  void measureEllipsoids() { tellProbe(ellipsoids_.measure(probe())); }

  const Tree& tree() const { return model_->tree; }
  const Task& task() const { return model_->task; }
  const Runner& runner(int panel) const { return *runners_[panel]; }
  int panels() const { return static_cast<int>(runners_.size()); }
  int frame() const { return frame_; }
  const MethodRegistry& methods() const { return *spec_.methods; }
  size_t panelStride() const { return panelStride_; }
  int workingRank() const { return model_->workingRank; }
  bool finished() const;

  // What the buffers below show is written when it is asked for; who keeps their addresses calls
  // `publish` after `advance`.
  void publish() const;

  // targets: kTargetStride per target, the base that motion is added to
  std::span<double> targets() { return targets_; }
  // params: panelStride() per panel, as PanelSetting says
  std::span<double> params() { return params_; }
  // given: n per panel, as `angles`; taken by `give`
  std::span<double> given() { return given_; }
  // goals: kTargetStride per target, where it stands in this frame, or was put since
  std::span<const double> goals() const { return shown(goalBuffer_); }
  // angles: n per panel. points: 3 per joint and effector (all joints first), world, metres
  std::span<const double> angles() const { return shown(angles_); }
  std::span<const double> points() const { return shown(points_); }
  std::span<const double> status() const { return shown(status_); }
  // sigma: min(m, n) per panel, descending, when watching
  std::span<const double> sigma() const { return shown(sigma_); }
  // clamps: D_i for the next update, one per target and panel, metres
  std::span<const double> clamps() const { return shown(clamps_); }
  std::span<double> probe() { return diagnostics_.probe(); }
  std::span<const double> findings() const { return diagnostics_.findings(); }
  // ellipsoids: 9 a target, as Ellipsoids::axes has them
  std::span<const double> ellipsoids() const { return ellipsoids_.axes(); }
  // misses: each target's distance (metres), then each one's angle (radians, NaN without
  // orientation), a panel
  std::span<const double> misses() const { return shown(misses_); }
  // trace: a ring of traceCapacity() records per panel at work; update u stands at (u - 1) mod it
  std::span<const double> trace() const { return trace_; }
  int traceCapacity() const { return traceCapacity_; }
  int traceStride() const { return traceStride_; }
  // shownNumbers: what the methods show as one number each, of the updates of the trace: panel
  // after panel a ring of traceCapacity() records of ShownNumbers::count() numbers, which may be
  // none; sized at a restart
  std::span<const double> shownNumbers() const { return shownTrace_; }

 private:
  Lab(std::shared_ptr<const Model> model, LabSpec spec);
  size_t at(int panel) const { return static_cast<size_t>(panel) * panelStride_; }
  std::span<const double> row(int panel) const {
    return std::span(params_).subspan(at(panel), panelStride_);
  }
  Result<Solver> solverOf(int panel) const;
  void take();
  void takePanel(int panel);
  bool paramsWritten(int panel) const;
  bool targetsWritten() const;
  void takeTargets();
  std::vector<Goal>& readTargets();
  std::optional<Solver> inspectedSolver();
  bool asksOtherwise() const;
  bool has(int panel) const { return panel >= 0 && panel < panels(); }
  void tellProbe(const std::string& fault);
  bool goalsAt(double time, std::vector<Goal>& goals) const;
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
  std::vector<Goal> bases_;  // the last sound `targets`
  Diagnostics diagnostics_;
  Ellipsoids ellipsoids_;
  // what a panel shows, and where its ring of it begins
  struct ShownRing {
    ShownNumbers numbers;
    size_t from;
  };
  std::vector<std::unique_ptr<Runner>> runners_;
  std::vector<ShownRing> rings_;
  std::vector<Goal> goals_;
  mutable std::vector<Goal> next_;  // room: for the frame to come, for what `targets` holds
  const size_t panelStride_;
  std::vector<double> taken_;         // `targets` as they were taken last,
  std::vector<double> numbers_;       // and `params`
  int inspected_ = -1;                // panel,
  std::vector<double> askedNumbers_;  // with these of its `params`
  std::string paramsFault_, targetsFault_, probeFault_;
  bool frameOpen_ = false, watching_ = false;
  bool steered_ = false;     // a target or motion was set since the frame at work began
  int left_ = 0, turn_ = 0;  // rounds of the budget at work, and the panel whose turn it is
  int frame_ = 0, traceCapacity_ = 0, traceStride_ = 0;
  std::vector<double> targets_, params_, given_, trace_, shownTrace_;
  mutable std::vector<double> goalBuffer_, angles_, points_, status_, sigma_, clamps_, misses_;
  mutable bool published_ = true;
};

}  // namespace iklab
