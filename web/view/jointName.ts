import { unit as pixel } from '../browser/unit.ts';
import { degrees, length, words } from '../format/figures.ts';
import type { LengthUnit } from '../scenario/types.ts';
import type { Cell } from './cells.ts';
import type { Spot } from './drag.ts';

const BESIDE = 16; // px of the style sheets from the joint
const ROOM = 150; // px that a name may take: nearer to the edge it stands on the other side

/** The joint that a link in hand or under the pointer would turn: its name and where it stands. */
export class JointName {
  readonly element = document.createElement('span');

  constructor() {
    this.element.className = 'joint-name';
    this.element.ariaHidden = 'true';
    this.element.hidden = true;
  }

  /** `at`: where the joint is seen in its pane. */
  show(name: string, value: string, cell: Cell, { x, y }: Spot): void {
    const left = x > cell.width - ROOM * pixel();
    const beside = (left ? -BESIDE : BESIDE) * pixel();
    const place = [cell.x + x + beside, cell.y + y].map(Math.round);
    const text = `${name}  ${value}`;
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.style.transform = `translate(${place.join('px, ')}px) translate(${left ? '-100%' : '0'}, -50%)`;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}

export const standing = (value: number, slides: boolean, unit: LengthUnit): string =>
  slides ? words(length(value, unit)) : degrees(value);
