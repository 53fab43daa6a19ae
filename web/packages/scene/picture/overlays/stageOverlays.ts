import type { PerspectiveCamera } from 'three';
import type { StageState } from '../stageState.ts';
import type { ArrowNameLabel } from './arrowNameLabel.ts';
import type { MakePaneOverlay } from './paneOverlay.ts';

export class StageOverlays {
  readonly #state: StageState;
  readonly #makes: MakePaneOverlay[] = [];
  #name: ArrowNameLabel | null = null;

  constructor(state: StageState) {
    this.#state = state;
  }

  addOverlay(make: MakePaneOverlay, name: ArrowNameLabel | null): void {
    this.#makes.push(make);
    this.#name ??= name;
    this.#open([make]);
  }

  open(): void {
    this.#open(this.#makes);
  }

  #open(makes: readonly MakePaneOverlay[]): void {
    const { resources, panes } = this.#state;
    if (!resources) return;
    panes.forEach((pane, i) => {
      for (const make of makes) pane.addOverlay(make(resources, i));
    });
  }

  connect(frame: HTMLElement): void {
    if (this.#name) frame.append(this.#name.element);
  }

  /** Moves the name of an overlay. Call before drawing each frame. */
  updateName(camera: (panel: number) => PerspectiveCamera): void {
    const { panes, cells } = this.#state;
    const index = panes.findIndex((pane) => pane.namedPoints);
    const pane = panes[Math.max(0, index)];
    if (!pane) return;
    const cell = cells[Math.max(0, index)] ?? null;
    this.#name?.update(pane.namedPoints, pane.armature.world, camera(Math.max(0, index)), cell);
  }
}
