import {
  HIDEABLE_ACTIONS,
  type HideableAction,
  type MessageFault,
  makeMessageFault,
} from '@iklab/element';
import { DEFAULT_HOST_SETTINGS, type HostSettings } from './hostSettings.ts';

const MAX_NAME = 24; // Characters of a name.
const MAX_ENTRIES = 20; // Entries of a list.
const FIELDS = ['name', 'scene', 'hide', 'embedders'];

type Guard<T> = (value: unknown) => value is T;
const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string =>
  isText(value) && value.trim() !== '' && value.length <= MAX_NAME;
/** Returns whether a value is the fragment of a scene. Fragments of other pages contain a slash. */
const isScene = (value: unknown): value is string => isText(value) && /^#[^/\s]\S*$/.test(value);
const isHidden = (value: unknown): value is HideableAction =>
  HIDEABLE_ACTIONS.some((each) => each === value);
const isOrigin = (value: unknown): value is string =>
  isText(value) && /^https?:\/\/[^/?#\s]+$/.test(value);

/**
 * Checks each field of `iklab.json` separately. A faulty field is reported and gets the default.
 */
export function readHostSettings(text: string): HostSettings {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    const reason = `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { ...DEFAULT_HOST_SETTINGS, faults: [{ path: '', reason }] };
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return { ...DEFAULT_HOST_SETTINGS, faults: [makeMessageFault('', 'an object', read)] };
  return new Reader(new Map(Object.entries(read))).settings();
}

class Reader {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #faults: MessageFault[];

  constructor(fields: ReadonlyMap<string, unknown>) {
    this.#fields = fields;
    this.#faults = [...fields.keys()]
      .filter((key) => !FIELDS.includes(key))
      .map((key) => ({ path: key, reason: `unknown field; known: ${FIELDS.join(', ')}` }));
  }

  settings(): HostSettings {
    const link = 'the fragment of a link, such as "#preset=ur5e"';
    return {
      name:
        this.#value('name', isName, `text of 1 to ${MAX_NAME} characters`) ??
        DEFAULT_HOST_SETTINGS.name,
      scene: this.#value('scene', isScene, link) ?? '',
      hide: this.#list('hide', isHidden, `one of ${HIDEABLE_ACTIONS.join(', ')}`) ?? [],
      embedders: this.#list('embedders', isOrigin, 'an origin, such as "https://courses.example"'),
      faults: this.#faults,
    };
  }

  #value<T>(key: string, isValid: Guard<T>, allowed: string): T | null {
    const value = this.#fields.get(key);
    if (value === undefined || isValid(value)) return value ?? null;
    this.#faults.push(makeMessageFault(key, allowed, value));
    return null;
  }

  /** Returns null if the field is absent or not a valid list. */
  #list<T>(key: string, isValid: Guard<T>, allowed: string): readonly T[] | null {
    const value = this.#fields.get(key);
    if (value === undefined) return null;
    if (!Array.isArray(value) || value.length > MAX_ENTRIES) {
      this.#faults.push(makeMessageFault(key, `a list of at most ${MAX_ENTRIES}`, value));
      return null;
    }
    for (const [i, each] of value.entries())
      if (!isValid(each)) this.#faults.push(makeMessageFault(`${key}[${i}]`, allowed, each));
    return value.filter(isValid);
  }
}
