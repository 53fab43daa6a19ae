/** What the attributes and the inside of an element say. */
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

/** A document in the page itself: an attribute, or a script inside the element; null: neither. */
export function writtenIn(element: Element): string | null {
  const inside = element.querySelector(':scope > script[type="application/json"]');
  return element.getAttribute('scenario') ?? inside?.textContent ?? null;
}

/** Where the whole page is: that of `src`, or the host; null: nothing says what runs, or where. */
export function pageOf(element: Element): URL | null {
  const src = element.getAttribute('src');
  if (src !== null) return addressOf(src);
  const says = writtenIn(element) !== null || element.hasAttribute('host');
  return says ? hostOf(element) : null;
}

/** The folder of the page for what names none: that of `host`, or that of this script. */
export function hostOf(element: Element): URL | null {
  const host = element.getAttribute('host');
  return host === null ? addressOf('./', script) : addressOf(host);
}

const addressOf = (text: string, base = document.baseURI): URL | null =>
  safeAddress(text, base, location.protocol);

const script = import.meta.url; // what is made of both in one expression Vite takes for a file of its own

export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `must be JSON: ${error instanceof Error ? error.message : error}`;
    throw new RunError([{ path: 'scenario', reason }]);
  }
}

/** The host's scheme at that place where nothing else is asked for; auto: it says none. */
export function themeOf(element: Element): EmbedTheme {
  const asked = element.getAttribute('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  const schemes = getComputedStyle(element).colorScheme.split(/\s+/);
  const [dark, light] = [schemes.includes('dark'), schemes.includes('light')];
  return dark === light ? 'auto' : dark ? 'dark' : 'light';
}

export const labelOf = (element: Element): string =>
  element.getAttribute('label') ?? 'A run of inverse kinematics';

/** What is wrong with them; it counts as not said. */
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
  const host = element.getAttribute('host');
  if (!hostOf(element)) faults.push(mistake('host', 'the http or https address of IK Lab', host));
  else if (!pageOf(element))
    faults.push(
      mistake(
        'src',
        'an http or https link of IK Lab, where no scenario is given',
        element.getAttribute('src'),
      ),
    );
  return faults;
}
