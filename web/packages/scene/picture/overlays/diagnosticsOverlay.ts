import { mixColors } from '../palette.ts';
import { EffectorEllipsoids } from './effectorEllipsoids.ts';
import { type DrawnJointDirection, JointDirectionArrows } from './jointDirectionArrows.ts';
import type { MakePaneOverlay, PaneOverlay } from './paneOverlay.ts';

export type FindEllipsoidAxes = (angles: Float64Array) => (target: number) => ArrayLike<number>;

interface ShownDirection {
  readonly panel: number;
  readonly direction: DrawnJointDirection;
}

interface PaneDrawings {
  readonly arrows: JointDirectionArrows;
  readonly ellipsoids: EffectorEllipsoids;
}

export class DiagnosticsOverlay {
  readonly #drawn: PaneDrawings[] = [];
  readonly #find: FindEllipsoidAxes;
  #pointed: ShownDirection | null = null;
  #blocks: ShownDirection | null = null;
  #axes = false;

  constructor(find: FindEllipsoidAxes) {
    this.#find = find;
  }

  readonly make: MakePaneOverlay = (resources, panel): PaneOverlay => {
    const { tree } = resources.scene;
    const drawn = {
      arrows: new JointDirectionArrows(
        tree,
        resources.tips,
        resources.shape.unit,
        resources.goals.resolution,
      ),
      ellipsoids: new EffectorEllipsoids(resources.tips, resources.goals.resolution),
    };
    this.#drawn[panel] = drawn;
    this.#updateArrows(panel);
    return {
      lines: [...drawn.arrows.parts, drawn.ellipsoids.lines],
      update: (armature, angles) => {
        drawn.arrows.update(armature);
        if (this.#axes) drawn.ellipsoids.update(armature, this.#find(angles));
      },
      get named() {
        return drawn.arrows.namedArrow;
      },
      paint: (palette, slot) => {
        drawn.arrows.paint(palette);
        const color = palette.slots[slot - 1] ?? palette.joint;
        drawn.ellipsoids.paint(mixColors(palette.surface, color, 0.8));
      },
      dispose: () => {
        drawn.arrows.dispose();
        drawn.ellipsoids.dispose();
      },
    };
  };

  setPointed(panel: number, direction: DrawnJointDirection | null): void {
    this.#pointed = direction && { panel, direction };
    this.#showAll();
  }

  setBlocking(panel: number, direction: DrawnJointDirection | null): void {
    this.#blocks = direction && { panel, direction };
    this.#showAll();
  }

  #showAll(): void {
    this.#drawn.forEach((_, i) => {
      this.#updateArrows(i);
    });
  }

  /** Shows or hides the ellipsoids. Returns whether the setting changed. */
  showEllipsoids(on: boolean): boolean {
    const before = this.#axes;
    this.#axes = on;
    if (!on) for (const { ellipsoids } of this.#drawn) ellipsoids.hide();
    return on !== before;
  }

  #updateArrows(panel: number): void {
    const visible = this.#blocks ?? this.#pointed;
    this.#drawn[panel]?.arrows.show(visible?.panel === panel ? visible.direction : null);
  }
}
