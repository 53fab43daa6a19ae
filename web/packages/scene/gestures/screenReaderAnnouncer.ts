import type { Lab } from '@iklab/core/engine';
import { angleText, lengthWithUnit, positionNotation, valueWithUnitText } from '@iklab/core/format';
import { computeRunOutcome } from '@iklab/core/format/words';
import type { LengthUnit, Scenario, Vec3 } from '@iklab/core/scenario';
import { hasOrientationRows } from '@iklab/core/scenario/targets';

interface Panel {
  readonly index: number;
  readonly name: string;
}

const MAX_WAIT_UPDATES = 120; // Number of updates before the state of a panel is announced.

/** Formats a position for announcements: "x 512, y −200, z 1020 mm". */
export function targetCoordinatesText(at: Vec3, scene: LengthUnit): string {
  const { text, unit } = positionNotation(scene);
  const parts = at.map((value, axis) => `${'xyz'[axis]} ${text(value).replace('-', '−')}`);
  return `${parts.join(', ')} ${unit}`;
}

/**
 * Describes the state of the panels: "SDLS reached the target in 9 updates, 0.30 mm; Transpose
 * stalled at 31 mm".
 */
export function panelOutcomesText(
  scenario: Pick<Scenario, 'run' | 'unit' | 'targets'>,
  panels: readonly Panel[],
  lab: Pick<Lab, 'status'>,
): string {
  const { unit, targets } = scenario;
  return panels
    .map(({ index, name: label }) => {
      const status = lab.status(index);
      const { error: metres, orientationError: angle } = status;
      const oriented = targets.some(hasOrientationRows);
      const error =
        valueWithUnitText(lengthWithUnit(metres, unit)) +
        (oriented ? ` and ${angleText(angle)}` : '');
      if (status.stop === 'reached')
        return `${label} reached ${targets.length === 1 ? 'the target' : 'all targets'} in ${updatesText(status.updatesSinceMove)}, ${error}`;
      if (status.within) return `${label} ${computeRunOutcome(status, 'steady', scenario).words}`;
      if (status.stop)
        return `${label} ${computeRunOutcome(status, 'steady', scenario).words} at ${error}`;
      return `${label} at ${error}`;
    })
    .join('; ');
}

const updatesText = (count: number): string => (count === 1 ? '1 update' : `${count} updates`);

/**
 * Announces to screen readers the target position after a drag, and the settled state of the
 * panels.
 */
export class ScreenReaderAnnouncer {
  readonly #announce: (text: string) => void;
  readonly #scenario: Scenario;
  readonly #name: (panel: number) => string | null;
  #since: { readonly frame: number; readonly updates: number } | null = null;
  #moved = '';

  /** `name` returns the name of a panel; null for a hidden panel, which is not announced. */
  constructor(
    scenario: Scenario,
    name: (panel: number) => string | null,
    announce: (text: string) => void,
  ) {
    this.#scenario = scenario;
    this.#name = name;
    this.#announce = announce;
  }

  /**
   * Announces a release. `position` is the base of the target. `moves` tells whether the target
   * moves by itself.
   */
  announceRelease(index: number, position: Vec3, lab: Lab | null, moves = false): void {
    const subject = `${moves ? 'Centre of the path of target' : 'Target'} ${index + 1}`;
    this.#moved = `${subject} at ${targetCoordinatesText(position, this.#scenario.unit)}`;
    this.#announce(this.#moved);
    if (lab && this.#scenario.run.mode !== 'converge')
      this.#since = { frame: lab.frame, updates: mostUpdates(lab) };
  }

  /** Announces the state of the panels after the run has settled. Call after every frame. */
  follow(lab: Lab): void {
    const since = this.#since;
    if (!since) return;
    if (lab.frame < since.frame) {
      this.#since = null; // Restarted.
      return;
    }
    if (lab.frame === since.frame) return; // No frame has used the new target yet.
    const panels = this.#panels();
    if (!areSettled(panels, lab) && !isOverdue(since.updates, lab)) return;
    this.#since = null;
    this.#announce(`${this.#moved}. ${panelOutcomesText(this.#scenario, panels, lab)}.`);
  }

  #panels(): Panel[] {
    return this.#scenario.methods.flatMap((_, index) => {
      const name = this.#name(index);
      return name === null ? [] : [{ index, name }];
    });
  }
}

const panels = (lab: Lab): number[] => Array.from({ length: lab.instanceCount }, (_, i) => i);

const mostUpdates = (lab: Lab): number =>
  Math.max(...panels(lab).map((i) => lab.status(i).updates));

const isOverdue = (updates: number, lab: Lab): boolean =>
  mostUpdates(lab) >= updates + MAX_WAIT_UPDATES;

const areSettled = (visible: readonly Panel[], lab: Lab): boolean =>
  visible.every(({ index }) => {
    const { stop, within } = lab.status(index);
    return stop !== null || within;
  });
