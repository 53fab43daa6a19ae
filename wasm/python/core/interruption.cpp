#include "interruption.hpp"

#include <algorithm>
#include <csignal>
#include <pybind11/pybind11.h>

namespace iklab::python {
namespace {

namespace py = pybind11;
using namespace std::chrono_literals;

constexpr auto kLook = 2ms;  // Time between two readings of the clock.
constexpr auto kAsk = 20ms;  // Time between two checks for signals by the interpreter.
std::atomic<unsigned> sigints = 0;

bool onMainThread() {
  const py::module_ threading = py::module_::import("threading");
  return threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
}

// True if SIGINT has Python's default handler, which raises KeyboardInterrupt.
bool hasDefaultHandler() {
  const py::module_ signal = py::module_::import("signal");
  return signal.attr("getsignal")(SIGINT).is(signal.attr("default_int_handler"));
}

#ifdef SA_SIGINFO
struct sigaction previous;  // Python's handler, which is called by ours.
int watchers = 0;           // Guarded by the interpreter's lock.

void count(int number, siginfo_t* info, void* context) {
  ++sigints;
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(number, info, context);
  else
    previous.sa_handler(number);
}

bool counts(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == count;
}

void watch() {
  if (watchers++ > 0) return;
  struct sigaction now;
  if (sigaction(SIGINT, nullptr, &now) != 0 || counts(now)) return;
  if (!(now.sa_flags & SA_SIGINFO) && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN))
    return;
  previous = now;
  now.sa_sigaction = count;
  now.sa_flags |= SA_SIGINFO;
  sigaction(SIGINT, &now, nullptr);
}

void unwatch() {
  if (--watchers > 0) return;
  struct sigaction now;
  if (sigaction(SIGINT, nullptr, &now) == 0 && counts(now)) sigaction(SIGINT, &previous, nullptr);
}
#else
void watch() {}
void unwatch() {}
#endif

}  // namespace

Interruption::Interruption() : main_(onMainThread()), looked_(Clock::now()), asked_(looked_) {
  if (main_ || !hasDefaultHandler()) return;
  watches_ = true;
  seen_ = sigints;
  watch();
}

Interruption::~Interruption() {
  if (watches_) unwatch();
}

// Adapts the number of calls between two readings of the clock to the rate of calls.
bool Interruption::look() {
  if (stopped()) return true;
  const auto now = Clock::now();
  const auto each = std::max<Clock::duration>((now - looked_) / stride_, 1ns);
  stride_ = std::clamp<std::int64_t>(kLook / each, 1, 2 * stride_);
  left_ = stride_;
  looked_ = now;
  if (main_ ? now - asked_ < kAsk : !watches_ || sigints == seen_) return false;
  asked_ = now;
  stopped_ = signalled();
  return stopped();
}

bool Interruption::signalled() {
  const py::gil_scoped_acquire hold;
  if (main_) return PyErr_CheckSignals() != 0;
  seen_ = sigints;
  if (!hasDefaultHandler()) return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

void Interruption::raise() const {
  if (stopped()) throw pybind11::error_already_set();
}

}  // namespace iklab::python
