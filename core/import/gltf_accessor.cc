#include "core/import/gltf_accessor.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget {
namespace {

// A sparse accessor without a buffer view starts as zeros that no bytes of the file pay for; more floats than this are
// refused (an hour of one rotation at 60 keys a second is 0.9 million).
constexpr size_t kMaxUnbackedFloats = size_t{1} << 22;

std::string_view TypeName(int type) {
  switch (type) {
    case TINYGLTF_TYPE_SCALAR:
      return "SCALAR";
    case TINYGLTF_TYPE_VEC2:
      return "VEC2";
    case TINYGLTF_TYPE_VEC3:
      return "VEC3";
    case TINYGLTF_TYPE_VEC4:
      return "VEC4";
    case TINYGLTF_TYPE_MAT4:
      return "MAT4";
    default:
      return "another type";
  }
}

absl::Status AccessorError(int index, std::string_view problem) {
  return absl::InvalidArgumentError(Cat("glTF: accessor ", index, " ", problem));
}

template <typename T>
T Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
float Normalised(const char* at) {
  return std::max(static_cast<float>(Load<T>(at)) / static_cast<float>(std::numeric_limits<T>::max()), -1.0f);
}

float ComponentAsFloat(const char* at, int component_type) {
  switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return Normalised<int8_t>(at);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return Normalised<uint8_t>(at);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return Normalised<int16_t>(at);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return Normalised<uint16_t>(at);
    default:
      return Load<float>(at);
  }
}

uint32_t IndexAt(const char* at, int component_type) {
  if (component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return Load<uint8_t>(at);
  if (component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) return Load<uint16_t>(at);
  return Load<uint32_t>(at);
}

// 0 for a component type we do not read as a value.
size_t ValueBytes(const tinygltf::Accessor& accessor) {
  if (accessor.componentType == TINYGLTF_COMPONENT_TYPE_FLOAT) return 4;
  if (!accessor.normalized) return 0;
  switch (accessor.componentType) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    default:
      return 0;
  }
}

size_t IndexBytes(int component_type) {
  if (component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return 1;
  if (component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) return 2;
  return component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT ? 4 : 0;
}

// A run of `count` elements in a buffer view.
struct Run {
  int view = -1;
  size_t byte_offset = 0, count = 0, element_bytes = 0;
  bool strided = false;  // honours the view's byteStride
};

struct Elements {
  const char* first = nullptr;
  size_t stride = 0;
};

// Where the run's elements are, after checking that all of them lie in the view and the view in its buffer.
absl::StatusOr<Elements> Locate(const tinygltf::Model& model, GltfBuffers& buffers, int accessor, const Run& run) {
  if (run.view < 0 || static_cast<size_t>(run.view) >= model.bufferViews.size()) {
    return AccessorError(accessor,
                         Cat("refers to buffer view ", run.view, ", the file has ", model.bufferViews.size()));
  }
  const tinygltf::BufferView& view = model.bufferViews[run.view];
  ASSIGN_OR_RETURN(const std::string_view buffer, buffers.Get(view.buffer));
  if (view.byteOffset > buffer.size() || view.byteLength > buffer.size() - view.byteOffset) {
    return absl::InvalidArgumentError(
        Cat("glTF: buffer view ", run.view, " ends behind its buffer of ", buffer.size(), " bytes"));
  }
  const size_t stride = run.strided && view.byteStride != 0 ? view.byteStride : run.element_bytes;
  if (stride < run.element_bytes) {
    return AccessorError(accessor, Cat("has elements of ", run.element_bytes, " bytes, but a byteStride of ", stride));
  }
  const size_t room = run.byte_offset > view.byteLength ? 0 : view.byteLength - run.byte_offset;
  if (run.count > 0 && (room < run.element_bytes || (run.count - 1) > (room - run.element_bytes) / stride)) {
    return AccessorError(accessor, Cat("has ", run.count, " elements, which do not fit buffer view ", run.view, " of ",
                                       view.byteLength, " bytes"));
  }
  return Elements{buffer.data() + view.byteOffset + (run.count > 0 ? run.byte_offset : 0), stride};
}

}  // namespace

absl::StatusOr<size_t> AccessorReader::Count(int index, int type) const {
  if (index < 0 || static_cast<size_t>(index) >= model_.accessors.size()) {
    return AccessorError(index, Cat("does not exist, the file has ", model_.accessors.size()));
  }
  const tinygltf::Accessor& accessor = model_.accessors[index];
  if (accessor.type != type) {
    return AccessorError(index, Cat("is ", TypeName(accessor.type), ", expected ", TypeName(type)));
  }
  return accessor.count;
}

bool AccessorReader::HasData(int index) const {
  return model_.accessors[index].bufferView >= 0 || model_.accessors[index].sparse.isSparse;
}

absl::StatusOr<std::vector<float>> AccessorReader::Floats(int index, int type) {
  ASSIGN_OR_RETURN(const size_t count, Count(index, type));
  const tinygltf::Accessor& accessor = model_.accessors[index];
  const size_t components = tinygltf::GetNumComponentsInType(type);
  const size_t component_bytes = ValueBytes(accessor);
  if (component_bytes == 0) return AccessorError(index, "is neither float nor a normalised 8 or 16 bit integer");
  std::vector<float> values;
  if (accessor.bufferView >= 0) {
    const Run run{accessor.bufferView, accessor.byteOffset, count, components * component_bytes, true};
    ASSIGN_OR_RETURN(const Elements elements, Locate(model_, buffers_, index, run));
    values.reserve(count * components);
    for (size_t i = 0; i < count; ++i) {
      for (size_t c = 0; c < components; ++c) {
        values.push_back(
            ComponentAsFloat(elements.first + i * elements.stride + c * component_bytes, accessor.componentType));
      }
    }
  } else {
    if (count > kMaxUnbackedFloats / components) {
      return AccessorError(index, Cat("has ", count, " elements but no buffer view"));
    }
    values.resize(count * components);
  }
  if (accessor.sparse.isSparse) RETURN_IF_ERROR(AddSparse(index, components, values));
  return values;
}

absl::Status AccessorReader::AddSparse(int index, size_t components, std::vector<float>& values) {
  const tinygltf::Accessor& accessor = model_.accessors[index];
  const auto& sparse = accessor.sparse;
  const size_t index_bytes = IndexBytes(sparse.indices.componentType);
  const size_t component_bytes = ValueBytes(accessor);
  if (index_bytes == 0 || sparse.count < 0 || sparse.indices.byteOffset < 0 || sparse.values.byteOffset < 0) {
    return AccessorError(index, "has broken sparse values");
  }
  const size_t count = sparse.count;
  const Run index_run{sparse.indices.bufferView, static_cast<size_t>(sparse.indices.byteOffset), count, index_bytes};
  const Run value_run{sparse.values.bufferView, static_cast<size_t>(sparse.values.byteOffset), count,
                      components * component_bytes};
  ASSIGN_OR_RETURN(const Elements indices, Locate(model_, buffers_, index, index_run));
  ASSIGN_OR_RETURN(const Elements source, Locate(model_, buffers_, index, value_run));
  for (size_t i = 0; i < count; ++i) {
    const size_t target = IndexAt(indices.first + i * index_bytes, sparse.indices.componentType);
    if (target >= accessor.count) {
      return AccessorError(index, Cat("has a sparse value for element ", target, " of ", accessor.count));
    }
    for (size_t c = 0; c < components; ++c) {
      values[target * components + c] =
          ComponentAsFloat(source.first + i * source.stride + c * component_bytes, accessor.componentType);
    }
  }
  return absl::OkStatus();
}

}  // namespace retarget
