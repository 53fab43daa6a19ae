/** Describes the constrained and free components of targets. */
import { AXES, coneOf, hasOrientationRows, namedTurns, spinOf } from '../scenario/free.ts';
import type { Axis, Free, Target, Vec3 } from '../scenario/types.ts';
import { degreesText, numberText } from './figures.ts';
import { listedParts } from './lists.ts';
import { type Phrase, plainText, say, sentences, strong } from './phrase.ts';

type Partial = Pick<Target, 'effector' | 'orientation' | 'free'>;

/**
 * "Constrained at hand: position along x and y; free: position along z.", one sentence for all
 * targets that are alike; null if every target is fully constrained.
 */
export function freePartsText(targets: readonly Partial[], reached = false): Phrase | null {
  const groups = new Map<string, string[]>();
  for (const target of targets) {
    const said = target.free && partsOf(target, target.free);
    if (said) groups.set(said, [...(groups.get(said) ?? []), target.effector]);
  }
  if (groups.size === 0) return null;
  const verb = reached ? 'Satisfied' : 'Constrained';
  return sentences(
    ...[...groups].map(
      ([said, names]) => say`${verb} at ${listedParts(names.map(strong))}: ${said}.`,
    ),
  );
}

function partsOf(target: Partial, free: Free): string {
  const { orientation, position } = free;
  const counted = AXES.filter((axis) => !position.includes(axis));
  const place = counted.length === 3 ? 'position' : `position along ${along(counted, free)}`;
  const axis = spinOf(orientation) ?? coneOf(orientation)?.axis ?? null;
  const asked = [...(counted.length > 0 ? [place] : []), ...turnAsked(target, free, axis)];
  const left = [
    ...(position.length > 0
      ? [position.length === 3 ? 'position' : `position along ${along(position, free)}`]
      : []),
    ...(axis ? ['rotation about that axis'] : turnLeft(free)),
  ];
  return `${asked.join(', ')}; free: ${left.join(', ')}`;
}

function turnAsked(target: Partial, free: Free, axis: Vec3 | null): string[] {
  if (!hasOrientationRows(target)) return [];
  const cone = coneOf(free.orientation);
  if (axis && cone) return [`${nameOf(axis)} within ${degreesText(cone.angle)}`];
  if (axis) return [`direction of ${nameOf(axis)}`];
  const named = namedTurns(free.orientation);
  if (named.length === 0) return ['orientation'];
  return [
    `rotation about ${along(
      AXES.filter((each) => !named.includes(each)),
      free,
    )}`,
  ];
}

function turnLeft(free: Free): string[] {
  const named = namedTurns(free.orientation);
  if (named.length === 0) return [];
  return [named.length === 3 ? 'orientation' : `rotation about ${along(named, free)}`];
}

/** "x and y", in the world frame unless the text names another. */
const along = (axes: readonly Axis[], { frame }: Free): string =>
  `${frame === 'target' ? 'the target’s ' : ''}${plainText(listedParts(axes.map((axis) => [{ text: axis }])))}`;

function nameOf(axis: Vec3): string {
  const only = axis.filter((part) => part !== 0).length === 1;
  const at = axis.findIndex((part) => part !== 0);
  if (!only)
    return `its axis (${axis.map((part) => numberText(part).replace('-', '−')).join(', ')})`;
  return `its ${(axis[at] as number) < 0 ? '−' : ''}${AXES[at]} axis`;
}
