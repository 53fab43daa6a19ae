#include "iklab/math/decimal.hpp"

#include <cmath>

namespace iklab::detail {
namespace {

constexpr int kDigits = 12;
constexpr double kTens[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};

// Scales `value` to at least 1 and less than 10; returns the power of ten that was removed.
int normalise(double& value) {
  int power = 0, tens = 256;
  for (const double each : kTens) {
    if (value >= each) value /= each, power += tens;
    if (value * each < 10) value *= each, power -= tens;
    tens /= 2;
  }
  return power;
}

std::string exponent(int power) {
  const std::string digits = std::to_string(std::abs(power));
  return (power < 0 ? "e-" : "e+") + std::string(digits.size() < 2 ? "0" : "") + digits;
}

}  // namespace

std::string decimal(double value) {
  if (std::isnan(value)) return "nan";
  const std::string sign = std::signbit(value) ? "-" : "";
  double size = std::abs(value);
  if (std::isinf(size)) return sign + "inf";
  if (size == 0) return sign + "0";
  int power = normalise(size);
  long long whole = std::llround(size * 1e11);
  if (whole >= 1'000'000'000'000) whole /= 10, ++power;
  std::string digits = std::to_string(whole);
  digits.erase(digits.find_last_not_of('0') + 1);
  const bool small = power < 0 && power >= -4, large = power >= 0 && power < kDigits;
  if (small) return sign + "0." + std::string(static_cast<size_t>(-power - 1), '0') + digits;
  const size_t before = large ? static_cast<size_t>(power) + 1 : 1;
  if (digits.size() < before) digits.resize(before, '0');
  if (digits.size() > before) digits.insert(before, 1, '.');
  return sign + digits + (large ? "" : exponent(power));
}

double roundToDigits(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  double size = std::abs(value), tens = 1;
  int power = normalise(size) - (digits - 1);
  for (int i = 1; i < digits; ++i) size *= 10;
  const auto whole = static_cast<double>(std::llround(size));
  // Powers of ten are exact up to 1e22, so that the result is rounded only once.
  for (int i = 0; i < std::abs(power); ++i) tens *= 10;
  return std::copysign(power < 0 ? whole / tens : whole * tens, value);
}

}  // namespace iklab::detail
