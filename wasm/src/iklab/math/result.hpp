// A value, or the reason why there is none. Works without exceptions.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace iklab {

struct Fault {
  std::string reason;
};

template <class T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Fault fault) : fault_(std::move(fault)) {}

  explicit operator bool() const { return value_.has_value(); }
  // Asserts that there is a value.
  const T& value() const {
    assert(value_);
    return *value_;
  }
  T&& take() {
    assert(value_);
    return std::move(*value_);
  }
  const std::string& reason() const { return fault_.reason; }

 private:
  std::optional<T> value_;
  Fault fault_;
};

}  // namespace iklab
