import { degreesText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import type { Scenario } from '@iklab/core/scenario';
import { dot } from '@iklab/core/scenario/numbers';
import {
  MAP_CELL_REACHED,
  MAP_CELL_UNKNOWN,
  type MapLayer,
  type MapSpec,
  mapCellCause,
  mapCellCentre,
  mapDomainEnds,
  mapPlaneBasis,
  NO_MAP_BRANCH,
  variableStartJoints,
} from '@iklab/study/maps';
import {
  FAILURE_CAUSE_GROUPS,
  failureCauseGroupIndex,
  independentJointIds,
} from '@iklab/study/tasks';
import { type MappedScene, mapEffectorPosition } from './pageMaps.ts';

const NAMES = ['x', 'y', 'z'] as const;

export function getMapAxisNames({ scene }: MappedScene, spec: MapSpec): readonly [string, string] {
  if (spec.over === 'starts') return spec.joints;
  const { u, v } = mapPlaneBasis(scene, spec);
  const name = (direction: readonly number[], fallback: string): string =>
    NAMES.find((_, i) => (direction[i] ?? 0) > 1 - 1e-9) ?? fallback;
  return [name(u, 'u'), name(v, 'v')];
}

export function mapCoordinateText(
  { scene }: MappedScene,
  spec: MapSpec,
  side: 0 | 1,
  value: number,
): string {
  if (spec.over === 'targets') return digits(value);
  const joint = scene.tree.joints.find(({ id }) => id === spec.joints[side]);
  return joint?.type === 'prismatic' ? digits(value) : degreesText(value);
}

const digits = (value: number): string =>
  String(Number(value.toPrecision(3)) + 0).replace('-', '−');

export function mapRangeText(mapped: MappedScene, spec: MapSpec): string {
  const { low, high } = mapDomainEnds(spec);
  const axes = getMapAxisNames(mapped, spec);
  const unit = spec.over === 'targets' ? unitText(mapped) : '';
  const side = (i: 0 | 1): string =>
    `${axes[i]} from ${mapCoordinateText(mapped, spec, i, low[i])} to ${mapCoordinateText(mapped, spec, i, high[i])}${unit}`;
  return `Across: ${side(0)}. Up: ${side(1)}.`;
}

/**
 * Returns the target or start of a cell, such as `Target x 0.42, y −1.2 m`. If the arm's plane is
 * turned or lifted: three coordinates.
 */
export function mapPositionText(
  mapped: MappedScene,
  spec: MapSpec,
  cells: number,
  cell: number,
): string {
  const coordinates = mapCellCentre(spec, cells, cell % cells, Math.floor(cell / cells));
  if (spec.over === 'targets' && (spec.lift !== undefined || spec.turned || spec.plane === 'own')) {
    const { normal, u, v } = mapPlaneBasis(mapped.scene, spec);
    const lift = spec.lift ?? dot(mapEffectorPosition(mapped, spec), normal);
    const parts = NAMES.map((name, i) => {
      const axisComponents = [u, v, normal].map((basis) => basis[i] as number) as [
        number,
        number,
        number,
      ];
      return `${name} ${digits(dot(axisComponents, [...coordinates, lift]))}`;
    });
    return `Target ${parts.join(', ')}${unitText(mapped)}`;
  }
  const axes = getMapAxisNames(mapped, spec);
  const parts = coordinates.map(
    (value, i) => `${axes[i]} ${mapCoordinateText(mapped, spec, i as 0 | 1, value)}`,
  );
  if (spec.over === 'starts') return `Start ${parts.join(', ')}`;
  return `Target ${parts.join(', ')}${unitText(mapped)}`;
}

const unitText = ({ scene: { scenario } }: MappedScene): string =>
  scenario.unit === 'none' ? '' : ` ${scenario.unit}`;

/**
 * Returns the result of a cell, such as `reached in 12 updates, 0.4 mm off, solution 3`, or the
 * cause of the failure. `solution`: name of the reached solution, or ''.
 */
export function mapCellText(
  layer: MapLayer | undefined,
  cell: number,
  { scene: { scenario } }: MappedScene,
  solution = '',
): string {
  if (!layer || layer.state[cell] === MAP_CELL_UNKNOWN) return 'not solved yet';
  const updates = layer.updates[cell] as number;
  const off = valueWithUnitText(lengthWithUnit(layer.error[cell] as number, scenario.unit));
  const updatesText = updates === 1 ? '1 update' : `${updates} updates`;
  return layer.state[cell] === MAP_CELL_REACHED
    ? `reached in ${updatesText}, ${off} off${solution && `, ${solution}`}`
    : `not reached, ${off} off after ${updatesText}${causeText(layer, cell, scenario)}`;
}

/**
 * Returns the name of a branch label, such as "solution 3"; '' without a branch. `isNumbered`: labels
 * are solution numbers; otherwise the last one stands for all smaller branches.
 */
export function mapSolutionText(label: number | undefined, isNumbered: boolean): string {
  if (label === undefined || label === NO_MAP_BRANCH) return '';
  return `solution ${label + 1}${label === LAST_BRANCH && !isNumbered ? ' or more' : ''}`;
}

const LAST_BRANCH = 7;

function causeText(layer: MapLayer, cell: number, scenario: Scenario): string {
  const cause = layer.cause[cell] as number;
  if (cause < 0) return '';
  const [, joint] = mapCellCause(layer, cell, independentJointIds({ scenario }));
  const title = FAILURE_CAUSE_GROUPS[failureCauseGroupIndex(cause)]?.title.toLowerCase();
  return `: ${title}${joint === null ? '' : ` (${joint})`}`;
}

/**
 * Returns the share of reached cells in the finest complete layer as text, such as `86 % reached`.
 */
export function reachedShareText(layers: readonly MapLayer[]): string {
  const layer = layers.find(({ isComplete }) => isComplete) ?? layers[0];
  if (!layer || layer.knownCount === 0) return '';
  const share = (100 * layer.reached) / layer.knownCount;
  if (share > 99.9 && share < 100) return '> 99.9 % reached';
  return `${share > 99 && share < 100 ? share.toFixed(1) : share.toFixed(0)} % reached`;
}

/** Returns which start values repeat after a full turn of the joint. */
export const startValuePeriodicity = ({ scene }: MappedScene): readonly boolean[] =>
  variableStartJoints(scene).map(({ type }) => type !== 'prismatic');
