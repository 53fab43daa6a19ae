/**
 * The address of a crowd: `#crowd=1000&pattern=wave&ground=field&seed=1&method=dls`, followed by
 * the fragment of the scene of each instance: `&preset=ur5e` or `&s=1....`. Missing values have
 * their defaults.
 */
import { MOST_INSTANCES } from '../engine/protocol.ts';
import { MAX_SEED } from '../scenario/bounds.ts';
import { listed, quote } from '../scenario/words.ts';

/** An instance's phase in its targets' motion: by distance, random, or the same for all. */
export const CROWD_PATTERNS = ['wave', 'scatter', 'together'] as const;
/** The surface on which the instances are placed. */
export const CROWD_GROUNDS = ['field', 'sphere'] as const;

/** The settings of a crowd. */
export interface CrowdSpec {
  readonly count: number;
  readonly pattern: (typeof CROWD_PATTERNS)[number];
  readonly ground: (typeof CROWD_GROUNDS)[number];
  /** Whole number that determines the random phases of `scatter`. */
  readonly seed: number;
  /** Method id; '' for the first method of the scene. */
  readonly method: string;
}

export const CROWD: CrowdSpec = {
  count: 1000,
  pattern: 'wave',
  ground: 'field',
  seed: 1,
  method: '',
};

/** The values of an address; invalid ones have their defaults and a fault. */
export interface CrowdAddress {
  readonly spec: CrowdSpec;
  /** Fragment of the scene, with `#`; '' if none is named. */
  readonly scene: string;
  readonly faults: readonly string[];
}

const KEY = '#crowd=';
const OWN = ['crowd', 'pattern', 'ground', 'seed', 'method'];

export const isCrowdAddress = (fragment: string): boolean => fragment.startsWith(KEY);

/** `scene`: fragment of the scene, with or without `#`. */
export function crowdAddress(spec: CrowdSpec, scene: string): string {
  const own = OWN.slice(1).flatMap((key) => {
    const value = spec[key as keyof CrowdSpec];
    return value === CROWD[key as keyof CrowdSpec] ? [] : [`${key}=${encodeURIComponent(value)}`];
  });
  const rest = scene.replace(/^#/, '');
  return [`${KEY}${spec.count}`, ...own, ...(rest === '' ? [] : [rest])].join('&');
}

/** `methods`: the ids of all methods. */
export function readCrowdAddress(fragment: string, methods: readonly string[]): CrowdAddress {
  const parts = fragment.slice(1).split('&');
  const isOwn = (part: string): boolean => OWN.includes(part.split('=', 1)[0] ?? '');
  const own = new Map(parts.filter(isOwn).map(entryOf));
  const rest = parts.filter((part) => !isOwn(part));
  const faults: string[] = [];
  const spec = {
    count: whole(own.get('crowd'), 'crowd', [1, MOST_INSTANCES], CROWD.count, faults),
    pattern: oneOf(own.get('pattern'), 'pattern', CROWD_PATTERNS, CROWD.pattern, faults),
    ground: oneOf(own.get('ground'), 'ground', CROWD_GROUNDS, CROWD.ground, faults),
    seed: whole(own.get('seed'), 'seed', [0, MAX_SEED], CROWD.seed, faults),
    method: oneOf(own.get('method'), 'method', methods, CROWD.method, faults),
  };
  return { spec, scene: rest.length === 0 ? '' : `#${rest.join('&')}`, faults };
}

function entryOf(part: string): [string, string] {
  const [key = '', ...value] = part.split('=');
  const text = value.join('=');
  try {
    return [key, decodeURIComponent(text)];
  } catch {
    return [key, text];
  }
}

function whole(
  text: string | undefined,
  key: string,
  [least, most]: readonly [number, number],
  initial: number,
  faults: string[],
): number {
  if (text === undefined) return initial;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  faults.push(`${key} must be a whole number from ${least} to ${most}; got ${quote(text)}`);
  return initial;
}

function oneOf<T extends string>(
  text: string | undefined,
  key: string,
  all: readonly T[],
  initial: T,
  faults: string[],
): T {
  const known = all.find((each) => each === text);
  if (known === undefined && text !== undefined)
    faults.push(`${key} must be one of ${listed(all)}; got ${quote(text)}`);
  return known ?? initial;
}
