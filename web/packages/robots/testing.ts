export { craneRun, DANCER_BVH, dancerRun, type TestRun } from './motion/testMotion.ts';
export { WAVE_BVH } from './rig/testClip.ts';
export {
  HUMANOID_GLTF,
  makeQuaternion,
  SWING_KEYFRAMES,
  withAnimations,
} from './rig/testHumanoid.ts';
export { readBvhMotion } from './rig/testMotionReader.ts';
export { encodeGlb, RIG_FIGURE_GLTF } from './rig/testRig.ts';
export { TUBE_GLTF } from './rig/testTube.ts';
export { encodeMeshText, makeGlb, makeGltf, makeStl, TETRAHEDRON_TRIANGLES } from './testMesh.ts';
export { makePackageZip, TEST_PACKAGE_FILES } from './testPackage.ts';
export { FIVE_JOINTS } from './testRobots.ts';
export { WorkCounter } from './testWork.ts';
