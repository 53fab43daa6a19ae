/**
 * Reads and writes the address of a crowd, many copies of one scene:
 * `#crowd=1000&pattern=wave&ground=field&seed=1&method=dls`, followed by the fragment of that
 * scene, such as `&preset=ur5e` or `&s=1....`. Missing values have their defaults.
 */
import { MOST_INSTANCES } from '../engine/protocol.ts';
import { MAX_SEED } from '../scenario/checks/bounds.ts';
import { listWords, quoteInOneLine } from '../scenario/checks/words.ts';

/**
 * How the phase of the targets' motion varies over a crowd: with the distance, randomly, or not at
 * all.
 */
export const CROWD_PHASE_PATTERNS = ['wave', 'scatter', 'together'] as const;
export const CROWD_GROUND_SHAPES = ['field', 'sphere'] as const;

export interface CrowdSpec {
  readonly count: number;
  readonly pattern: (typeof CROWD_PHASE_PATTERNS)[number];
  readonly ground: (typeof CROWD_GROUND_SHAPES)[number];
  /** Seed of the random phases of the pattern `scatter`, a whole number. */
  readonly seed: number;
  /** Id of the method that all instances use; '' for the first method of the scene. */
  readonly method: string;
}

export const DEFAULT_CROWD: CrowdSpec = {
  count: 1000,
  pattern: 'wave',
  ground: 'field',
  seed: 1,
  method: '',
};

/** A parsed crowd address. Invalid values are replaced by defaults and reported in `faults`. */
export interface CrowdAddress {
  readonly spec: CrowdSpec;
  /** Fragment of the crowd's scene, with `#`; '' if the address names no scene. */
  readonly scene: string;
  readonly faults: readonly string[];
}

const PREFIX = '#crowd=';
const SETTING_KEYS = ['crowd', 'pattern', 'ground', 'seed', 'method'];

export const isCrowdAddress = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** Returns the address of a crowd. `scene`: fragment of the crowd's scene, with or without `#`. */
export function formatCrowdAddress(spec: CrowdSpec, scene: string): string {
  const settings = SETTING_KEYS.slice(1).flatMap((key) => {
    const value = spec[key as keyof CrowdSpec];
    return value === DEFAULT_CROWD[key as keyof CrowdSpec]
      ? []
      : [`${key}=${encodeURIComponent(value)}`];
  });
  const rest = scene.replace(/^#/, '');
  return [`${PREFIX}${spec.count}`, ...settings, ...(rest === '' ? [] : [rest])].join('&');
}

export function readCrowdAddress(fragment: string, methods: readonly string[]): CrowdAddress {
  const parts = fragment.slice(1).split('&');
  const isOwn = (part: string): boolean => SETTING_KEYS.includes(part.split('=', 1)[0] ?? '');
  const values = new Map(parts.filter(isOwn).map(parseEntry));
  const rest = parts.filter((part) => !isOwn(part));
  const faults: string[] = [];
  const spec = {
    count: readInteger(
      values.get('crowd'),
      'crowd',
      [1, MOST_INSTANCES],
      DEFAULT_CROWD.count,
      faults,
    ),
    pattern: readChoice(
      values.get('pattern'),
      'pattern',
      CROWD_PHASE_PATTERNS,
      DEFAULT_CROWD.pattern,
      faults,
    ),
    ground: readChoice(
      values.get('ground'),
      'ground',
      CROWD_GROUND_SHAPES,
      DEFAULT_CROWD.ground,
      faults,
    ),
    seed: readInteger(values.get('seed'), 'seed', [0, MAX_SEED], DEFAULT_CROWD.seed, faults),
    method: readChoice(values.get('method'), 'method', methods, DEFAULT_CROWD.method, faults),
  };
  return { spec, scene: rest.length === 0 ? '' : `#${rest.join('&')}`, faults };
}

function parseEntry(part: string): [string, string] {
  const [key = '', ...value] = part.split('=');
  const text = value.join('=');
  try {
    return [key, decodeURIComponent(text)];
  } catch {
    return [key, text];
  }
}

function readInteger(
  text: string | undefined,
  key: string,
  [least, most]: readonly [number, number],
  initial: number,
  faults: string[],
): number {
  if (text === undefined) return initial;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  faults.push(
    `${key} must be a whole number from ${least} to ${most}; got ${quoteInOneLine(text)}`,
  );
  return initial;
}

function readChoice<T extends string>(
  text: string | undefined,
  key: string,
  all: readonly T[],
  initial: T,
  faults: string[],
): T {
  const match = all.find((each) => each === text);
  if (match === undefined && text !== undefined)
    faults.push(`${key} must be one of ${listWords(all)}; got ${quoteInOneLine(text)}`);
  return match ?? initial;
}
