/**
 * What an embedded run and the page around it say to each other, by `postMessage`: `{iklab: 1, id, op, …}`
 * asks, `{iklab: 1, id, value}` or `{iklab: 1, id, faults}` answers, `{iklab: 1, event, detail}` tells.
 */

/** The version that stands under `iklab`. */
const VERSION = 1;

/** What is wrong with something that came from outside: where, and what. */
export interface MessageFault {
  readonly path: string;
  readonly reason: string;
}

/** How an instance stands at the update that is shown. */
export interface EmbedResult {
  /** The name that its pane has. */
  readonly method: string;
  readonly reached: boolean;
  readonly updates: number;
  /** Sum of the targets' distances, metres. */
  readonly error: number;
  /** Largest angle to a target that has an orientation, radians. */
  readonly turn: number;
  /** Joint values, radians; metres of what slides. */
  readonly theta: readonly number[];
}

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

export const EMBED_STATES = ['loading', 'ready', 'playing', 'paused', 'failed'] as const;
export type EmbedState = (typeof EMBED_STATES)[number];

/** What a page may ask of a run. */
export type Ask =
  /** That it is there: answered by a `Greeting`. */
  | { readonly op: 'hello' | 'get' | 'play' | 'pause' | 'reset' | 'results' | 'hash' }
  /** Opens a scenario: the document. */
  | { readonly op: 'set'; readonly scenario: unknown }
  /** Opens the scenario of a link's fragment. */
  | { readonly op: 'open'; readonly fragment: string }
  | { readonly op: 'step'; readonly n: number }
  | { readonly op: 'seek'; readonly update: number }
  /** A PNG, so many pixels wide; null: as it stands. */
  | { readonly op: 'snapshot'; readonly width: number | null }
  | { readonly op: 'theme'; readonly theme: EmbedTheme };

export interface Greeting {
  readonly version: string;
  readonly state: EmbedState;
  readonly update: number;
}

/** What a run tells by itself, by name: the `detail` of an event of the element. */
export interface EmbedEvents {
  /** It listens from here on. */
  here: null;
  ready: { readonly version: string };
  state: { readonly state: EmbedState };
  /** An edit has come to its end. */
  change: { readonly scenario: unknown };
  update: { readonly update: number; readonly results: readonly EmbedResult[] };
  stop: { readonly results: readonly EmbedResult[] };
  error: { readonly faults: readonly MessageFault[] };
}

export const EMBED_EVENTS = [
  'here',
  'ready',
  'state',
  'change',
  'update',
  'stop',
  'error',
] as const satisfies readonly (keyof EmbedEvents)[];

export type Told = {
  [K in keyof EmbedEvents]: {
    readonly iklab: 1;
    readonly event: K;
    readonly detail: EmbedEvents[K];
  };
}[keyof EmbedEvents];

export const asked = (id: number, ask: Ask) => ({ iklab: VERSION, id, ...ask });
export const answered = (id: number, value: unknown) => ({ iklab: VERSION, id, value });
export const refused = (id: number, faults: readonly MessageFault[]) => ({
  iklab: VERSION,
  id,
  faults,
});
export const told = <K extends keyof EmbedEvents>(event: K, detail: EmbedEvents[K]) => ({
  iklab: VERSION,
  event,
  detail,
});

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** null: it is no message of ours; `ask` or `fault`: it asks, well or not. */
export type ReadAsk =
  | { readonly id: number; readonly ask: Ask }
  | { readonly id: number; readonly fault: MessageFault }
  | null;

export function readAsk(data: unknown): ReadAsk {
  if (!isObject(data) || data.iklab !== VERSION || typeof data.op !== 'string') return null;
  const { id } = data;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  const fault = faultOf(data);
  return fault ? { id, fault } : { id, ask: data as unknown as Ask };
}

const whole = (path: string, least: number, most: number) => (of: Fields) => {
  const value = of[path];
  const fits = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return fits ? null : mistake(path, `a whole number from ${least} to ${most}`, value);
};

const MOST_STEPS = 10_000;
const WIDEST = 8192;

/** Whether it has no cycle, no BigInt and nothing else that JSON cannot write. */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

/** What each asks for, and what is wrong with it; null: nothing. */
const ASKS: Readonly<Record<Ask['op'], (of: Fields) => MessageFault | null>> = {
  hello: () => null,
  get: () => null,
  play: () => null,
  pause: () => null,
  reset: () => null,
  results: () => null,
  hash: () => null,
  set: ({ scenario }) => {
    if (!isObject(scenario)) return mistake('scenario', 'a scenario document', scenario);
    return isJson(scenario) ? null : mistake('scenario', 'a document that JSON can say', scenario);
  },
  open: ({ fragment }) =>
    typeof fragment === 'string' && fragment.startsWith('#')
      ? null
      : mistake('fragment', 'the part of a link from # on', fragment),
  step: whole('n', -MOST_STEPS, MOST_STEPS),
  seek: whole('update', 0, MOST_STEPS),
  snapshot: (of) => (of.width === null ? null : whole('width', 16, WIDEST)(of)),
  theme: ({ theme }) =>
    EMBED_THEMES.includes(theme as EmbedTheme)
      ? null
      : mistake('theme', `one of ${EMBED_THEMES.join(', ')}`, theme),
};

function faultOf(data: Fields): MessageFault | null {
  const known = Object.hasOwn(ASKS, data.op as string);
  return known
    ? ASKS[data.op as Ask['op']](data)
    : mistake('op', `one of ${Object.keys(ASKS).join(', ')}`, data.op);
}

/** `path` must be `allowed`; got `value`. */
export const mistake = (path: string, allowed: string, value: unknown): MessageFault => ({
  path,
  reason: `must be ${allowed}; ${shown(value)}`,
});

const LONGEST = 60;

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'it is missing';
  if (typeof value === 'string')
    return `got ${JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `got ${value}`;
  return Array.isArray(value) ? 'got a list' : `got a value of type ${typeof value}`;
}

/** What a frame says, as the element reads it; null: nothing of ours. */
export type Heard =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly faults: readonly MessageFault[] }
  | Told
  | null;

export function readHeard(data: unknown): Heard {
  if (!isObject(data) || data.iklab !== VERSION) return null;
  if (typeof data.event === 'string') return readTold(data.event, data.detail);
  if (typeof data.id !== 'number') return null;
  if ('faults' in data) return { id: data.id, faults: readFaults(data.faults) };
  return 'value' in data ? { id: data.id, value: data.value } : null;
}

const areResults = (results: unknown): boolean => Array.isArray(results) && results.every(isObject);

/** Whether the detail of an event is one that the element and its listeners can read. */
const DETAILS: Readonly<Record<keyof EmbedEvents, (of: Fields) => boolean>> = {
  here: () => true,
  ready: ({ version }) => typeof version === 'string',
  state: ({ state }) => EMBED_STATES.includes(state as EmbedState),
  change: ({ scenario }) => isObject(scenario),
  update: ({ update, results }) => Number.isInteger(update) && areResults(results),
  stop: ({ results }) => areResults(results),
  error: ({ faults }) => Array.isArray(faults),
};

const toldOf = (event: string, detail: unknown) => ({ iklab: VERSION, event, detail }) as Told;

/** A frame may be anybody's: an event with another detail is no event. */
function readTold(event: string, detail: unknown): Told | null {
  if (!Object.hasOwn(DETAILS, event)) return null;
  if (event === 'here') return toldOf('here', null);
  if (!isObject(detail) || !DETAILS[event as keyof EmbedEvents](detail)) return null;
  if (event === 'error') return toldOf('error', { faults: readFaults(detail.faults) });
  return toldOf(event, detail);
}

const readFaults = (faults: unknown): MessageFault[] =>
  (Array.isArray(faults) ? faults : []).flatMap((each) =>
    isObject(each) && typeof each.path === 'string' && typeof each.reason === 'string'
      ? [{ path: each.path, reason: each.reason }]
      : [],
  );
