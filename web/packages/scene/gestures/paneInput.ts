/** Input by pointer and keyboard in the panes, which is loaded after the first picture. */

export { makeCameraControls } from './cameraControls.ts';
export { SceneInput } from './sceneInput.ts';
