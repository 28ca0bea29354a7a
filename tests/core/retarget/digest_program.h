#pragma once
// What the two digest programs share: baking, naming the bytes, and comparing with a golden file.

#include <functional>
#include <string>

#include "core/clip/clip.h"
#include "core/rig/rig.h"

namespace retarget::testing {

// "name <SHA-256 of the zanim bytes>\n", or the error in place of the digest.
std::string DigestLine(const std::string& name, const Rig& source, const Rig& target, const Clip& clip);

// PROGRAM [--threads N] [--expect FILE]: every thread runs `all`, whose text is printed below the algorithm version.
// Exit code 1 where threads disagree or FILE reads otherwise.
int DigestMain(int argc, char** argv, const std::function<std::string()>& all);

}  // namespace retarget::testing
