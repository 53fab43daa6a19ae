// A value, or the reason why there is none. Works without exceptions.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace iklab {

struct Fault {
  std::string reason;
};

namespace detail {
// Prints the reason to stderr and aborts.
[[noreturn]] void abortWithoutValue(const std::string& reason);
}  // namespace detail

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Fault fault) : fault_(std::move(fault)) {}

  explicit operator bool() const { return value_.has_value(); }
  // Without a value, prints the reason to stderr and aborts, in every build type.
  const T& value() const {
    if (!value_) detail::abortWithoutValue(fault_.reason);
    return *value_;
  }
  T&& take() {
    if (!value_) detail::abortWithoutValue(fault_.reason);
    return std::move(*value_);
  }
  const std::string& reason() const { return fault_.reason; }

 private:
  std::optional<T> value_;
  Fault fault_;
};

}  // namespace iklab
