import { deflateRawSync } from 'node:zlib';
import { methodPresets } from '@iklab/core/scenario/methods';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { corruptDocument, corruptText } from './hostile.ts';
import type { Random } from './random.ts';

const packLink = (bytes: string | Uint8Array): string =>
  `#s=1.${deflateRawSync(bytes).toString('base64url')}`;

const drawLetters = (random: Random, alphabet: string, most: number): string =>
  random.list(0, most, () => random.pick(alphabet)).join('');
const BASE64 = 'ABCDEFabcdef0123456789-_';

const drawBytes = (random: Random, most: number): Uint8Array =>
  Uint8Array.from(random.list(0, most, () => random.integer(0, 255)));

function flipBits(random: Random, link: string): string {
  const inner = Buffer.from(link.slice('#s=1.'.length), 'base64url');
  if (inner.length === 0) return link;
  for (let i = random.integer(1, 4); i > 0; i--) {
    const index = random.integer(0, inner.length - 1);
    inner[index] = (inner[index] ?? 0) ^ (1 << random.integer(0, 7));
  }
  return `#s=1.${inner.toString('base64url')}`;
}

/**
 * Returns a small link that unpacks to a large text, up to many times the allowed size (a
 * decompression bomb).
 */
function makeBomb(random: Random): string {
  const piece = random.pick([' ', '[', '{"a":', '"', '[1,', '{"iklab":1,"targets":[']);
  return packLink(piece.repeat(random.pick([1e3, 1e5, 3e5, 3e6])));
}

const PARAMETER_KEYS = [
  's',
  'preset',
  'methods',
  'layout',
  'play',
  'frame',
  'hidden',
  '__proto__',
  '',
  'x',
];
function makeParameterLink(random: Random): string {
  const ids = [...scenarioPresetIds, ...methodPresets.map(({ id }) => id), 'dls', 'sdls'];
  const value = (): string =>
    random.pick([
      random.pick(ids),
      random.list(1, 10, () => random.pick(ids)).join(),
      random.pick(['', '0', '1', '1e9', '-1', '999999', '1,2', 'grid', 'one', '%', '%00', '%zz']),
      random.pick(['__proto__', '1.', '2.abc', 'a,'.repeat(3000), '\u202e', '<b>', '%E2%80%AE']),
    ]);
  return `#${random.list(1, 5, () => `${random.pick(PARAMETER_KEYS)}=${value()}`).join('&')}`;
}

const SETTINGS = ['&play=1', '&play=', '&frame=0', '&frame=120', '&frame=1e3', '&layout=overlay'];
const MORE_SETTINGS = ['&layout=x', '&hidden=1', '&hidden=9', '&hidden=1,2,3,4,5,6,7,8', '&s=1.'];

/** Returns a damaged or hostile link. `document`: a valid document; `link`: its link. */
export function makeHostileLink(random: Random, document: object, link: string): string {
  const makers: (() => string)[] = [
    () => flipBits(random, link),
    () => link.slice(0, random.integer(0, link.length)),
    () => link + drawLetters(random, BASE64, 8),
    () => link + random.pick([...SETTINGS, ...MORE_SETTINGS]),
    () => link.replace(/.{60}/g, random.pick(['$&\n', '$& ', '$&=\r\n', '$&%20'])),
    () => `${random.pick(['https://host/page', 'x', ' ', '##', '#'])}${link}`,
    () => packLink(corruptDocument(random, document)),
    () => packLink(corruptDocument(random, document)),
    () => packLink(corruptText(random, JSON.stringify(document))),
    () => packLink(drawBytes(random, 300)),
    () => `#s=1.${drawLetters(random, BASE64, 400)}`,
    () => `#${drawLetters(random, '#=&%s1.\u0000\ud83dé"<>{}', 60)}`,
    () => makeParameterLink(random),
    () => makeParameterLink(random),
  ];
  if (random.chance(0.02)) return makeBomb(random);
  if (random.chance(0.01)) return `#s=1.${'A'.repeat(random.integer(0, 40_000))}`;
  return random.pick(makers)();
}
