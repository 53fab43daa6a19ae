// Lets Ctrl-C stop a long computation that runs without the interpreter's lock.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <vector>

namespace iklab::python {

// Constructed with the lock held, by the thread that computes. On Python's main thread it runs the
// handlers of pending signals. Python runs handlers on no other thread, so there it counts SIGINTs
// itself, unless the program has its own SIGINT handler.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // For the thread that constructed the object, without the lock. Fast enough to call in every
  // update.
  std::function<bool()> here() {
    return [this] { return --left_ > 0 ? stopped() : look(); };
  }
  // For helper threads.
  std::function<bool()> elsewhere() const {
    return [this] { return stopped(); };
  }
  // Like here()(), but checks at every call.
  bool look();
  // With the lock held: throws the exception that stopped the computation, if any.
  void raise() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  bool signalled();

  bool main_, watches_ = false;
  unsigned seen_ = 0;  // Number of SIGINTs.
  std::int64_t left_ = 1, stride_ = 1;
  Clock::time_point looked_, asked_;
  std::atomic<bool> stopped_ = false;
};

// Calls work(i, interrupt) for i = 0 to threads - 1, each on its own thread; 0 runs on the calling
// thread.
template <class Work>
void onThreads(std::ptrdiff_t threads, Interruption& interruption, const Work& work) {
  std::vector<std::future<void>> others;
  for (std::ptrdiff_t i = 1; i < threads; ++i)
    others.push_back(std::async(std::launch::async, work, i, interruption.elsewhere()));
  if (threads > 0) work(0, interruption.here());
  for (std::future<void>& each : others) {
    while (each.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
      interruption.look();
    each.get();
  }
}

}  // namespace iklab::python
