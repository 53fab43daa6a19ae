/**
 * Messages between an embedded run and its page, by `postMessage`: `{iklab: 1, id, op, ...}` is a
 * request, `{iklab: 1, id, value}` or `{iklab: 1, id, faults}` an answer, `{iklab: 1, event,
 * detail}` an event.
 */

const VERSION = 1;

export interface MessageFault {
  readonly path: string;
  readonly reason: string;
}

/** Result of one method of the embedded run at the displayed update. */
export interface EmbedResult {
  /** Name of the method, as in the title of its pane. */
  readonly method: string;
  readonly reached: boolean;
  readonly updates: number;
  /** Sum of the distances of the end effectors from their targets, in metres. */
  readonly error: number;
  /** Largest angle between an end effector and its target orientation, in radians. */
  readonly turn: number;
  /** Joint values in radians, or metres for prismatic joints. */
  readonly theta: readonly number[];
}

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

const EMBED_STATES = ['loading', 'ready', 'playing', 'paused', 'failed'] as const;
export type EmbedState = (typeof EMBED_STATES)[number];

export type EmbedRequest =
  /** Requests without arguments. `hello` announces the page; its answer is a `FrameGreeting`. */
  | { readonly op: 'hello' | 'get' | 'play' | 'pause' | 'reset' | 'results' | 'hash' }
  | { readonly op: 'set'; readonly scenario: unknown }
  | { readonly op: 'open'; readonly fragment: string }
  | { readonly op: 'step'; readonly n: number }
  | { readonly op: 'seek'; readonly update: number }
  /** Requests a PNG of the panes, `width` pixels wide; null for the displayed size. */
  | { readonly op: 'snapshot'; readonly width: number | null }
  | { readonly op: 'theme'; readonly theme: EmbedTheme };

export interface FrameGreeting {
  readonly version: string;
  readonly state: EmbedState;
  readonly update: number;
}

/** Events of a frame by name, with the `detail` that `<ik-lab>` dispatches. */
export interface EmbedEvents {
  /** Sent when the frame begins to listen. `<ik-lab>` does not dispatch this event. */
  here: null;
  ready: { readonly version: string };
  state: { readonly state: EmbedState };
  /** Sent when an edit of the scenario is complete. */
  change: { readonly scenario: unknown };
  update: { readonly update: number; readonly results: readonly EmbedResult[] };
  stop: { readonly results: readonly EmbedResult[] };
  error: { readonly faults: readonly MessageFault[] };
}

export type FrameEventMessage = {
  [K in keyof EmbedEvents]: {
    readonly iklab: 1;
    readonly event: K;
    readonly detail: EmbedEvents[K];
  };
}[keyof EmbedEvents];

export const makeEmbedRequest = (id: number, request: EmbedRequest) => ({
  iklab: VERSION,
  id,
  ...request,
});
export const makeEmbedAnswer = (id: number, value: unknown) => ({ iklab: VERSION, id, value });
export const makeRefusalMessage = (id: number, faults: readonly MessageFault[]) => ({
  iklab: VERSION,
  id,
  faults,
});
export const makeEventMessage = <K extends keyof EmbedEvents>(
  event: K,
  detail: EmbedEvents[K],
) => ({
  iklab: VERSION,
  event,
  detail,
});

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for a message that is no request to IK Lab. `fault` says why a request is invalid. */
export type ParsedEmbedRequest =
  | { readonly id: number; readonly request: EmbedRequest }
  | { readonly id: number; readonly fault: MessageFault }
  | null;

export function parseEmbedRequest(data: unknown): ParsedEmbedRequest {
  if (!isObject(data) || data.iklab !== VERSION || typeof data.op !== 'string') return null;
  const { id } = data;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  const fault = findFault(data);
  return fault ? { id, fault } : { id, request: data as unknown as EmbedRequest };
}

const checkInteger = (path: string, least: number, most: number) => (fields: Fields) => {
  const value = fields[path];
  const isValid =
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return isValid ? null : makeMessageFault(path, `a whole number from ${least} to ${most}`, value);
};

const MAX_STEPS = 10_000;
const MAX_WIDTH = 8192;

/** Returns whether JSON can represent the value (no cycles, no BigInt). */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const REQUEST_CHECKS: Readonly<
  Record<EmbedRequest['op'], (fields: Fields) => MessageFault | null>
> = {
  hello: () => null,
  get: () => null,
  play: () => null,
  pause: () => null,
  reset: () => null,
  results: () => null,
  hash: () => null,
  set: ({ scenario }) => {
    if (!isObject(scenario)) return makeMessageFault('scenario', 'a scenario document', scenario);
    return isJson(scenario)
      ? null
      : makeMessageFault('scenario', 'a document that JSON can represent', scenario);
  },
  open: ({ fragment }) =>
    typeof fragment === 'string' && fragment.startsWith('#')
      ? null
      : makeMessageFault('fragment', 'the part of a link from # on', fragment),
  step: checkInteger('n', -MAX_STEPS, MAX_STEPS),
  seek: checkInteger('update', 0, MAX_STEPS),
  snapshot: (fields) =>
    fields.width === null ? null : checkInteger('width', 16, MAX_WIDTH)(fields),
  theme: ({ theme }) =>
    EMBED_THEMES.includes(theme as EmbedTheme)
      ? null
      : makeMessageFault('theme', `one of ${EMBED_THEMES.join(', ')}`, theme),
};

function findFault(data: Fields): MessageFault | null {
  const isKnown = Object.hasOwn(REQUEST_CHECKS, data.op as string);
  return isKnown
    ? REQUEST_CHECKS[data.op as EmbedRequest['op']](data)
    : makeMessageFault('op', `one of ${Object.keys(REQUEST_CHECKS).join(', ')}`, data.op);
}

export const makeMessageFault = (path: string, allowed: string, value: unknown): MessageFault => ({
  path,
  reason: `must be ${allowed}; ${formatValue(value)}`,
});

const MAX_SHOWN = 60;

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'it is missing';
  if (typeof value === 'string')
    return `got ${JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `got ${value}`;
  return Array.isArray(value) ? 'got a list' : `got a value of type ${typeof value}`;
}

/** Answer or event of the frame; null for a message from elsewhere. */
export type FrameMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly faults: readonly MessageFault[] }
  | FrameEventMessage
  | null;

export function parseFrameMessage(data: unknown): FrameMessage {
  if (!isObject(data) || data.iklab !== VERSION) return null;
  if (typeof data.event === 'string') return parseEvent(data.event, data.detail);
  if (typeof data.id !== 'number') return null;
  if ('faults' in data) return { id: data.id, faults: parseFaults(data.faults) };
  return 'value' in data ? { id: data.id, value: data.value } : null;
}

const areResults = (results: unknown): boolean => Array.isArray(results) && results.every(isObject);

const DETAIL_CHECKS: Readonly<Record<keyof EmbedEvents, (fields: Fields) => boolean>> = {
  here: () => true,
  ready: ({ version }) => typeof version === 'string',
  state: ({ state }) => EMBED_STATES.includes(state as EmbedState),
  change: ({ scenario }) => isObject(scenario),
  update: ({ update, results }) => Number.isInteger(update) && areResults(results),
  stop: ({ results }) => areResults(results),
  error: ({ faults }) => Array.isArray(faults),
};

const makeEvent = (event: string, detail: unknown) =>
  ({ iklab: VERSION, event, detail }) as FrameEventMessage;

/** Parses an event. Returns null for an invalid detail, because the frame may contain any site. */
function parseEvent(event: string, detail: unknown): FrameEventMessage | null {
  if (!Object.hasOwn(DETAIL_CHECKS, event)) return null;
  if (event === 'here') return makeEvent('here', null);
  if (!isObject(detail) || !DETAIL_CHECKS[event as keyof EmbedEvents](detail)) return null;
  if (event === 'error') return makeEvent('error', { faults: parseFaults(detail.faults) });
  return makeEvent(event, detail);
}

const parseFaults = (faults: unknown): MessageFault[] =>
  (Array.isArray(faults) ? faults : []).flatMap((each) =>
    isObject(each) && typeof each.path === 'string' && typeof each.reason === 'string'
      ? [{ path: each.path, reason: each.reason }]
      : [],
  );
