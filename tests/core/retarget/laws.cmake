retargetd_test(core_retarget_laws_test
  SOURCES laws_test.cc hard_rigs_test.cc keys_test.cc mirror_test.cc travel_test.cc
          laws_support.cc
  DEPS retargetd_retarget retargetd_sample retargetd_test_poses retargetd_test_support)

# Text formats stay as they are: they take most of the time to compile and no baked byte passes through them.
set(unoptimised_sources "")
foreach(module math rig clip humanoid retarget sample)
  get_target_property(sources retargetd_${module} SOURCES)
  get_target_property(folder retargetd_${module} SOURCE_DIR)
  list(FILTER sources EXCLUDE REGEX "json|yaml|profile_document|zmsh|sample_glb|body_mesh")
  list(TRANSFORM sources PREPEND "${folder}/")
  list(APPEND unoptimised_sources ${sources})
endforeach()
add_library(unoptimised_maths OBJECT ${unoptimised_sources})
target_compile_options(unoptimised_maths PRIVATE -O0)
target_link_libraries(unoptimised_maths PRIVATE retargetd_retarget retargetd_sample retargetd_clip)

# digest_tests(PROGRAM GOLDEN DEPS...): the same bakes from the normal build by one thread and by eight, and with the
# sources of all rig maths compiled without optimisation.
function(digest_tests program golden)
  add_executable(${program} ${program}.cc digest_program.cc)
  target_link_libraries(${program} PRIVATE ${ARGN} Threads::Threads)
  add_executable(${program}_unoptimised ${program}.cc digest_program.cc $<TARGET_OBJECTS:unoptimised_maths>)
  # The linker takes from these libraries only what the objects above do not define.
  target_link_libraries(${program}_unoptimised PRIVATE ${ARGN} Threads::Threads)
  set(expect --expect "${CMAKE_CURRENT_SOURCE_DIR}/${golden}")
  add_test(NAME core_retarget_determinism.${program}.OneThread COMMAND ${program} ${expect})
  add_test(NAME core_retarget_determinism.${program}.EightThreads COMMAND ${program} --threads 8 ${expect})
  add_test(NAME core_retarget_determinism.${program}.Unoptimised COMMAND ${program}_unoptimised ${expect})
  foreach(way OneThread EightThreads Unoptimised)
    set_tests_properties(core_retarget_determinism.${program}.${way} PROPERTIES TIMEOUT 240 SKIP_RETURN_CODE 77)
  endforeach()
endfunction()
digest_tests(bake_digest golden_bakes.txt retargetd_retarget retargetd_sample retargetd_clip)
digest_tests(corpus_digest golden_corpus_bakes.txt retargetd_import retargetd_retarget retargetd_sample retargetd_clip retargetd_test_support)
