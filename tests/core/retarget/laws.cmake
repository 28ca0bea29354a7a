retargetd_test(core_retarget_laws_test
  SOURCES laws_test.cc hard_rigs_test.cc keys_test.cc mirror_test.cc travel_test.cc
          laws_support.cc
  DEPS retargetd_retarget retargetd_sample retargetd_test_poses retargetd_test_support)

# The same bakes from the normal build, and with the sources of all rig maths compiled without optimisation.
add_executable(bake_digest bake_digest.cc)
target_link_libraries(bake_digest PRIVATE retargetd_retarget retargetd_sample retargetd_clip Threads::Threads)

# Text formats stay as they are: they take most of the time to compile and no baked byte passes through them.
set(unoptimised_sources "")
foreach(module math rig clip humanoid retarget sample)
  get_target_property(sources retargetd_${module} SOURCES)
  get_target_property(folder retargetd_${module} SOURCE_DIR)
  list(FILTER sources EXCLUDE REGEX "json|yaml|profile_document|zmsh|sample_glb|body_mesh")
  list(TRANSFORM sources PREPEND "${folder}/")
  list(APPEND unoptimised_sources ${sources})
endforeach()
add_executable(bake_digest_unoptimised bake_digest.cc ${unoptimised_sources})
target_compile_options(bake_digest_unoptimised PRIVATE -O0)
# The linker takes from these libraries only what the sources above do not define.
target_link_libraries(bake_digest_unoptimised PRIVATE retargetd_retarget retargetd_sample retargetd_clip Threads::Threads)

set(golden "${CMAKE_CURRENT_SOURCE_DIR}/golden_bakes.txt")
add_test(NAME core_retarget_determinism.OneThread COMMAND bake_digest --expect ${golden})
add_test(NAME core_retarget_determinism.EightThreads COMMAND bake_digest --threads 8 --expect ${golden})
add_test(NAME core_retarget_determinism.Unoptimised COMMAND bake_digest_unoptimised --expect ${golden})
set_tests_properties(core_retarget_determinism.OneThread core_retarget_determinism.EightThreads
  core_retarget_determinism.Unoptimised PROPERTIES TIMEOUT 240)
