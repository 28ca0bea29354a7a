#pragma once
// The edge where an exception would end the daemon. Our own code throws none, but libraries do on input they cannot
// take (std::bad_alloc, std::length_error), and one request must not take the others down.

#include <exception>
#include <new>

#include "absl/status/status.h"
#include "core/base/cat.h"

namespace retarget {

// What `work` returns, an absl::Status or StatusOr; kResourceExhausted or kInternal in place of an exception.
template <typename Work>
auto Guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory for this request");
  } catch (const std::exception& error) {
    return absl::InternalError(Cat("unexpected failure: ", error.what()));
  }
}

}  // namespace retarget
