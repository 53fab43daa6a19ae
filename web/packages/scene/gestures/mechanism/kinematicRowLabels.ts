import { toSubscript } from '@iklab/core/format';
import { type Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import { FloatingLabel } from '../../dom/createElement.ts';
import { stylePixel as pixel } from '../../dom/stylePixel.ts';
import type { PaneCell } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import type { EditedKinematicTable } from './editedRobotPart.ts';
import { getFrameOrigin, ROW_FRAME_AXIS_LENGTHS } from './kinematicRowFrames.ts';
import './kinematicRowLabels.css';

const LARGE = 480; // Minimum width of a pane with letters, px of the style sheets.
const BESIDE = 12; // Distance from a length to its label, px of the style sheets.
const OUT = 1.12; // Distance of the letter, relative to the length of the axis.
const SMALL = 1e-9; // Shorter lengths have no label, metres.

interface Letter {
  readonly label: FloatingLabel;
  /** Frame of the letter: 0 for the previous row's frame, 1 for the row's own frame. */
  readonly frame: 0 | 1;
  readonly axis: 0 | 2;
}

export class KinematicRowLabels {
  readonly #lengthTexts: EditedKinematicTable['lengthsText'];
  readonly #lengths = [new FloatingLabel('row-length'), new FloatingLabel('row-length')] as const;
  readonly #letters: readonly Letter[];
  readonly #reach: number;

  /** `unit` is the length unit of the view, metres. */
  constructor({ row, lengthsText }: EditedKinematicTable, unit: number) {
    this.#lengthTexts = lengthsText;
    this.#reach = OUT * ROW_FRAME_AXIS_LENGTHS.hand * unit;
    const letter = (name: 'x' | 'z', frame: 0 | 1): Letter => {
      const label = new FloatingLabel(`row-letter ${name}`);
      label.setText(`${name}${toSubscript(row + frame)}`);
      return { label, frame, axis: name === 'x' ? 0 : 2 };
    };
    this.#letters = row < 0 ? [] : [letter('z', 0), letter('x', 1), letter('z', 1)];
  }

  get elements(): HTMLElement[] {
    const all = [...this.#lengths, ...this.#letters.map(({ label }) => label)];
    return all.map((label) => label.element);
  }

  /** `frames` are the frames of the selected row in the y-up frame. */
  show(frames: readonly Matrix4[], camera: PerspectiveCamera, cell: PaneCell): void {
    // The pair is the direction from the point to the label: a unit vector or zero.
    const put = (label: FloatingLabel, point: Vector3, [right, down]: Pair): void => {
      const { x, y } = projectToPane(camera, cell, point);
      const distance = BESIDE * pixel();
      const position = [cell.x + x + right * distance, cell.y + y + down * distance] as const;
      if (x < 0 || y < 0 || x > cell.width || y > cell.height) label.hide();
      else label.place(position, [(1 - right) / 2, (1 - down) / 2]);
    };
    this.#lengths.forEach((label, i) => {
      const [from, to] = frames.slice(2 + 2 * i, 4 + 2 * i).map(getFrameOrigin);
      if (!from || !to || from.distanceTo(to) < SMALL) {
        label.hide();
        return;
      }
      label.setText(this.#lengthTexts[i] as string);
      const [one, second] = [projectToPane(camera, cell, from), projectToPane(camera, cell, to)];
      const off = perpendicularOnScreen([second.x - one.x, second.y - one.y], i === 0); // a: right, d: left.
      put(label, from.lerp(to, 0.5), off);
    });
    for (const { label, frame, axis } of this.#letters) {
      const frameMatrix = frames[frame];
      if (!frameMatrix || cell.width < LARGE * pixel()) {
        label.hide();
        continue;
      }
      const axisVector = new Vector3().setFromMatrixColumn(frameMatrix, axis);
      put(label, getFrameOrigin(frameMatrix).addScaledVector(axisVector, this.#reach), [0, 0]);
    }
  }
}

type Pair = readonly [number, number];

/**
 * Returns the unit normal of a screen line, pointing right or left; up or down for a horizontal
 * line.
 */
export function perpendicularOnScreen([x, y]: Pair, right: boolean): Pair {
  const long = Math.hypot(x, y);
  if (long < 1e-6) return [right ? 1 : -1, 0];
  const side = (Math.abs(y) > 0.05 * long ? Math.sign(y) : Math.sign(x)) * (right ? 1 : -1);
  return [(side * y) / long, (-side * x) / long];
}
