import { type PerspectiveCamera, Vector3 } from 'three';
import { FloatingLabel } from '../../dom/createElement.ts';
import { doBoxesOverlap } from '../../dom/screenBox.ts';
import { stylePixel } from '../../dom/stylePixel.ts';
import type { PaneCell } from '../panes/paneCells.ts';
import type { GhostPoses } from './ghostPoses.ts';
import type { PoseGhost } from './poseGhost.ts';
import './ghostNumbers.css';

const DISTANCE = 21; // Between the centres of two labels, px.
const LABEL = 18; // Size of a label, px.
const INSET = 12; // Between the centre of a label and the border of the pane, px.
const projected = new Vector3();

/** A pane with the objects that labels must not cover, px. */
export interface LabelSpace {
  readonly cell: PaneCell;
  /** Positions of the target rings, x and y each. */
  readonly rings: ArrayLike<number>;
  readonly overlays: readonly PaneCell[];
}

/** The numbers of the ghosts in one pane, in small circles. */
export class GhostNumbers {
  readonly #labels: FloatingLabel[] = [];
  /** Index of the last position of each label in the list `GhostPoses.labelPoints`. */
  readonly #choices: number[] = [];
  /** Indices of the labels in the order in which they are placed. */
  #order: readonly number[] = [];

  /** Shows the labels of ghosts in the element `pane`. */
  show(ghosts: readonly PoseGhost[], pane: HTMLElement | undefined): void {
    ghosts.forEach(({ number, label: text, faint, highlighted }, i) => {
      this.#labels[i] ??= new FloatingLabel('ghost-number');
      const label = this.#labels[i] as FloatingLabel;
      const { element } = label;
      label.setText(text ?? String(number));
      element.style.setProperty('--branch', `var(--branch-${branchOf(number)})`);
      element.dataset.faint = String(faint);
      element.dataset.highlighted = String(!!highlighted);
      const tags = pane?.querySelector('.tags');
      if (tags && element.parentElement !== tags) tags.append(element);
    });
    for (const label of this.#labels.slice(ghosts.length)) label.hide();
    const rank = (i: number) => (ghosts[i]?.highlighted ? 0 : 1);
    this.#order = [...ghosts.keys()].sort((a, b) => rank(a) - rank(b));
  }

  hide(): void {
    for (const label of this.#labels) label.hide();
  }

  /**
   * Places each label at a point free of targets and earlier labels: the last point of the label,
   * or the first free one. Highlighted labels are placed first. A label that would overlap a target
   * or a label at each of its points is hidden.
   */
  place(
    { labelPoints }: Pick<GhostPoses, 'labelPoints'>,
    camera: PerspectiveCamera,
    space: LabelSpace,
  ): void {
    const pixel = stylePixel();
    const taken: (readonly [number, number])[] = [];
    for (let i = 0; i < space.rings.length; i += 2)
      taken.push([space.rings[i] as number, space.rings[i + 1] as number]);
    const isCovered = ([x, y]: readonly [number, number]) =>
      space.overlays.some((box) =>
        doBoxesOverlap(box, { x: x - LABEL / 2, y: y - LABEL / 2, width: LABEL, height: LABEL }),
      );
    for (const i of this.#order) {
      const points = labelPoints[i] ?? [];
      const last = this.#choices[i] ?? 0;
      const order = [last, ...points.keys()];
      let best: { readonly spot: readonly [number, number]; readonly choice: number } | null = null;
      let most = -1;
      for (const choice of order) {
        const spot = project(points[choice] as Vector3, camera, space.cell, INSET * pixel);
        let room = isCovered(spot) ? 0 : DISTANCE * pixel;
        for (const [x, y] of taken) {
          const away = Math.hypot(x - spot[0], y - spot[1]);
          if (away < room) room = away; // NaN for a hidden ring.
        }
        if (room <= most) continue;
        [best, most] = [{ spot, choice }, room];
        if (room >= DISTANCE * pixel) break;
      }
      if (!best || most < LABEL * pixel) {
        this.#labels[i]?.hide();
        continue;
      }
      this.#choices[i] = best.choice;
      taken.push(best.spot);
      this.#labels[i]?.place(best.spot, [0.5, 0.5]);
    }
  }

  dispose(): void {
    for (const { element } of this.#labels) element.remove();
  }
}

/** Returns the index, from 1 to 8, of the colour of a ghost number. */
export const branchOf = (number: number): number => ((number - 1) % 8) + 1;

/**
 * Projects a point of the y-up frame into a pane, px. The result stays `inset` px inside the
 * borders.
 */
function project(
  source: Vector3,
  camera: PerspectiveCamera,
  { width, height }: PaneCell,
  inset: number,
): readonly [number, number] {
  projected.copy(source).project(camera);
  const clamp = (value: number, end: number) => Math.max(inset, Math.min(value, end - inset));
  return [
    clamp((projected.x / 2 + 0.5) * width, width),
    clamp((0.5 - projected.y / 2) * height, height),
  ];
}
