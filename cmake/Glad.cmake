# The OpenGL and EGL loader: generated at configure time by glad (Debian: python3-glad) into the build folder, offline and the
# same on every run (--reproducible). Nothing of it is committed. Makes the target mien_glad.

set(MIEN_GLAD_DIR "${CMAKE_BINARY_DIR}/glad")
set(MIEN_GLAD_EXTENSIONS
  GL_KHR_debug,EGL_EXT_platform_base,EGL_MESA_platform_surfaceless,EGL_EXT_device_base,EGL_EXT_platform_device)

# Another Python on the PATH may lack the module: Debian's own.
find_program(MIEN_PYTHON3 python3 HINTS /usr/bin NO_DEFAULT_PATH REQUIRED)

set(MIEN_GLAD_STAMP "${MIEN_GLAD_DIR}/extensions.txt")
set(MIEN_GLAD_MADE "")
if(EXISTS "${MIEN_GLAD_STAMP}")
  file(READ "${MIEN_GLAD_STAMP}" MIEN_GLAD_MADE)
endif()
if(NOT MIEN_GLAD_MADE STREQUAL MIEN_GLAD_EXTENSIONS)
  execute_process(
    COMMAND "${MIEN_PYTHON3}" -m glad --quiet --reproducible --api gl:core=3.3,egl=1.5 --extensions ${MIEN_GLAD_EXTENSIONS}
            --out-path "${MIEN_GLAD_DIR}" c
    RESULT_VARIABLE MIEN_GLAD_FAILED ERROR_VARIABLE MIEN_GLAD_ERRORS OUTPUT_QUIET)
  if(MIEN_GLAD_FAILED)
    message(FATAL_ERROR "Cannot generate the OpenGL loader; install the package python3-glad.\n${MIEN_GLAD_ERRORS}")
  endif()
  file(WRITE "${MIEN_GLAD_STAMP}" "${MIEN_GLAD_EXTENSIONS}")
endif()

add_library(mien_glad STATIC "${MIEN_GLAD_DIR}/src/gl.c" "${MIEN_GLAD_DIR}/src/egl.c")
target_include_directories(mien_glad SYSTEM PUBLIC "${MIEN_GLAD_DIR}/include")
target_link_libraries(mien_glad PUBLIC ${CMAKE_DL_LIBS})
