import { type Bone, type Matrix4, Vector3 } from 'three';
import { stylePixel } from '../../dom/stylePixel.ts';
import type { Armature } from '../bodies/armature.ts';
import type { MechanismShape } from '../bodies/mechanismShape.ts';
import type { PaneCameras } from '../panes/paneCameras.ts';
import type { PaneInsets } from '../panes/paneInsets.ts';
import { PaneScene } from '../panes/paneScene.ts';
import { makeCamera, placeSceneCamera } from '../panes/placeSceneCamera.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { StageRenderer } from '../stageRenderer.ts';
import type { StageState } from '../stageState.ts';

/** Size of a picture, window pixels. */
export interface PosePictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PosePictureOptions {
  /** Poses that fit in the picture, by default the drawn pose. Equal lists give equal scales. */
  readonly room?: readonly (readonly number[])[];
}

interface PosePictureOrder {
  readonly theta: readonly number[];
  readonly size: PosePictureSize;
  readonly room: readonly (readonly number[])[];
  resolve(picture: HTMLCanvasElement | null): void;
}

const MOST_PER_FRAME = 2;
const INSET = 6; // Between the robot and the border, px.
const makeInset = (side: number) => ({ left: side, right: side, top: side, bottom: side });
const INSETS: PaneInsets = { robot: makeInset(INSET), targets: makeInset(0), overlays: [] };
const DRAWN_PARTS = ['robot', 'edge', 'ground'];
const SIDES = [-1, 1].flatMap((sign) =>
  [0, 1, 2].map((axis) => new Vector3().setComponent(axis, sign)),
);

/** Draws small pictures of the robot in given poses, in the view direction of the first pane. */
export class PosePictures {
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  readonly #renderer: StageRenderer;
  readonly #camera = makeCamera();
  #orders: PosePictureOrder[] = [];
  #resources: SceneResources | null = null;
  #pane: PaneScene | null = null;

  constructor(state: StageState, cameras: PaneCameras, renderer: StageRenderer) {
    this.#state = state;
    this.#cameras = cameras;
    this.#renderer = renderer;
  }

  /** Resolves with the picture after a later frame; with null if the scene is closed. */
  order(
    theta: readonly number[],
    size: PosePictureSize,
    { room = [theta] }: PosePictureOptions,
  ): Promise<HTMLCanvasElement | null> {
    return new Promise((resolve) => this.#orders.push({ theta, size, room, resolve }));
  }

  /**
   * Draws some of the ordered pictures. Returns whether pictures remain. Call before the panes are
   * drawn, over the pictures. `axes` tells whether the panes show joint axis pins.
   */
  drawNext(goals: Float64Array, axes: boolean): boolean {
    const { resources } = this.#state;
    if (!resources) return false;
    for (const order of this.#orders.splice(0, MOST_PER_FRAME))
      order.resolve(this.#draw(order, resources, goals, axes));
    return this.#orders.length > 0;
  }

  #draw(
    { theta, size, room }: PosePictureOrder,
    resources: SceneResources,
    goals: Float64Array,
    axes: boolean,
  ): HTMLCanvasElement {
    const pane = this.#openPane(resources, axes);
    const pixel = stylePixel();
    const cell = { x: 0, y: 0, ...size };
    const { from, to } = this.#cameras.sight(Math.max(0, this.#state.order[0] ?? 0));
    const shape = shapeWithRoom(resources, room);
    const side = from.sub(to).normalize();
    placeSceneCamera(this.#camera, resources.scene, shape, pane.armature, cell, INSETS, side);
    this.#camera.layers.enableAll();
    const { palette } = this.#renderer;
    pane.paint({ ...palette, slots: [palette.joint] }, false); // The picture belongs to no method.
    pane.update(Float64Array.from(theta), goals, false);
    resources.goals.resolution.value.set(size.width / pixel, size.height / pixel);
    return this.#renderer.drawApart(pane.scene, this.#camera, size);
  }

  #openPane(resources: SceneResources, axes: boolean): PaneScene {
    if (this.#resources === resources && this.#pane) return this.#pane;
    this.#resources = resources;
    const pane = new PaneScene(resources, 1);
    pane.showDetails(axes, false);
    for (const [name, parts] of Object.entries(pane.parts))
      if (!DRAWN_PARTS.includes(name)) for (const part of parts) part.layers.mask = 0;
    this.#pane = pane;
    return pane;
  }

  /** Drops the ordered pictures of a closed scene. Returns the pane to dispose of. */
  close(): PaneScene[] {
    for (const { resolve } of this.#orders.splice(0)) resolve(null);
    const open = this.#pane ? [this.#pane] : [];
    this.#pane = this.#resources = null;
    return open;
  }
}

/** Returns the shape of the robot in all poses, without targets, for the camera. */
function shapeWithRoom(
  { shape, poser }: SceneResources,
  room: readonly (readonly number[])[],
): MechanismShape {
  const outline = room.flatMap((pose) => outermostPoints(shape, poser, pose));
  const feet = shape.bases.map((base) => base.clone().setY(shape.floor));
  return { ...shape, pose: feet, outline, targets: [], frames: [] };
}

/** Returns the link ends, moved by the link radius along every axis, in the y-up frame. */
function outermostPoints(
  { shadows }: MechanismShape,
  poser: Armature,
  pose: readonly number[],
): Vector3[] {
  poser.setPose(pose);
  poser.world.updateMatrixWorld(true);
  const matrixOf = (bone: number): Matrix4 =>
    (bone === 0 ? poser.world : (poser.points[bone - 1] as Bone)).matrixWorld;
  return shadows.flatMap(({ bone, from, to, radius }) =>
    [from, to].flatMap((end) => {
      const point = end.clone().applyMatrix4(matrixOf(bone));
      return SIDES.map((side) => point.clone().addScaledVector(side, radius));
    }),
  );
}
