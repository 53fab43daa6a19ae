import type { Scene, Vec3 } from '@iklab/core/scenario';
import {
  Fog,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Scene as Picture,
  Plane,
  Ray,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { onThemeChange, type ThemeRoot } from '../dom/onThemeChange.ts';
import { makeUnlitGeometry } from '../drawn/mergedGeometry.ts';
import { FINE_SOLID_DETAIL, makeBall, type SolidDetail } from '../drawn/solidMesh.ts';
import { Armature } from './bodies/armature.ts';
import {
  type MechanismShape,
  makeMechanismShape,
  REACH_IN_VIEW_UNITS,
} from './bodies/mechanismShape.ts';
import { CrowdBodies, type CrowdMatrices } from './crowdBodies.ts';
import { Lights } from './ground/lights.ts';
import { mixColors, readPalette } from './palette.ts';
import { makeCamera } from './panes/placeSceneCamera.ts';

export type { CrowdMatrices } from './crowdBodies.ts';

const MAX_PIXEL_RATIO = 2;
const GLOBE_INSET = 0.01; // How far the globe is below the feet, relative to the reach.
const TINT = 0.16; // Share of the ground colour in the colour of the globe.
const GLOBE: SolidDetail = { ...FINE_SOLID_DETAIL, ball: [32, 64] };
const MIN_PICK_DISTANCE = 24; // Minimum pick distance from the centre of an instance, px.

export interface CrowdExtent {
  /** Radius of the sphere or flat field below the instances, metres. */
  readonly radius: number;
  readonly sphere: boolean;
}

export class CrowdView {
  readonly reach: number;
  readonly #canvas: HTMLCanvasElement;
  readonly #themed: ThemeRoot;
  readonly #renderer: WebGLRenderer;
  readonly #picture = new Picture();
  readonly #camera: PerspectiveCamera = makeCamera();
  readonly #controls: OrbitControls;
  readonly #armature: Armature;
  readonly #shape: MechanismShape;
  readonly #bodies: CrowdBodies;
  readonly #lights: Lights;
  readonly #globe = new Mesh(makeUnlitGeometry(makeBall(1, GLOBE)), new MeshBasicMaterial());
  #matrices: CrowdMatrices | null = null;
  #extent: CrowdExtent = { radius: 1, sphere: false };
  #slot = 1;

  /** `changed` requests a new drawing of the crowd. Throws without WebGL 2. */
  constructor(canvas: HTMLCanvasElement, themed: ThemeRoot, scene: Scene, changed: () => void) {
    this.#canvas = canvas;
    this.#themed = themed;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true });
    this.#shape = makeMechanismShape(scene, []);
    this.reach = REACH_IN_VIEW_UNITS * this.#shape.unit;
    this.#armature = new Armature(scene.tree, scene.scenario.view.up);
    this.#bodies = new CrowdBodies(scene, this.#shape, this.#armature.world);
    this.#lights = new Lights(this.#picture);
    this.#picture.add(this.#armature.world, this.#globe);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enableDamping = false;
    this.#controls.addEventListener('change', changed);
    onThemeChange(themed, () => {
      this.#paint();
      changed();
    });
  }

  resize(matrices: CrowdMatrices, extent: CrowdExtent): void {
    const isNewKind = extent.sphere !== this.#extent.sphere || !this.#matrices;
    this.#matrices = matrices;
    this.#extent = extent;
    this.#bodies.resize(matrices);
    this.#globe.visible = extent.sphere;
    this.#globe.scale.setScalar(extent.radius + this.#shape.floor - GLOBE_INSET * this.reach);
    if (isNewKind) this.frame();
    this.#paint();
  }

  setSlot(slot: number): void {
    this.#slot = slot;
    this.#paint();
  }

  set turnable(free: boolean) {
    this.#controls.enableRotate = this.#controls.enablePan = free;
  }

  frame(): void {
    const { radius, sphere } = this.#extent;
    const { floor } = this.#shape;
    const far = sphere ? 3.4 * (radius + this.reach) : 0;
    const fieldDepth = Math.min(radius, 6 * this.reach);
    const [height, back] = [1.7 * this.reach, fieldDepth + 1.5 * this.reach];
    if (sphere) this.#camera.position.set(0.35 * far, 0.3 * far, 0.9 * far);
    else this.#camera.position.set(0.3 * fieldDepth, floor + height, back);
    this.#controls.target.set(
      0,
      sphere ? 0 : floor + 0.4 * this.reach,
      sphere ? 0 : 0.3 * fieldDepth,
    );
    this.#controls.maxDistance = 6 * radius + 12 * this.reach;
    this.#controls.update();
  }

  /** Adapts the view to the canvas size. Call after a change of size. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
  }

  /**
   * Draws the crowd. `moved` tells whether matrices have changed, `withBases` whether matrices of
   * bases have changed.
   */
  draw(moved: boolean, withBases = false): void {
    if (moved && this.#matrices) this.#bodies.update(this.#matrices, withBases);
    const { radius } = this.#extent;
    const distance = this.#camera.position.distanceTo(this.#controls.target);
    this.#camera.near = Math.max(0.02 * this.reach, distance / 200);
    this.#camera.far = distance + 2 * radius + 4 * this.reach;
    this.#camera.updateProjectionMatrix();
    if (this.#picture.fog instanceof Fog) {
      this.#picture.fog.near = distance + 0.35 * radius;
      this.#picture.fog.far = distance + 1.6 * radius + 3 * this.reach;
    }
    this.#renderer.render(this.#picture, this.#camera);
  }

  #paint(): void {
    const palette = readPalette(this.#themed.root);
    this.#picture.background = palette.surface;
    this.#picture.fog = new Fog(palette.surface);
    this.#lights.paint(palette);
    this.#globe.material.color.copy(mixColors(palette.surface, palette.ground, TINT));
    this.#bodies.paint(palette, palette.slots[this.#slot - 1] ?? palette.joint);
  }

  /**
   * Returns the point on the sphere or field at page coordinates, in the scenario frame, raised by
   * half the reach; null for none.
   */
  pointAt(x: number, y: number): Vec3 | null {
    const ray = this.#rayThrough(x, y);
    const { radius, sphere } = this.#extent;
    const hitPoint = new Vector3();
    const hit = sphere
      ? ray.intersectSphere(new Sphere(new Vector3(), radius + this.reach / 2), hitPoint)
      : ray.intersectPlane(
          new Plane(new Vector3(0, 1, 0), -this.#shape.floor - this.reach / 2),
          hitPoint,
        );
    return hit && (this.#armature.world.worldToLocal(hit).toArray() as unknown as Vec3);
  }

  /** Returns the index of the instance nearest to page coordinates; −1 if none is near. */
  instanceAt(x: number, y: number): number {
    const bases = this.#matrices?.matrices(0) ?? new Float32Array();
    const middle = this.#shape.up.clone().multiplyScalar(0.4 * this.reach);
    const top = this.#shape.up.clone().multiplyScalar(this.reach);
    const matrix = new Matrix4();
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < bases.length / 16; i++) {
      matrix.fromArray(bases, 16 * i);
      const middleOnPage = this.#projectToPage(middle.clone().applyMatrix4(matrix));
      const end = this.#projectToPage(top.clone().applyMatrix4(matrix));
      if (middleOnPage.z > 1) continue;
      const size = Math.max(
        MIN_PICK_DISTANCE,
        Math.hypot(end.x - middleOnPage.x, end.y - middleOnPage.y),
      );
      const away = Math.hypot(middleOnPage.x - x, middleOnPage.y - y) / size;
      // Of two instances behind each other, the nearer one wins.
      const rank = away + 4 * middleOnPage.z;
      if (away < 1 && rank < least) [best, least] = [i, rank];
    }
    return best;
  }

  #projectToPage(point: Vector3): Vector3 {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const { x, y, z } = this.#armature.world.localToWorld(point).project(this.#camera);
    return point.set(left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height, z);
  }

  #rayThrough(x: number, y: number): Ray {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const point = new Vector3((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height, 0.5);
    const { position } = this.#camera;
    return new Ray(position.clone(), point.unproject(this.#camera).sub(position).normalize());
  }

  get triangles(): number {
    return this.#bodies.triangles;
  }

  dispose(): void {
    this.#controls.dispose();
    this.#bodies.dispose();
    this.#globe.geometry.dispose();
    this.#globe.material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
