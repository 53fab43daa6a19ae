export {
  DANCER_BVH,
  type MotionTestRun,
  makeCraneRun,
  makeDancerRun,
} from './motion/testMotion.ts';
export { ROTATING_ARM_BVH } from './rig/testClip.ts';
export {
  HUMANOID_GLTF,
  makeAxisQuaternion,
  SWING_KEYFRAMES,
  withAnimations,
} from './rig/testHumanoid.ts';
export { readBvhMotion } from './rig/testMotionReader.ts';
export { encodeGlb, RIG_FIGURE_GLTF } from './rig/testRig.ts';
export { SKINNED_TUBE_GLTF } from './rig/testTube.ts';
export {
  encodeMeshText,
  makeGlb,
  makeStl,
  makeTetrahedronGltf,
  TETRAHEDRON_TRIANGLES,
} from './testMesh.ts';
export { makeTestPackageZip, TEST_PACKAGE_FILES } from './testPackage.ts';
export { FIVE_JOINT_ARM_URDF } from './testRobots.ts';
export { ExecutedBlockCounter } from './testWork.ts';
