import type { PerspectiveCamera } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Makes the controls that turn, move and zoom a camera, not yet connected to an element. */
export function makeCameraControls(camera: PerspectiveCamera): OrbitControls {
  const controls = new OrbitControls(camera);
  controls.enableDamping = false;
  controls.keyRotateSpeed = 10;
  return controls;
}
