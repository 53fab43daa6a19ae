# Stands in for Pinocchio, so that its example is compiled and run where Pinocchio is not installed.
add_library(pinocchio::pinocchio INTERFACE IMPORTED)
target_include_directories(pinocchio::pinocchio INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
find_package(Eigen3 REQUIRED NO_MODULE)
target_link_libraries(pinocchio::pinocchio INTERFACE Eigen3::Eigen)
