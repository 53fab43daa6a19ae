// Solves many problems with one solver: in lanes if these support it, otherwise one after another.
// A result depends only on its problem, not on the number of lanes or on the order.
#pragma once

#include "iklab/ik/lanes.hpp"

namespace iklab {

// A new smallest error of a solve.
struct SmallestError {
  int updates;
  double error;  // Metres.
};

// What to record of a solve besides its end.
enum class Watch {
  nothing,
  totals,  // Travel, limit hits, start error and the smallest error.
  lows,    // Also every new smallest error.
};

class ProblemRun {
 public:
  // A problem that is being solved.
  struct Slot {
    int index;  // 0 to slots() - 1.
    size_t problem;
    Memory memory;
    Attempts attempts;
    std::vector<Goal> goals;               // One per target.
    bool inLane = false;                   // True if its last update was made in a lane.
    bool atLane = false;                   // True if its final pose is that of the lane.
    double travel = 0;                     // Sum of |step| over rotating joints, radians.
    int limitHits = 0;                     // Updates that end with a joint at a limit.
    std::vector<SmallestError> lows = {};  // The last one is the smallest.
  };

  class Client {
   public:
    // Writes the number of the next problem; false if there is none.
    virtual bool next(size_t& problem) = 0;
    // Writes the problem of a slot: memory.theta, goals and, by attempts.begin, seed and goals of
    // the restarts.
    virtual void begin(Slot& slot) = 0;
    // Reads the end of the solve.
    virtual void finish(Slot& slot) = 0;

   protected:
    ~Client() = default;
  };

  // solver: must have no fault. lanes: at most; 2, 4, 8, or 1 for no lanes.
  ProblemRun(const Solver& solver, const StopRules& rules, const Restarts& restarts,
             Watch watch = Watch::nothing, int lanes = Lanes::most());

  int slots() const { return static_cast<int>(slots_.size()); }
  // Solves all problems of the client. Returns false if it was interrupted; then some are missing.
  bool solve(Client& client, const Interrupt& interrupt = {});

  // For a slot that is finished:
  // Writes the distance of each target (metres) and the angle (radians); returns the sum of the
  // distances.
  double measure(Slot& slot, double* distances, double* angles);
  // As a Solution.
  Solution solution(Slot& slot);
  // A number of the report of its last update; kNotUsed if the method does not report it.
  double told(const Slot& slot, double Report::*field) const;
  // The workspace of problems that are not solved in lanes.
  Workspace& workspace() { return workspace_; }

 private:
  void begin(Slot& slot, Client& client);
  bool solveAlone(Slot& slot, const Interrupt& interrupt);
  bool solveInLanes(Client& client, const Interrupt& interrupt);
  bool continueLane(Slot& slot, Client& client, const Interrupt& interrupt);
  void beginLane(Slot& slot);
  void recordLows(unsigned lanes);
  void recordUpdate(Slot& slot);
  void recordError(Slot& slot, double error);

  const std::shared_ptr<const Model> model_;
  const StopRules rules_;
  const Watch watch_;
  Workspace workspace_;
  std::unique_ptr<Lanes> lanes_;  // Null if lanes do not support the solver.
  std::vector<Slot> slots_;       // One per lane; one without lanes.
};

}  // namespace iklab
