# What is installed: libraries, their headers, the program, the loadable Lua
# module, scripts, cards, the guide
# and the license. Each finds the others by relative paths, so that
# the whole prefix can be moved.
include(CMakePackageConfigHelpers)
set(STRATA_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/strata)

install(TARGETS strata EXPORT strata-targets
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(STRATA_PC_FILES strata)
if(STRATA_LUA)
  install(TARGETS strata-lua EXPORT strata-targets
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(TARGETS strata-module
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/lua/5.4)
  list(APPEND STRATA_PC_FILES strata-lua)
  # A shared library knows what it needs; who links a static one must be told.
  get_target_property(type strata-lua TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    list(JOIN STRATA_LUA_NEEDS ", " needs)
    set(STRATA_LUA_REQUIRES ", ${needs}")
  endif()
  if(STRATA_LUA_PC)
    string(APPEND STRATA_LUA_REQUIRES ", ${STRATA_LUA_PC}")
  endif()
  if(STRATA_REPL)
    install(TARGETS strata-cli)
  endif()
endif()
install(EXPORT strata-targets NAMESPACE strata:: DESTINATION ${STRATA_CMAKE_DIR})

configure_package_config_file(engine/cmake/strata-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/strata-config.cmake
  INSTALL_DESTINATION ${STRATA_CMAKE_DIR})
# While the major version is 0, a minor release may break the ABI.
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/strata-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/strata-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/strata-config-version.cmake
        DESTINATION ${STRATA_CMAKE_DIR})

# Relative, so that `cmake --install --prefix X` and multiarch libdirs both work.
file(RELATIVE_PATH STRATA_PC_PREFIX
  /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
foreach(name IN LISTS STRATA_PC_FILES)
  configure_file(engine/cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(DIRECTORY scripts cards DESTINATION ${CMAKE_INSTALL_DATADIR}/strata)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY engine/guide DESTINATION ${CMAKE_INSTALL_DOCDIR})
