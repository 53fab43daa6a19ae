import { parseEmbedUiSetting, parseHiddenActions, parseSafeAddress } from './embedAddress.ts';
import { EmbeddedRunError } from './frameConnection.ts';
import {
  EMBED_THEMES,
  type EmbedTheme,
  type MessageFault,
  makeMessageFault,
} from './frameMessages.ts';

export const OBSERVED_ATTRIBUTES = [
  'src',
  'host',
  'scenario',
  'ui',
  'hide',
  'theme',
  'paused',
  'scale',
  'poster',
  'loading',
  'label',
];

const LOADING_MODES = ['lazy', 'click', 'eager'] as const;

export const readLoadingMode = (element: Element): (typeof LOADING_MODES)[number] =>
  LOADING_MODES.find((each) => each === element.getAttribute('loading')) ?? 'lazy';

/** Returns the value of an attribute; null if it is missing or empty. */
const getNonEmpty = (element: Element, name: string): string | null =>
  element.getAttribute(name) || null;

/**
 * Returns the inline document, from the attribute `scenario` or a JSON script in the element; null
 * for neither.
 */
function getInlineText(element: Element): string | null {
  const inside = element.querySelector(':scope > script[type="application/json"]');
  return getNonEmpty(element, 'scenario') ?? inside?.textContent ?? null;
}

export interface EmbeddedRunSource {
  readonly page: URL;
  /** Address of the JSON document in the attribute `src`; null for a page or no `src`. */
  readonly file: URL | null;
  /** Text of the inline document; null without one, or if `src` is set. */
  readonly text: string | null;
}

/**
 * Reads which run the frame of `<ik-lab>` shows; null for no run, or for an address that a frame
 * may not load.
 */
export function readEmbeddedRunSource(element: Element): EmbeddedRunSource | null {
  const src = getNonEmpty(element, 'src');
  const address = src === null ? null : parseAddress(src);
  if (src !== null && !address) return null;
  const isFile = address !== null && /\.json$/i.test(address.pathname);
  const text = src === null ? getInlineText(element) : null;
  if (!address && text === null && getNonEmpty(element, 'host') === null) return null;
  const page = address && !isFile ? address : getHost(element);
  return page && { page, file: isFile ? address : null, text };
}

/**
 * Returns the address of the IK Lab page if `src` gives none: the attribute `host`, or the folder
 * of this script.
 */
function getHost(element: Element): URL | null {
  const host = getNonEmpty(element, 'host');
  return host === null ? parseAddress('./', scriptUrl) : parseAddress(host);
}

const parseAddress = (text: string, base = document.baseURI): URL | null =>
  parseSafeAddress(text, base, location.href);

// Separate from `new URL(...)`: Vite would bundle `new URL(..., import.meta.url)` as an asset.
const scriptUrl = import.meta.url;

/**
 * Parses a scenario document. Throws an EmbeddedRunError that names `path`, the attribute with the
 * document.
 */
export function parseScenarioJson(text: string, path = 'scenario'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `must be JSON: ${error instanceof Error ? error.message : error}`;
    throw new EmbeddedRunError([{ path, reason }]);
  }
}

/**
 * Returns the theme of the attribute `theme`, otherwise the CSS color scheme; `auto` if the scheme
 * allows both themes or none.
 */
export function readThemeAttribute(element: Element): EmbedTheme {
  const attribute = element.getAttribute('theme');
  if (attribute === 'light' || attribute === 'dark') return attribute;
  const schemes = getComputedStyle(element).colorScheme.split(/\s+/);
  const [dark, light] = [schemes.includes('dark'), schemes.includes('light')];
  return dark === light ? 'auto' : dark ? 'dark' : 'light';
}

export const getFrameLabel = (element: Element): string =>
  element.getAttribute('label') ?? 'A run of inverse kinematics';

export function findAttributeFaults(element: Element): MessageFault[] {
  const faults = [
    ...parseEmbedUiSetting(element.getAttribute('ui') ?? '').faults,
    ...parseHiddenActions(element.getAttribute('hide') ?? '').faults,
  ];
  for (const [name, allowed] of [
    ['loading', LOADING_MODES],
    ['theme', EMBED_THEMES],
  ] as const) {
    const value = element.getAttribute(name);
    if (value !== null && !(allowed as readonly string[]).includes(value))
      faults.push(makeMessageFault(name, `one of ${allowed.join(', ')}`, value));
  }
  const [host, src] = [getNonEmpty(element, 'host'), getNonEmpty(element, 'src')];
  const isHostWrong = host !== null && !parseAddress(host);
  if (!isHostWrong && readEmbeddedRunSource(element)) return faults;
  const isSrcWrong = src === null ? getInlineText(element) === null : !parseAddress(src);
  faults.push(
    isHostWrong || !isSrcWrong
      ? makeMessageFault('host', 'the http or https address of IK Lab, not of this page', host)
      : makeMessageFault('src', 'an http or https link of IK Lab, not of this page', src),
  );
  return faults;
}
