#include "core/import/gltf_buffers.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

absl::Status BufferError(int index, std::string_view problem) {
  return absl::InvalidArgumentError(Cat("glTF: buffer ", index, " ", problem));
}

// data:[<media type>][;base64],<data>
absl::StatusOr<std::string> DecodeDataUri(int index, std::string_view uri) {
  const size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return BufferError(index, "is a data URI without a comma");
  const std::string_view head = uri.substr(0, comma), data = uri.substr(comma + 1);
  constexpr std::string_view kBase64 = ";base64";
  const bool base64 = head.size() >= kBase64.size() && head.substr(head.size() - kBase64.size()) == kBase64;
  if (!base64) return PercentDecoded(data);
  std::string bytes;
  if (!absl::Base64Unescape(absl::string_view(data.data(), data.size()), &bytes)) {
    return BufferError(index, "is a data URI that is not valid base64");
  }
  return bytes;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = absl::ascii_tolower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string PercentDecoded(std::string_view uri) {
  std::string out;
  for (size_t i = 0; i < uri.size(); ++i) {
    const bool escape = uri[i] == '%' && i + 2 < uri.size() && HexDigit(uri[i + 1]) >= 0 && HexDigit(uri[i + 2]) >= 0;
    out.push_back(escape ? static_cast<char>(HexDigit(uri[i + 1]) * 16 + HexDigit(uri[i + 2])) : uri[i]);
    if (escape) i += 2;
  }
  return out;
}

GltfBuffers::GltfBuffers(const GltfFile& file, size_t file_bytes, const FileResolver& resolver)
    : file_(file), resolver_(resolver), bytes_in_hand_(file_bytes) {
  const auto buffers = file.json.find("buffers");
  if (buffers != file.json.end() && buffers->is_array()) resolved_.resize(buffers->size());
  owned_.resize(resolved_.size());
}

absl::StatusOr<std::string_view> GltfBuffers::Get(int index) {
  if (index < 0 || static_cast<size_t>(index) >= resolved_.size()) {
    return BufferError(index, Cat("does not exist, the file has ", resolved_.size()));
  }
  if (!resolved_[index]) {
    ASSIGN_OR_RETURN(resolved_[index], Resolve(index));
  }
  return *resolved_[index];
}

absl::StatusOr<std::string_view> GltfBuffers::Resolve(int index) {
  const Json& buffer = file_.json["buffers"][index];
  if (!buffer.is_object()) return BufferError(index, "is not an object");
  const auto length = buffer.find("byteLength");
  if (length == buffer.end() || !length->is_number_unsigned()) return BufferError(index, "has no byteLength");
  std::string_view bytes;
  const auto uri = buffer.find("uri");
  if (uri == buffer.end()) {
    if (index != 0 || !file_.bin) return BufferError(index, "has no uri, and the file has no BIN chunk for it");
    bytes = *file_.bin;
  } else if (!uri->is_string()) {
    return BufferError(index, "has a uri that is not text");
  } else {
    const std::string& text = uri->get_ref<const std::string&>();
    if (text.substr(0, 5) == "data:") {
      ASSIGN_OR_RETURN(owned_[index], DecodeDataUri(index, text));
    } else if (resolver_ == nullptr) {
      return BufferError(index, Cat("is in another file (", Quoted(text), "): give a GLB, or the file from a folder"));
    } else {
      ASSIGN_OR_RETURN(owned_[index], resolver_(text));
    }
    bytes = owned_[index];
    bytes_in_hand_ += bytes.size();
  }
  const uint64_t wanted = length->get<uint64_t>();
  if (bytes.size() < wanted) {
    return BufferError(index, Cat("has ", bytes.size(), " bytes, its byteLength says ", wanted));
  }
  return bytes.substr(0, wanted);
}

}  // namespace retarget
