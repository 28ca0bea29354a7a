#pragma once
// Small clips for codec tests.

#include "core/clip/clip.h"

namespace retarget::testing {

// The worked example of core/clip/FORMAT.md: two bones, three channels, two of them with the same key times.
inline Clip ExampleClip() {
  Clip clip{"nod", {"Hips", "Head"}, {}, 1.0};
  clip.channels.push_back(
      {0, Path::kTranslation, Interpolation::kLinear, {0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 0.0f, 0.5f, 0.0f}});
  clip.channels.push_back(
      {1, Path::kRotation, Interpolation::kLinear, {0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f}});
  clip.channels.push_back({1, Path::kScale, Interpolation::kStep, {0.5f}, {1.0f, 1.0f, 1.0f}});
  return clip;
}

// Every interpolation, awkward numbers, a duplicate bone name, an unused bone, names that need escaping.
inline Clip AwkwardClip() {
  Clip clip{"wa\"lk\n\\ \xE2\x82\xAC", {"a", "a", "", "unused: #1"}, {}, 1234.56789};
  clip.channels.push_back({2,
                           Path::kRotation,
                           Interpolation::kCubicSpline,
                           {0.1f, 0.7f},
                           {-0.0f,
                            1e-45f,
                            0.1f,
                            3.4028235e38f,
                            0.1f,
                            0.2f,
                            0.3f,
                            0.9f,
                            1e-20f,
                            7,
                            8,
                            9,  //
                            1,
                            2,
                            3,
                            4,
                            0,
                            0,
                            0,
                            -1,
                            16777216.0f,
                            1.17549435e-38f,
                            0.333333343f,
                            2}});
  clip.channels.push_back({0, Path::kScale, Interpolation::kStep, {0.0f, 1000.1f}, {1, 1, 1, 0.01f, 100, -1}});
  clip.channels.push_back({1, Path::kTranslation, Interpolation::kLinear, {0.1f, 0.7f}, {1, 2, 3, 4, 5, 6}});
  return clip;
}

}  // namespace retarget::testing
