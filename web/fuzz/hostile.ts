import type { Random } from './random.ts';

/** Hostile values as JSON texts, because JSON.stringify cannot write some of these numbers. */
const HOSTILE_VALUES = [
  '1e400', '-1e400', '-0', '5e-324', '1e-320', '-1e308', '1e15', '1.0000000000000002e15', '-1',
  '0', '0.5', '2', '257', '4294967296', '9007199254740993', 'null', 'true', 'false', '""', '"x"',
  '" "', '[]', '{}', '[[]]', '[null]', '[0,0]', '[0,0,0]', '[0,0,0,0]', '[0,0,0,1]',
  '[1e15,-1e15,1e15]', '[5e-324,0,0]', '{"kind":"sine"}', '{"kind":"path","period":1,"points":[]}',
  '{"kind":{}}', '{"preset":"__proto__"}', '{"planar":{"links":[5e-324]}}', '{"length":1e9}',
  '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '"__proto__"',
  '"constructor"', '"\\u0000"', '"\\ud800"', '"\\u202edls"', '"\\u001b[31m"',
  '"<img src=x onerror=alert(1)>"', '"%00"', '"NaN"', '"Infinity"',
]; // biome-ignore format: a compact list

const HOSTILE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'length', '', 'kind', 'preset',
  'toJSON', '\u202e', '\n', 'x'.repeat(300), '0', 'valueOf', 'then']; // biome-ignore format: the same

interface PropertyReference {
  readonly owner: object;
  readonly key: string;
}

function listProperties(value: object, into: PropertyReference[] = []): PropertyReference[] {
  for (const [key, inner] of Object.entries(value)) {
    into.push({ owner: value, key });
    if (typeof inner === 'object' && inner !== null) listProperties(inner, into);
  }
  return into;
}

/** Defines a property even if its name is `__proto__`, as JSON.parse does. */
const defineOwn = (object: object, key: string, value: unknown) =>
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });

const PLACEHOLDER = 'HOSTILE';

/** Returns the document as JSON text, with hostile values in one to three places. */
export function corruptDocument(random: Random, document: object): string {
  const copy = structuredClone(document);
  const values: string[] = [];
  let grown = false; // a repeated list, repeated again, may be too long for a string
  for (let i = random.pick([1, 1, 1, 2, 3]); i > 0; i--) {
    const { owner, key } = random.pick(listProperties(copy));
    const how = random.between(0, 1);
    if (how < 0.1) Reflect.deleteProperty(owner, key);
    else if (how < 0.2 && !grown) {
      defineOwn(owner, key, repeatValue(random, (owner as Record<string, unknown>)[key]));
      grown = true;
    } else {
      const newKey = how < 0.4 && !Array.isArray(owner) ? random.pick(HOSTILE_KEYS) : key;
      defineOwn(owner, newKey, `${PLACEHOLDER}${values.push(random.pick(HOSTILE_VALUES)) - 1}`);
    }
  }
  const text = JSON.stringify(copy);
  return text.replace(
    new RegExp(`"${PLACEHOLDER}(\\d+)"`, 'g'),
    (_, index) => values[Number(index)] ?? '',
  );
}

/** Returns a list that repeats the value, or the value in nested lists. */
function repeatValue(random: Random, value: unknown): unknown {
  if (random.chance(0.5)) return Array(random.pick([2, 9, 65, 257, 5000])).fill(value);
  let nested = value;
  for (let depth = random.pick([1, 10, 1000]); depth > 0; depth--) nested = [nested];
  return nested;
}

const TEXT_PIECES = ['', '"', '{', '}', '[', ']', ',', ':', '\\', '\\u', '\u0000', '\ud83d', 'e', '-',
  '.', '//', '\n', '\u00a0', '\ufeff', 'NaN', '1e', "'"]; // biome-ignore format: the same

/** Returns the text with some characters deleted, inserted or replaced, sometimes cut off. */
export function corruptText(random: Random, text: string): string {
  let torn = text;
  for (let i = random.integer(1, 3); i > 0; i--) {
    const offset = random.integer(0, torn.length);
    torn =
      torn.slice(0, offset) + random.pick(TEXT_PIECES) + torn.slice(offset + random.integer(0, 3));
  }
  return random.chance(0.2) ? torn.slice(0, random.integer(0, torn.length)) : torn;
}
