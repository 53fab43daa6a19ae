export const ROBOT_FORMATS_TEXT =
  'URDF, xacro, MJCF, SDF, glTF, VRM, BVH or a Denavit–Hartenberg table';
