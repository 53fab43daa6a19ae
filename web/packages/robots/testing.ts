/** For tests: robots, packages, meshes, runs. */
export { CRANE, craneRun, DANCER, dancerRun, pointIds, type TestRun } from './motion/testMotion.ts';
export { WAVE } from './rig/testClip.ts';
export { animated, HUMANOID, SWING, turned } from './rig/testHumanoid.ts';
export { readBvhMotion } from './rig/testMotionReader.ts';
export { FIGURE, rigGlb } from './rig/testRig.ts';
export { TUBE } from './rig/testTube.ts';
export { bytesOf, glbOf, gltfOf, stlOf, TETRAHEDRON } from './testMesh.ts';
export { PACKAGE, packageZip } from './testPackage.ts';
export { FIVE_JOINTS } from './testRobots.ts';
export { WorkCounter } from './testWork.ts';
