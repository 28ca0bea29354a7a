#include "core/import/gltf_file.h"

#include <cstdint>
#include <limits>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

constexpr std::string_view kMagic = "glTF";
constexpr uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr uint32_t kBinChunk = 0x004E4942;   // "BIN\0"
constexpr size_t kHeaderBytes = 12;
constexpr size_t kChunkHeaderBytes = 8;

struct Chunk {
  uint32_t type = 0;
  std::string_view bytes;
};

absl::StatusOr<Chunk> ReadChunk(ByteReader& reader, size_t index) {
  ASSIGN_OR_RETURN(const uint32_t size, reader.U32(Cat("GLB: length of chunk ", index)));
  ASSIGN_OR_RETURN(const uint32_t type, reader.U32(Cat("GLB: type of chunk ", index)));
  if (size > reader.remaining()) {
    return absl::InvalidArgumentError(
        Cat("GLB is truncated: chunk ", index, " should have ", size, " bytes, ", reader.remaining(), " are left"));
  }
  ASSIGN_OR_RETURN(const std::string_view bytes, reader.Bytes(size, Cat("GLB: chunk ", index)));
  return Chunk{type, bytes};
}

// The body of the container: everything the header's length covers.
absl::StatusOr<std::string_view> ReadHeader(std::string_view bytes, std::vector<std::string>& warnings) {
  if (bytes.size() < kHeaderBytes) {
    return absl::InvalidArgumentError(Cat("GLB is truncated: the header has 12 bytes, there are ", bytes.size()));
  }
  ByteReader reader(bytes.substr(kMagic.size()));
  ASSIGN_OR_RETURN(const uint32_t version, reader.U32("GLB: version"));
  ASSIGN_OR_RETURN(const uint32_t length, reader.U32("GLB: length"));
  if (version != 2) return absl::InvalidArgumentError(Cat("GLB version ", version, " is not readable, expected 2"));
  if (length > bytes.size()) {
    return absl::InvalidArgumentError(
        Cat("GLB is truncated: the header says ", length, " bytes, there are ", bytes.size()));
  }
  if (length < kHeaderBytes + kChunkHeaderBytes) {
    return absl::InvalidArgumentError(Cat("GLB holds no JSON chunk: the header says ", length, " bytes"));
  }
  if (length < bytes.size())
    warnings.push_back(Cat("GLB: ", bytes.size() - length, " bytes after its end are ignored"));
  return bytes.substr(kHeaderBytes, length - kHeaderBytes);
}

// The JSON text; sets `file.bin` and warnings.
absl::StatusOr<std::string_view> ReadChunks(std::string_view bytes, GltfFile& file) {
  ASSIGN_OR_RETURN(const std::string_view body, ReadHeader(bytes, file.warnings));
  ByteReader reader(body);
  std::string_view text;
  for (size_t index = 0; !reader.done(); ++index) {
    ASSIGN_OR_RETURN(const Chunk chunk, ReadChunk(reader, index));
    if (chunk.bytes.size() % 4 != 0) {
      file.warnings.push_back(Cat("GLB: chunk ", index, " has ", chunk.bytes.size(), " bytes, not a multiple of 4"));
    }
    if ((index == 0) != (chunk.type == kJsonChunk)) {
      return absl::InvalidArgumentError(Cat("GLB: chunk ", index, " is ", index == 0 ? "not the" : "a second",
                                            " JSON chunk; JSON must come first and once"));
    }
    if (index == 0) text = chunk.bytes;
    if (chunk.type != kBinChunk) continue;  // unknown chunks are allowed and skipped
    if (file.bin) return absl::InvalidArgumentError(Cat("GLB: chunk ", index, " is a second BIN chunk"));
    file.bin = chunk.bytes;
  }
  return text;
}

absl::Status CheckVersion(const Json& json) {
  const auto asset = json.find("asset");
  if (asset == json.end() || !asset->is_object()) {
    return absl::InvalidArgumentError("glTF: \"asset\" is missing, so this is no glTF 2.0 file");
  }
  for (const char* key : {"version", "minVersion"}) {
    const auto version = asset->find(key);
    if (version == asset->end() && std::string_view(key) == "minVersion") continue;
    if (version == asset->end() || !version->is_string() ||
        version->get_ref<const std::string&>().substr(0, 2) != "2.") {
      const std::string found = version != asset->end() && version->is_string() ? version->get<std::string>() : "";
      return absl::InvalidArgumentError(Cat("glTF: asset.", key, " is ", Quoted(found), ", expected 2.x"));
    }
  }
  return absl::OkStatus();
}

size_t Padding(std::string_view chunk) { return (4 - chunk.size() % 4) % 4; }

void AppendChunk(ByteWriter& out, uint32_t type, std::string_view bytes, char padding) {
  out.U32(static_cast<uint32_t>(bytes.size() + Padding(bytes)));
  out.U32(type);
  out.Bytes(bytes);
  out.Bytes(std::string(Padding(bytes), padding));
}

}  // namespace

bool IsGlb(std::string_view bytes) { return bytes.substr(0, kMagic.size()) == kMagic; }

absl::StatusOr<GltfFile> ReadGltfFile(std::string_view bytes) {
  GltfFile file;
  std::string_view text = bytes;
  if (IsGlb(bytes)) {
    ASSIGN_OR_RETURN(text, ReadChunks(bytes, file));
  }
  auto json = ParseJsonObject(text);
  if (!json.ok()) return absl::InvalidArgumentError(Cat("glTF: ", std::string(json.status().message())));
  file.json = *std::move(json);
  RETURN_IF_ERROR(CheckVersion(file.json));
  return file;
}

absl::StatusOr<std::string> WriteGlb(const Json& json, std::string_view bin) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  uint64_t total = kHeaderBytes + kChunkHeaderBytes + text.size() + Padding(text);
  if (!bin.empty()) total += kChunkHeaderBytes + bin.size() + Padding(bin);
  if (total > std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError("the GLB would exceed 4 GiB, the most its header can say");
  }
  ByteWriter out;
  out.Bytes(kMagic);
  out.U32(2);
  out.U32(static_cast<uint32_t>(total));
  AppendChunk(out, kJsonChunk, text, ' ');
  if (!bin.empty()) AppendChunk(out, kBinChunk, bin, '\0');
  return out.Take();
}

}  // namespace retarget
