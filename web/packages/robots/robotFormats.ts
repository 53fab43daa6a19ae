/** Names of the supported robot formats, for error messages of the page and the command line. */
export const ROBOT_FORMATS_TEXT =
  'URDF, xacro, MJCF, SDF, glTF, VRM, BVH or a Denavit–Hartenberg table';
