import {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  hasOrientationRows,
  namedFreeAxes,
} from '../../scenario/targets/free.ts';
import type { AxisLetter, Target, TargetFreedom, Vec3 } from '../../scenario/types.ts';
import { degreesText, numberText } from '../figures.ts';
import { joinPhrasesAsList } from './listPhrases.ts';
import {
  joinSentences,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
  phrasePlainText,
} from './phrase.ts';

type ConstrainedTarget = Pick<Target, 'effector' | 'orientation' | 'free'>;

/**
 * Describes the constraints of targets: "Constrained at hand: position along x and y; free:
 * position along z." Targets that are alike share a sentence. Null if every target is fully
 * constrained.
 */
export function targetConstraintText(
  targets: readonly ConstrainedTarget[],
  reached = false,
): Phrase | null {
  const groups = new Map<string, string[]>();
  for (const target of targets) {
    const description = target.free && describeConstraints(target, target.free);
    if (description) groups.set(description, [...(groups.get(description) ?? []), target.effector]);
  }
  if (groups.size === 0) return null;
  const verb = reached ? 'Satisfied' : 'Constrained';
  return joinSentences(
    ...[...groups].map(
      ([description, names]) =>
        makePhrase`${verb} at ${joinPhrasesAsList(names.map(makeStrongPhrase))}: ${description}.`,
    ),
  );
}

function describeConstraints(target: ConstrainedTarget, free: TargetFreedom): string {
  const { orientation, position } = free;
  const counted = COORDINATE_AXES.filter((axis) => !position.includes(axis));
  const positionText =
    counted.length === 3 ? 'position' : `position along ${axesText(counted, free)}`;
  const axis = freeRotationAxis(orientation) ?? freeRotationCone(orientation)?.axis ?? null;
  const constrained = [
    ...(counted.length > 0 ? [positionText] : []),
    ...constrainedRotation(target, free, axis),
  ];
  const freeComponents = [
    ...(position.length > 0
      ? [position.length === 3 ? 'position' : `position along ${axesText(position, free)}`]
      : []),
    ...(axis ? ['rotation about that axis'] : freeRotation(free)),
  ];
  return `${constrained.join(', ')}; free: ${freeComponents.join(', ')}`;
}

function constrainedRotation(
  target: ConstrainedTarget,
  free: TargetFreedom,
  axis: Vec3 | null,
): string[] {
  if (!hasOrientationRows(target)) return [];
  const cone = freeRotationCone(free.orientation);
  if (axis && cone) return [`${axisName(axis)} within ${degreesText(cone.angle)}`];
  if (axis) return [`direction of ${axisName(axis)}`];
  const named = namedFreeAxes(free.orientation);
  if (named.length === 0) return ['orientation'];
  return [
    `rotation about ${axesText(
      COORDINATE_AXES.filter((each) => !named.includes(each)),
      free,
    )}`,
  ];
}

function freeRotation(free: TargetFreedom): string[] {
  const named = namedFreeAxes(free.orientation);
  if (named.length === 0) return [];
  return [named.length === 3 ? 'orientation' : `rotation about ${axesText(named, free)}`];
}

const axesText = (axes: readonly AxisLetter[], { frame }: TargetFreedom): string =>
  `${frame === 'target' ? 'the target’s ' : ''}${phrasePlainText(joinPhrasesAsList(axes.map((axis) => [{ text: axis }])))}`;

function axisName(axis: Vec3): string {
  const only = axis.filter((part) => part !== 0).length === 1;
  const index = axis.findIndex((part) => part !== 0);
  if (!only)
    return `its axis (${axis.map((part) => numberText(part).replace('-', '−')).join(', ')})`;
  return `its ${(axis[index] as number) < 0 ? '−' : ''}${COORDINATE_AXES[index]} axis`;
}
