/** Parses the attributes and the content of an element. */
import { readHidden, readUi, safeAddress } from './embedAddress.ts';
import { RunError } from './frameLink.ts';
import { EMBED_THEMES, type EmbedTheme, type MessageFault, mistake } from './frameMessages.ts';

export const OBSERVED = [
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

const LOADING = ['lazy', 'click', 'eager'] as const;

export const loadingOf = (element: Element): (typeof LOADING)[number] =>
  LOADING.find((each) => each === element.getAttribute('loading')) ?? 'lazy';

/** The value of an attribute; null if it is missing or empty. */
const given = (element: Element, name: string): string | null => element.getAttribute(name) || null;

/** The inline document: an attribute, or a script inside the element; null if there is neither. */
export function writtenIn(element: Element): string | null {
  const inside = element.querySelector(':scope > script[type="application/json"]');
  return given(element, 'scenario') ?? inside?.textContent ?? null;
}

export interface RunSource {
  /** The page that the frame loads. */
  readonly page: URL;
  /** The document that `src` names. */
  readonly file: URL | null;
  /** The document in the embedding page; `src` takes precedence. */
  readonly text: string | null;
}

/** Null if the attributes name no run, or no address that a frame may load. */
export function sourceOf(element: Element): RunSource | null {
  const src = given(element, 'src');
  const address = src === null ? null : addressOf(src);
  if (src !== null && !address) return null;
  const isFile = address !== null && /\.json$/i.test(address.pathname);
  const text = src === null ? writtenIn(element) : null;
  if (!address && text === null && given(element, 'host') === null) return null;
  const page = address && !isFile ? address : hostOf(element);
  return page && { page, file: isFile ? address : null, text };
}

/** The folder of the page if only a document is named: that of `host`, or that of this script. */
function hostOf(element: Element): URL | null {
  const host = given(element, 'host');
  return host === null ? addressOf('./', script) : addressOf(host);
}

const addressOf = (text: string, base = document.baseURI): URL | null =>
  safeAddress(text, base, location.href);

// Separate from `new URL(...)`: Vite would bundle `new URL(..., import.meta.url)` as an asset.
const script = import.meta.url;

/** `path`: the attribute that gives the document. */
export function parsedText(text: string, path = 'scenario'): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `must be JSON: ${error instanceof Error ? error.message : error}`;
    throw new RunError([{ path, reason }]);
  }
}

/** The theme that is set, otherwise the color scheme of the element; auto if that is not unique. */
export function themeOf(element: Element): EmbedTheme {
  const asked = element.getAttribute('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  const schemes = getComputedStyle(element).colorScheme.split(/\s+/);
  const [dark, light] = [schemes.includes('dark'), schemes.includes('light')];
  return dark === light ? 'auto' : dark ? 'dark' : 'light';
}

export const labelOf = (element: Element): string =>
  element.getAttribute('label') ?? 'A run of inverse kinematics';

export function attributeFaults(element: Element): MessageFault[] {
  const faults = [
    ...readUi(element.getAttribute('ui') ?? '').faults,
    ...readHidden(element.getAttribute('hide') ?? '').faults,
  ];
  for (const [name, allowed] of [
    ['loading', LOADING],
    ['theme', EMBED_THEMES],
  ] as const) {
    const value = element.getAttribute(name);
    if (value !== null && !(allowed as readonly string[]).includes(value))
      faults.push(mistake(name, `one of ${allowed.join(', ')}`, value));
  }
  const [host, src] = [given(element, 'host'), given(element, 'src')];
  const isHostWrong = host !== null && !addressOf(host);
  if (!isHostWrong && sourceOf(element)) return faults;
  const isSrcWrong = src === null ? writtenIn(element) === null : !addressOf(src);
  faults.push(
    isHostWrong || !isSrcWrong
      ? mistake('host', 'the http or https address of IK Lab, not of this page', host)
      : mistake('src', 'an http or https link of IK Lab, not of this page', src),
  );
  return faults;
}
