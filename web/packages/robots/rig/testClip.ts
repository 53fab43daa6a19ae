/** A small recorded motion for tests: an arm that rotates by 180° in a second. */
export const ROTATING_ARM_BVH = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 1 1 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftHand
    {
      OFFSET 1 0 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0.2 0 0
      }
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 0 0  90 0 0  0 0 0
0 0 0  180 0 0  0 0 0
0 0 0  270 0 0  0 0 0
`;
