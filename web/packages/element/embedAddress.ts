/** The settings of an embedded run, in the query of its address. */
import {
  EMBED_THEMES,
  type EmbedTheme,
  type MessageFault,
  makeMessageFault,
} from './frameMessages.ts';

const EMBED_PARTS = ['panes', 'transport', 'charts', 'cards', 'story'] as const;
export type EmbedUiPart = (typeof EMBED_PARTS)[number];

/**
 * Actions that the embedding page can withhold from readers: dragging targets, orbiting the view,
 * asking why, opening IK Lab.
 */
export const HIDEABLE_ACTIONS = ['targets', 'camera', 'why', 'open'] as const;
export type HideableAction = (typeof HIDEABLE_ACTIONS)[number];

export interface EmbedSettings {
  readonly parts: ReadonlySet<EmbedUiPart>;
  /**
   * Parameters that readers may change: `dls.lambda` is `lambda` of the method with id or name
   * `dls`; `*` is all.
   */
  readonly params: readonly string[];
  readonly hidden: ReadonlySet<HideableAction>;
  readonly theme: EmbedTheme;
  readonly paused: boolean;
  /** True if the frame starts with the first document that it receives. */
  readonly awaits: boolean;
  /** Origin whose messages the frame accepts; null for the origin of the first message. */
  readonly origin: string | null;
  readonly scale: number;
  readonly faults: readonly MessageFault[];
}

const DEFAULT_UI = 'panes,transport';
const splitWords = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

export function parseEmbedUiSetting(text: string): {
  readonly parts: Set<EmbedUiPart>;
  readonly params: string[];
  readonly faults: MessageFault[];
} {
  const parts = new Set<EmbedUiPart>();
  const params: string[] = [];
  const faults: MessageFault[] = [];
  for (const word of splitWords(text === '' ? DEFAULT_UI : text)) {
    const [, key] = /^params(?::(.+))?$/.exec(word) ?? [];
    if (word === 'params' || key) params.push(key ?? '*');
    else if (isMember(EMBED_PARTS, word)) parts.add(word);
    else faults.push(makeMessageFault('ui', `of ${EMBED_PARTS.join(', ')}, params:KEY`, word));
  }
  return { parts, params, faults };
}

export function parseHiddenActions(text: string): {
  readonly hidden: Set<HideableAction>;
  readonly faults: MessageFault[];
} {
  const hidden = new Set<HideableAction>();
  const faults: MessageFault[] = [];
  for (const word of splitWords(text)) {
    if (isMember(HIDEABLE_ACTIONS, word)) hidden.add(word);
    else faults.push(makeMessageFault('hide', `of ${HIDEABLE_ACTIONS.join(', ')}`, word));
  }
  return { hidden, faults };
}

const isMember = <T extends string>(all: readonly T[], word: string): word is T =>
  (all as readonly string[]).includes(word);

const MAX_SCALE = 4;

/**
 * Parses the settings of an embedded run from a query. Invalid settings get their defaults and an
 * entry in `faults`.
 */
export function parseEmbedSettings(query: URLSearchParams): EmbedSettings {
  const { parts, params, faults } = parseEmbedUiSetting(query.get('ui') ?? '');
  const hide = parseHiddenActions(query.get('hide') ?? '');
  const theme = query.get('theme') ?? 'auto';
  const isKnownTheme = isMember(EMBED_THEMES, theme);
  const scale = Number(query.get('scale') ?? 1);
  const isScaleValid = scale >= 0.5 && scale <= MAX_SCALE;
  const [, origin = null] = /^origin:(https?:\/\/[^/?#]+)$/.exec(query.get('embed') ?? '') ?? [];
  return {
    parts: parts.size === 0 && params.length === 0 ? parseEmbedUiSetting(DEFAULT_UI).parts : parts,
    params,
    hidden: hide.hidden,
    theme: isKnownTheme ? theme : 'auto',
    paused: query.has('paused'),
    awaits: query.has('awaits'),
    origin,
    scale: isScaleValid ? scale : 1,
    faults: [
      ...faults,
      ...hide.faults,
      ...(isKnownTheme
        ? []
        : [makeMessageFault('theme', `one of ${EMBED_THEMES.join(', ')}`, theme)]),
      ...(isScaleValid
        ? []
        : [makeMessageFault('scale', `from 0.5 to ${MAX_SCALE}`, query.get('scale'))]),
    ],
  };
}

/**
 * Attributes of `<ik-lab>` that become settings of its frame; null or '' for an absent attribute.
 */
export interface EmbedAttributes {
  readonly ui: string | null;
  readonly hide: string | null;
  readonly theme: string | null;
  readonly scale: string | null;
  readonly paused: boolean;
  /** True if the frame must wait for a document from the element. */
  readonly awaits?: boolean;
  readonly origin: string;
}

/**
 * Parses an address for a frame or link. Returns null unless it is http, https, or file in a page
 * from a file. Also returns null for the address `embedding` of the embedding page.
 */
export function parseSafeAddress(text: string, base: string, embedding: string): URL | null {
  try {
    const address = new URL(text, base);
    const { href, protocol } = address;
    const isWeb = protocol === 'https:' || protocol === 'http:';
    const isAllowed = isWeb || (protocol === 'file:' && embedding.startsWith('file:'));
    return isAllowed && withoutFragment(href) !== withoutFragment(embedding) ? address : null;
  } catch {
    return null;
  }
}

const withoutFragment = (address: string): string => address.replace(/#.*/s, '');

/** Returns the address for the frame: `page` with the attributes in the query. */
export function makeEmbedAddress(page: URL, attributes: EmbedAttributes): URL {
  const address = new URL(page);
  const { ui, hide, theme, scale, paused, awaits, origin } = attributes;
  const hasOrigin = /^https?:\/\//.test(origin);
  address.searchParams.set('embed', hasOrigin ? `origin:${origin}` : '1');
  for (const [key, value] of Object.entries({ ui, hide, theme, scale }))
    if (value) address.searchParams.set(key, value);
  if (paused) address.searchParams.set('paused', '');
  if (awaits) address.searchParams.set('awaits', '');
  return address;
}
