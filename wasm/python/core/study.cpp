// Many random problems, and runs along a path, as in studies of the page and the command line.
#include <algorithm>
#include <atomic>
#include <iklab/batch.hpp>
#include <iklab/follower.hpp>
#include <iklab/solutions.hpp>

#include "lab_targets.hpp"

namespace iklab::python {
namespace {

constexpr py::ssize_t kPiece = 32;  // Rows per piece of work of a thread.
// Number of last poses of the previous round that are used to detect jumps.
constexpr py::ssize_t kBefore = 121;

// A valid scene and its settings for drawing problems.
struct Study {
  Tree tree;
  LabSpec spec;
  BatchRow settings;

  std::unique_ptr<Batch> batch() const { return valueOf(Batch::open(tree, spec, settings)); }
};

// goals: kGoalStride per target.
Study studyOf(const Tree& tree, const std::vector<Asked>& asked, const Numbers& goals,
              const Numbers& start, int limits, const StopRules& rules, const Restarts& restarts,
              const std::vector<std::pair<int, double>>& settings) {
  Study study{tree, {}, {}};
  study.spec.targets = labTargetsFrom(tree, asked, goals.data());
  study.spec.start = vectorOf(start);
  study.spec.run.mode = RunMode::converge;
  study.spec.run.limitPolicy = static_cast<LimitPolicy>(limits);
  study.spec.run.rules = rules;
  study.spec.run.restarts = restarts;
  for (const auto& [at, value] : settings) study.settings.at(static_cast<size_t>(at)) = value;
  study.batch();
  return study;
}

// Numbers of all rows, one row after the other.
struct Table {
  double *rows, *q, *starts, *goals, *causes, *solutions;
};

// Why poses cannot be compared with all solutions; empty if they can.
std::string closedFormFault(const Study& study) {
  const auto finder = valueOf(SolutionFinder::open(Tree(study.tree), study.spec));
  return finder->kind() == SolutionKind::all ? std::string() : finder->reason();
}

// Solves rows `row` to `row + count - 1` of the problems from `first` on. causes, solutions: see
// `solve`.
void solvePiece(Batch& batch, double first, py::ssize_t row, int count, int causes, bool solutions,
                const Table& table, const Interrupt& interrupt) {
  if (const std::string fault = batch.solve(first + static_cast<double>(row), count, interrupt);
      !fault.empty())
    throw std::runtime_error(fault);
  if (interrupt()) return;
  for (int i = 0; i < count && causes > 0; ++i) {
    if (first + static_cast<double>(row + i) >= causes) break;
    if (const std::string fault = batch.diagnose(i, interrupt); !fault.empty())
      throw std::runtime_error(fault);
    std::copy_n(batch.causes().data(), size_t{kBatchCauseStride},
                table.causes + (row + i) * kBatchCauseStride);
  }
  for (int i = 0; i < count && solutions; ++i) {
    if (const std::string fault = batch.compareSolutions(i); !fault.empty())
      throw std::runtime_error(fault);
    std::copy_n(batch.solutions().data(), size_t{kBatchSolutionStride},
                table.solutions + (row + i) * kBatchSolutionStride);
  }
  const auto copy = [&](std::span<const double> from, size_t stride, double* to, py::ssize_t at) {
    std::copy_n(from.data(), stride, to + static_cast<size_t>(at) * stride);
  };
  const size_t n = batch.start().size(), all = static_cast<size_t>(count);
  std::copy_n(batch.rows().data(), all * kBatchStride, table.rows + row * kBatchStride);
  std::copy_n(batch.poses().data(), all * n, table.q + static_cast<size_t>(row) * n);
  for (py::ssize_t i = row; i < row + count; ++i) {
    batch.draw(first + static_cast<double>(i));
    copy(batch.start(), n, table.starts, i);
    copy(batch.goals(), batch.goals().size(), table.goals, i);
  }
}

// causes: number of problems, from the first, whose cause is determined if they are not solved.
// solutions: whether final poses are compared with all solutions.
py::dict solve(const Study& study, const MethodOptions& method, double gain,
               std::optional<double> maxStep, double maxSlide, const TargetClamp& clamp,
               const SecondaryGoal& secondary, double first, py::ssize_t count, int causes,
               bool solutions, int threads) {
  const Settings settings = settingsOf(gain, maxStep, maxSlide, clamp, secondary);
  const py::ssize_t n = study.tree.columns();
  const auto targets = static_cast<py::ssize_t>(study.spec.targets.size());
  Numbers rows({count, py::ssize_t{kBatchStride}}), q({count, n}), starts({count, n});
  Numbers goals({count, targets, py::ssize_t{kTargetStride}});
  Numbers found({causes > 0 ? count : 0, py::ssize_t{kBatchCauseStride}});
  std::fill_n(found.mutable_data(), found.size(), kNotUsed);
  Numbers compared({solutions ? count : 0, py::ssize_t{kBatchSolutionStride}});
  const Table table{rows.mutable_data(),  q.mutable_data(),     starts.mutable_data(),
                    goals.mutable_data(), found.mutable_data(), compared.mutable_data()};
  std::vector<std::unique_ptr<Batch>> batches;  // One per thread.
  const py::ssize_t pieces = (count + kPiece - 1) / kPiece;
  for (py::ssize_t i = 0; i < std::min<py::ssize_t>(threads, pieces); ++i) {
    batches.push_back(study.batch());
    if (const std::string fault = batches.back()->setMethod(method, settings); !fault.empty())
      refuse(fault);
  }
  Interruption interruption;
  {
    py::gil_scoped_release free;
    std::atomic<py::ssize_t> next = 0;
    onThreads(py::ssize_t(batches.size()), interruption,
              [&](py::ssize_t i, const Interrupt& interrupt) {
                Batch& batch = *batches[static_cast<size_t>(i)];
                for (py::ssize_t row; !interrupt() && (row = next.fetch_add(kPiece)) < count;) {
                  const int some = static_cast<int>(std::min(kPiece, count - row));
                  solvePiece(batch, first, row, some, causes, solutions, table, interrupt);
                }
              });
  }
  interruption.raise();
  py::dict said;
  said["rows"] = rows, said["q"] = q, said["starts"] = starts, said["goals"] = goals;
  said["causes"] = found, said["solutions"] = compared;
  return said;
}

// Numbers of all runs, one run after the other.
struct Courses {
  double *rows, *q, *before, *seconds;
};

// Runs once from `start`, and writes the numbers at index `run`.
void followOnce(Follower& follower, const double* start, py::ssize_t run, int updates, int rounds,
                const Courses& to, const Interrupt& interrupt) {
  using Clock = std::chrono::steady_clock;
  std::copy_n(start, follower.start().size(), follower.start().data());
  if (const std::string fault = follower.begin(updates, rounds); !fault.empty())
    throw std::invalid_argument(fault);
  const size_t points = follower.rows().size() / kFollowStride;
  for (size_t left = points * static_cast<size_t>(rounds - 1); left > 0; --left) {
    if (interrupt()) return;
    follower.advance(1);
  }
  const size_t at = static_cast<size_t>(run);
  Clock::time_point last = Clock::now();
  for (size_t point = 0; point < points; ++point) {
    if (interrupt()) return;
    follower.advance(1);
    const Clock::time_point now = Clock::now();
    to.seconds[at * points + point] = std::chrono::duration<double>(now - last).count();
    last = now;
  }
  follower.measure();
  const auto copy = [&](std::span<const double> from, double* into) {
    std::ranges::copy(from, into + at * from.size());
  };
  copy(follower.rows(), to.rows);
  copy(follower.poses(), to.q);
  const size_t kept = std::min(points, size_t{kBefore}) * follower.start().size();
  copy(follower.before().last(kept), to.before);
}

// goals: kGoalStride per target and point; starts: n per run.
py::dict follow(const Study& study, const MethodOptions& method, double gain,
                std::optional<double> maxStep, double maxSlide, const TargetClamp& clamp,
                const SecondaryGoal& secondary, const Numbers& goals, const Numbers& starts,
                int updates, int rounds, int threads) {
  const Settings settings = settingsOf(gain, maxStep, maxSlide, clamp, secondary);
  const py::ssize_t points = goals.shape(0), count = starts.shape(0), n = study.tree.columns();
  std::vector<std::unique_ptr<Follower>> followers;  // One per thread.
  for (py::ssize_t i = 0; i < std::min<py::ssize_t>(threads, count); ++i) {
    Follower& made = *followers.emplace_back(valueOf(Follower::open(study.tree, study.spec)));
    std::string fault = made.setMethod(method, settings);
    if (fault.empty()) fault = made.resize(static_cast<int>(points));
    if (!fault.empty()) refuse(fault);
    std::copy_n(goals.data(), made.goals().size(), made.goals().data());
  }
  Numbers rows({count, points, py::ssize_t{kFollowStride}}), q({count, points, n});
  Numbers before({count, std::min(points, kBefore), n}), seconds({count, points});
  const Courses to{rows.mutable_data(), q.mutable_data(), before.mutable_data(),
                   seconds.mutable_data()};
  Interruption interruption;
  {
    py::gil_scoped_release free;
    std::atomic<py::ssize_t> next = 0;
    onThreads(py::ssize_t(followers.size()), interruption,
              [&](py::ssize_t i, const Interrupt& interrupt) {
                Follower& follower = *followers[static_cast<size_t>(i)];
                for (py::ssize_t run; !interrupt() && (run = next++) < count;)
                  followOnce(follower, starts.data() + run * n, run, updates, rounds, to,
                             interrupt);
              });
  }
  interruption.raise();
  py::dict said;
  said["rows"] = rows, said["q"] = q, said["before"] = before, said["seconds"] = seconds;
  return said;
}

}  // namespace

void bindStudies(py::module_& module) {
  py::class_<Study>(module, "Study")
      .def(py::init(&studyOf), py::arg("tree"), py::arg("targets"), py::arg("goals"),
           py::arg("start"), py::arg("limits"), py::arg("rules"), py::arg("restarts"),
           py::arg("settings"))
      .def("solve", solve, py::arg("method"), py::kw_only(), py::arg("gain"), py::arg("max_step"),
           py::arg("max_slide"), py::arg("clamp"), py::arg("secondary"), py::arg("first"),
           py::arg("count"), py::arg("causes"), py::arg("solutions"), py::arg("threads"))
      .def("closed_form_fault", &closedFormFault)
      .def("follow", follow, py::arg("method"), py::kw_only(), py::arg("gain"), py::arg("max_step"),
           py::arg("max_slide"), py::arg("clamp"), py::arg("secondary"), py::arg("goals"),
           py::arg("starts"), py::arg("updates"), py::arg("rounds"), py::arg("threads"));
  module.attr("FOLLOW_FIELDS") = py::cast(kFollowFields);
  module.attr("FOLLOW_MOST") =
      py::dict(py::arg("points") = kMostFollowPoints, py::arg("updates") = kMostFollowUpdates,
               py::arg("rounds") = kMostFollowRounds);
  module.attr("STUDY_FIELDS") = py::cast(kBatchFields);
  module.attr("CAUSE_FIELDS") = py::cast(kBatchCauseFields);
  module.attr("BATCH_SOLUTION_FIELDS") = py::cast(kBatchSolutionFields);
  module.attr("CAUSES") = py::cast(kCauses);
  module.attr("STUDY_SETTINGS") = py::cast(kBatchSettings);
  module.attr("SAMPLINGS") = py::cast(kSamplings);
  module.attr("STARTS") = py::cast(kStartKinds);
  module.attr("OUTSIDES") = py::cast(kOutsides);
}

}  // namespace iklab::python
