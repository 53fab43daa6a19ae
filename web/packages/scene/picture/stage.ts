import type { Lab } from '@iklab/core/engine';
import type { InlineTree, ScenarioView, Scene } from '@iklab/core/scenario';
import { targetMotionPlanes } from '@iklab/core/scenario/targets';
import { threadTime } from '@iklab/core/time';
import type { ThemeRoot } from '../dom/onThemeChange.ts';
import type { ScreenBox } from '../dom/screenBox.ts';
import { whenFirstDrawn } from '../dom/whenFirstDrawn.ts';
import { loadHousingDrawingCode } from './bodies/loadHousingDrawingCode.ts';
import type { DrawnPanelParts } from './bodies/robotGlb.ts';
import type { PoseGhost } from './ghosts/poseGhost.ts';
import { StagePoses } from './ghosts/stagePoses.ts';
import { AdaptiveShadows, type ShadowLevel } from './ground/adaptiveShadows.ts';
import type { GridLineLabels } from './ground/gridLineLabels.ts';
import { holdPresses } from './holdPresses.ts';
import type { VisualMeshStore } from './meshes/visualMeshStore.ts';
import type { ArrowNameLabel } from './overlays/arrowNameLabel.ts';
import { TRAIL_UPDATE_COUNT } from './overlays/effectorTrails.ts';
import type { MakePaneOverlay } from './overlays/paneOverlay.ts';
import { StageOverlays } from './overlays/stageOverlays.ts';
import { haveSameFraming, PaneCameras } from './panes/paneCameras.ts';
import type { PaneCellLayout } from './panes/paneCells.ts';
import { PaneFitting } from './panes/paneFitting.ts';
import { PaneProjection } from './panes/paneProjection.ts';
import { PaneScene } from './panes/paneScene.ts';
import type { PictureOptions } from './pictureRequests.ts';
import { SceneResources } from './sceneResources.ts';
import type { StageInput, StageInputContext, StageInputParts } from './stageInput.ts';
import { StageRenderer } from './stageRenderer.ts';
import { StageState } from './stageState.ts';
import { DrawnTargets } from './targets/drawnTargets.ts';

type Angles = (panel: number) => Float64Array;

export interface StageHost extends ThemeRoot {
  readonly keys: EventTarget;
}

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #host: StageHost;
  readonly #state = new StageState();
  readonly #cameras: PaneCameras;
  readonly #renderer: StageRenderer;
  readonly projection: PaneProjection;
  readonly #fitting: PaneFitting;
  readonly #poses: StagePoses;
  readonly #overlays = new StageOverlays(this.#state);
  readonly #changed: () => void;
  #inputParts: StageInputParts | null = null;
  readonly #repeatPresses: () => void;
  #input: StageInput | null = null;
  #scales: GridLineLabels | null = null;
  #visualStore: VisualMeshStore | null = null;
  /** True if scenes that are opened next draw links by their meshes. */
  meshes = true;
  #linked = true;
  /** True if slow frames reduce the shadows; false if tests control the time. */
  adaptsShadows = false;
  readonly #pace = new AdaptiveShadows();
  #details = { axes: true, limits: true };
  #angles: Angles = () => new Float64Array(0);

  /**
   * `host` has the theme and keyboard of the page. `changed` requests a new drawing.
   */
  constructor(
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    host: StageHost,
    changed: () => void,
  ) {
    this.#canvas = canvas;
    this.#repeatPresses = holdPresses(canvas);
    this.#host = host;
    this.#changed = changed;
    const state = this.#state;
    const cameras = new PaneCameras(changed, (pane) => state.cells[pane] ?? null);
    this.#cameras = cameras;
    this.#renderer = new StageRenderer(canvas, context, host, state, cameras, changed);
    this.projection = new PaneProjection(canvas, state, cameras);
    this.#fitting = new PaneFitting(canvas, state, cameras, this.#renderer, changed);
    this.#poses = new StagePoses(state, cameras, this.projection, this.#renderer, changed);
  }

  /**
   * Shows a scene with a pane per method. The first frame shows the points `reached`, xyz each.
   * `reframe` places the camera again.
   */
  open(
    scene: Scene,
    reached: readonly number[],
    elements: readonly HTMLElement[],
    reframe = true,
  ): void {
    const before = this.#input;
    const last = this.#state.resources;
    const framed = last?.scene;
    this.#endInput();
    const reused = !reframe && last?.tryReuse(scene, reached) ? last : null;
    if (!reused) this.#disposePanes();
    const resources = reused ?? this.#makeResources(scene, reached);
    const targets = new DrawnTargets(
      scene.scenario,
      resources.goals,
      resources.poser.world.quaternion,
      targetMotionPlanes(scene),
    );
    Object.assign(this.#state, { targets, elements });
    if (reused) this.#resetPanes(targets);
    else this.#makePanes(resources);
    this.projection.open(resources);
    const slots = scene.scenario.methods.map(({ slot }) => slot);
    this.#cameras.open(resources, slots, reframe || !framed || !haveSameFraming(framed, scene));
    this.#connect(resources, targets, before);
    this.#renderer.paint();
    this.#loadGridScales(resources);
  }

  #makeResources(scene: Scene, reached: readonly number[]): SceneResources {
    return new SceneResources(scene, reached, true, this.meshes ? this.#visualStore : null);
  }

  #makePanes(resources: SceneResources): void {
    const { methods } = resources.scene.scenario;
    const panes = methods.map(({ slot }) => new PaneScene(resources, slot));
    Object.assign(this.#state, { resources, panes });
    for (const pane of panes) pane.showDetails(this.#details.axes, this.#details.limits);
    this.setShadowLevel(this.#pace.level);
    this.#overlays.open();
  }

  #resetPanes(targets: DrawnTargets): void {
    const { resources, panes } = this.#state;
    targets.setRingStates(Array(targets.count).fill(0));
    resources?.path.show(null, [0, 0, 0]);
    for (const pane of panes) pane.showGhost(null);
    this.#poses.showGhosts([]);
  }

  async addVisuals(
    ...visuals: Parameters<VisualMeshStore['add']>
  ): ReturnType<VisualMeshStore['add']> {
    const { VisualMeshStore } = await import('./meshes/visualMeshStore.ts');
    this.#visualStore ??= new VisualMeshStore();
    return this.#visualStore.add(...visuals);
  }

  hasVisuals(tree: InlineTree): boolean {
    return this.#visualStore?.has(tree) ?? false;
  }

  get dressed(): boolean {
    return this.#state.resources?.dressed ?? false;
  }

  /** Proven distance of each target from the reachable region, metres; 0 if none is proven. */
  get outOfReach(): ArrayLike<number> {
    return this.#state.resources?.goals.outOfReach.array ?? [];
  }

  get elements(): readonly HTMLElement[] {
    return this.#state.elements;
  }

  #connect(resources: SceneResources, targets: DrawnTargets, before: StageInput | null): void {
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#connectInput(resources, targets, before);
    this.#overlays.connect(frame);
    frame.tabIndex = 0; // For the camera keys.
    this.#fitting.connect();
  }

  /** Adds the input by pointer and keyboard to this scene and later ones. */
  addInput(parts: StageInputParts): void {
    this.#inputParts = parts;
    this.#cameras.addControls(parts.makeControls);
    const { resources, targets } = this.#state;
    if (resources && targets) this.#connectInput(resources, targets, null);
    this.#repeatPresses();
    this.#changed();
  }

  #connectInput(resources: SceneResources, targets: DrawnTargets, before: StageInput | null): void {
    if (!this.#inputParts) return;
    const frame = this.#canvas.parentElement as HTMLElement;
    this.#input = this.#inputParts.makeInput(this.#inputContext(resources, targets));
    this.#input.connect(frame, before);
    this.#cameras.connect(frame);
  }

  applyScene({ scenario }: Scene): void {
    this.#state.targets?.applyScenario(scenario);
  }

  async #loadGridScales(resources: SceneResources): Promise<void> {
    await whenFirstDrawn();
    loadHousingDrawingCode();
    const part = await import('./ground/gridLineLabels.ts').catch(() => null);
    if (!part || resources !== this.#state.resources) return;
    this.#scales = new part.GridLineLabels(resources, this.#state, this.#cameras, this.projection);
    if (this.#state.isDrawn) this.#scales.chooseLines();
  }

  #inputContext(resources: SceneResources, targets: DrawnTargets): StageInputContext {
    const [state, cameras, projection] = [this.#state, this.#cameras, this.projection];
    return {
      scene: resources.scene,
      targets,
      oriented: resources.oriented,
      frameSize: resources.cross,
      canvas: this.#canvas,
      root: this.#host.root,
      keys: this.#host.keys,
      shape: resources.shape,
      resolution: resources.goals.resolution,
      camera: (pane) => cameras.get(pane),
      cells: () => state.cells,
      path: resources.path,
      rings: (pane) => projection.rings(pane),
      obstacles: (pane) => projection.obstacles(pane),
      armature: (pane) => state.pane(pane).armature,
      angles: (pane) => this.#angles(pane),
      name: (pane) => state.name(pane),
      allowCameraRotation: (free) => cameras.allowRotation(free),
      selectCamera: (pane) => cameras.selectPane(pane),
      changed: this.#changed,
    };
  }

  #endInput(): void {
    if (!this.#state.resources) return;
    this.#fitting.disconnect();
    this.#cameras.disconnect();
    this.#input?.disconnect();
    this.#scales?.dispose();
    this.#input = this.#scales = null;
  }

  #disposePanes(): void {
    const state = this.#state;
    const pictures = this.#poses.close();
    if (state.resources)
      this.#renderer.disposeLater([...state.panes, ...pictures, state.resources]);
    state.resources = null;
    state.targets = null;
    state.panes = [];
  }

  /** Frees all resources; must be called while the canvas is in the page. */
  dispose(): void {
    this.#endInput();
    this.#repeatPresses(); // Ends the recording.
    this.#disposePanes();
    this.#cameras.dispose();
    this.#renderer.dispose();
    this.#visualStore = null;
  }

  /**
   * Arranges the panes. `kind` is `overlay` for a shared view. `one` is the single pane or the
   * solid mechanism.
   */
  layout(kind: PaneCellLayout['kind'], visible: readonly boolean[], one: number): void {
    this.#state.layout = { kind, visible, one };
    this.#cameras.separate(!this.#linked && kind !== 'overlay');
    this.#fitting.measure();
  }

  /** Measures the panes in the page again. Call if a scene opens in an existing layout. */
  readonly measure = (): void => this.#fitting.measure();

  linkCameras(linked: boolean): void {
    this.#linked = linked;
    this.#cameras.separate(!linked && !this.#state.shared);
    this.#changed();
  }

  showDetails(axes: boolean, limits: boolean): void {
    this.#details = { axes, limits };
    for (const pane of this.#state.panes) pane.showDetails(axes, limits);
    this.#changed();
  }

  /**
   * Adds an overlay to every pane, also in later scenes. `name` is the label that shows the overlay
   * name.
   */
  addOverlay(make: MakePaneOverlay, name: ArrowNameLabel | null = null): void {
    this.#overlays.addOverlay(make, name);
    this.#overlays.connect(this.#canvas.parentElement as HTMLElement);
    this.#renderer.paintPanes();
  }

  record(lab: Lab): void {
    this.#state.panes.forEach((pane, i) => {
      pane.traces.record(lab, i);
    });
  }

  restart(lab: Lab): void {
    for (const pane of this.#state.panes) pane.traces.restart();
    this.record(lab);
  }

  /** Draws all panes. `angles` returns the joint values; by default, those of the lab. */
  draw(lab: Lab, angles: Angles = (panel) => lab.angles(panel)): void {
    const { targets } = this.#state;
    if (!targets) return;
    targets.readLab(lab);
    this.#drawPanes(angles, targets);
    this.#input?.follow(lab);
  }

  /** Draws a recorded state: joint values of each panel, and target poses (7 numbers each). */
  drawRecorded(angles: Angles, goals: Float64Array): void {
    const { targets } = this.#state;
    if (!targets) return;
    targets.showGoals(goals);
    this.#drawPanes(angles, targets);
    this.#input?.updatePositions();
  }

  /** Chooses the grid lines with labels. Call ten times per second, and when motion stops. */
  updateLabels(): void {
    this.#scales?.chooseLines();
  }

  /** Shows a second pose of each panel, such as a past one; null for none. */
  showGhost(angles: Angles | null): void {
    this.#state.panes.forEach((pane, i) => {
      pane.showGhost(angles?.(i) ?? null);
    });
    this.#changed();
  }

  /**
   * Shows numbered translucent copies of the robot in all panes, at most 16; none if `ghosts` is
   * empty. Opening a scene removes the copies.
   */
  showGhosts(ghosts: readonly PoseGhost[]): void {
    this.#poses.showGhosts(ghosts);
  }

  /**
   * Draws a picture of the robot in a pose, without targets, in a later frame; null if the scene is
   * closed. `theta` has the independent joint values. `size` is in window pixels.
   */
  drawPosePicture(...order: Parameters<StagePoses['drawPicture']>) {
    return this.#poses.drawPicture(...order);
  }

  /** Redraws the trails from the last poses of each panel, at most `most`, oldest first. */
  redrawTrails(poses: (panel: number, most: number) => Iterable<ArrayLike<number>>): void {
    this.#state.panes.forEach((pane, i) => {
      pane.traces.redraw(poses(i, TRAIL_UPDATE_COUNT));
    });
  }

  setTrail(kind: ScenarioView['trail']): void {
    for (const pane of this.#state.panes) pane.setTrail(kind);
    this.#changed();
  }

  nextPicture(wish: PictureOptions = {}): Promise<HTMLCanvasElement> {
    return this.#renderer.nextPicture(wish, this.measure);
  }

  drawnParts(panel: number): DrawnPanelParts | null {
    const { resources, panes } = this.#state;
    const pane = panes[panel];
    if (!resources || !pane) return null;
    return { scene: resources.scene, body: resources.body, colors: pane.colors };
  }

  get pictureSize(): { readonly width: number; readonly height: number } {
    const { width, height } = this.#canvas.getBoundingClientRect();
    return { width, height };
  }

  #drawPanes(angles: Angles, { goals }: DrawnTargets): void {
    const userPose = this.#input?.userPose;
    this.#angles = userPose ? () => userPose : angles;
    this.#state.panes.forEach((pane, i) => {
      pane.update(this.#angles(i), goals, !!userPose);
    });
    this.#input?.updateMarks();
    this.#overlays.updateName((panel) => this.#cameras.get(panel));
    this.#scales?.updateLabels();
    this.#poses.update(goals, this.#details.axes);
    this.#renderer.draw();
    if (this.adaptsShadows && this.#pace.recordFrame(threadTime.now()))
      this.setShadowLevel(this.#pace.level);
  }

  setShadowLevel(level: ShadowLevel): void {
    for (const pane of this.#state.panes) pane.setShadowLevel(level);
  }

  /** Box of the hint "Drag me" in a pane, px; null if the hint is not in that pane. */
  hintBox(panel: number): ScreenBox | null {
    return this.#input?.hintBox(panel) ?? null;
  }

  sight(panel: number) {
    const { parts, scene } = this.#state.pane(panel);
    const cell = this.#state.cells[panel] ?? null;
    return { parts, scene, cell, aim: this.#cameras.aim(panel).toArray() };
  }

  get memoryUse() {
    return this.#renderer.memoryUse;
  }

  resetCamera(): void {
    this.#fitting.fit();
  }

  /** Widens the view to include points, xyz each, in the scenario frame, metres. */
  widenView(points: readonly number[]): void {
    this.#fitting.include(points);
  }

  keepInView(scene: Scene, lab: Lab): void {
    this.#fitting.keepInView(
      scene,
      (panel) => [...this.projection.rings(panel), ...this.projection.joints(panel)],
      () => this.#state.panes.flatMap((_, panel) => [...lab.points(panel)]),
    );
  }
}
