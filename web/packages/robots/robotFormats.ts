/** The formats of robots, for refusals of the page and the command line. */
export const ROBOT_FORMATS = 'URDF, xacro, MJCF, SDF, glTF, VRM, BVH or a Denavit–Hartenberg table';
