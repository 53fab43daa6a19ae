/** For tests: robots, packages, meshes, runs. */
export { CRANE, craneRun, DANCER, dancerRun, pointIds, type TestRun } from './motion/testMotion.ts';
export { WAVE } from './rig/testClip.ts';
export { HUMANOID, makeQuaternion, SWING, withAnimations } from './rig/testHumanoid.ts';
export { readBvhMotion } from './rig/testMotionReader.ts';
export { encodeGlb, FIGURE } from './rig/testRig.ts';
export { TUBE } from './rig/testTube.ts';
export { encodeText, makeGlb, makeGltf, makeStl, TETRAHEDRON } from './testMesh.ts';
export { makePackageZip, PACKAGE } from './testPackage.ts';
export { FIVE_JOINTS } from './testRobots.ts';
export { WorkCounter } from './testWork.ts';
