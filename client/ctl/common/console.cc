#include "client/ctl/common/console.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/base/cat.h"

namespace retarget::ctl {
namespace {

void Print(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

// Names keep the bytes of their file, which need not be UTF-8; JSON must be.
std::string Dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

void Console::Answer(const Json& answer, std::string_view text) const { Print(stdout, json ? Dump(answer) : text); }

void Console::Warn(std::string_view message) const { Print(stderr, Cat("warning: ", message, "\n")); }

void Console::Error(const absl::Status& status) const {
  const std::string message(status.message());
  Print(stderr, Cat("retargetctl: ", message, "\n"));
  if (json) {
    Print(stdout, Dump({{"error", {{"code", absl::StatusCodeToString(status.code())}, {"message", message}}}}));
  }
}

bool Console::ShowsProgress() const { return progress || isatty(STDERR_FILENO) != 0; }

Lines& Lines::Add(std::string label, std::string value) {
  lines_.emplace_back(std::move(label), std::move(value));
  return *this;
}

std::string Lines::Text() const {
  size_t width = 0;
  for (const auto& [label, value] : lines_) width = std::max(width, label.size());
  std::string out;
  for (const auto& [label, value] : lines_) {
    out += Cat(label, std::string(width - label.size() + 2, ' '), value, "\n");
  }
  return out;
}

Json ParseJson(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json() : json;
}

std::string Fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string SizeText(size_t bytes) {
  constexpr double kKiB = 1024.0, kMiB = kKiB * 1024.0;
  const double size = static_cast<double>(bytes);
  if (size < kKiB) return Cat(bytes, " bytes");
  return size < kMiB ? Fixed(size / kKiB, 1) + " KiB" : Fixed(size / kMiB, 1) + " MiB";
}

}  // namespace retarget::ctl
