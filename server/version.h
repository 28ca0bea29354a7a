#pragma once

namespace retarget {

// The project's version, from CMakeLists.txt.
inline constexpr char kVersion[] = RETARGETD_VERSION;

}  // namespace retarget
