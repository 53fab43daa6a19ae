// Collects the faults and remarks of a reader.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "iklab/urdf/reading.hpp"

namespace iklab::urdf {

class Notes {
 public:
  static constexpr size_t kMaxFaults = 20;  // Largest number of faults.

  // When full, further faults are not recorded, so callers need not compute their reasons.
  bool full() const { return faults.size() >= kMaxFaults; }
  void addFault(int line, std::string element, std::string reason) {
    if (!full()) faults.push_back({NoteKind::fault, line, std::move(element), std::move(reason)});
  }
  void addLeftOut(int line, std::string element, std::string reason, bool grave = false) {
    remarks.push_back({NoteKind::leftOut, line, std::move(element), std::move(reason), grave});
  }
  void addChanged(int line, std::string element, std::string reason, bool grave = false) {
    remarks.push_back({NoteKind::changed, line, std::move(element), std::move(reason), grave});
  }

  std::vector<Note> faults, remarks;
};

}  // namespace iklab::urdf
