/** For tests: robots, packages, meshes. */
export { WAVE } from './rig/testClip.ts';
export { animated, HUMANOID, SWING, turned } from './rig/testHumanoid.ts';
export { FIGURE, rigGlb } from './rig/testRig.ts';
export { TUBE } from './rig/testTube.ts';
export { bytesOf, glbOf, gltfOf, stlOf, TETRAHEDRON } from './testMesh.ts';
export { PACKAGE, packageZip } from './testPackage.ts';
export { FIVE_JOINTS } from './testRobots.ts';
export { WorkCounter } from './testWork.ts';
