import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsText } from '../checks/faults.ts';
import { sampleCatalogue } from '../methods/testCatalogue.ts';
import {
  defaultLinkPresetId,
  scenarioPreset,
  scenarioPresetIds,
  treePreset,
} from '../presets/presets.ts';
import { parseTestScenario, smallDocument, validDocumentArbitrary } from '../testDocuments.ts';
import { requireValue } from '../testRequireValue.ts';
import type { PlainObject } from '../write.ts';
import { decodeLink, encodeLink } from './codec.ts';

const presetOf = (id: string) => scenarioPreset(id)?.document ?? {};
const linkOf = (document: unknown) => encodeLink(parseTestScenario(document), sampleCatalogue);

async function opened(link: string) {
  return requireValue(await decodeLink(link, sampleCatalogue));
}

async function faultsOf(link: string): Promise<string> {
  const result = await decodeLink(link, sampleCatalogue);
  return result.ok ? '' : faultsText(result.faults);
}

const packed = (text: string | Buffer) => `#s=1.${deflateRawSync(text).toString('base64url')}`;

describe('a link', () => {
  test('opens as the scenario that it was encoded from, for any document (seed 7)', async () => {
    const property = fc.asyncProperty(validDocumentArbitrary, async (document) => {
      const scenario = parseTestScenario(document);
      const { scenario: back, build } = await opened(await encodeLink(scenario, sampleCatalogue));
      expect(back).toEqual(scenario);
      expect(build).toBe(sampleCatalogue.build);
    });
    await fc.assert(property, { seed: 7, numRuns: 150 });
  });

  test('opens as the preset that it was encoded from, also after changes', async () => {
    for (const id of scenarioPresetIds) {
      const document = presetOf(id);
      const changes = [
        {},
        { name: '' },
        { note: '', run: {} },
        { view: {} },
        { methods: [{ id: 'sdls' }] },
      ];
      for (const change of changes) {
        const scenario = parseTestScenario({ ...document, ...change });
        expect((await opened(await encodeLink(scenario, sampleCatalogue))).scenario).toEqual(
          scenario,
        );
      }
    }
  });

  test('opens from a full address, with the page settings', async () => {
    const link = await linkOf(smallDocument());
    const { scenario, settings } = await opened(
      `https://example.org/lab/?embed=1${link}&play=0&layout=one&frame=120`,
    );
    expect(scenario).toEqual(parseTestScenario(smallDocument()));
    expect(settings).toEqual({
      layout: 'one',
      play: false,
      frame: 120,
      hidden: null,
    });
  });

  test('opens if another deflate implementation compressed it', async () => {
    const { scenario, build } = await opened(packed(JSON.stringify(smallDocument())));
    expect(scenario).toEqual(parseTestScenario(smallDocument()));
    expect(build).toBeNull();
  });
});

describe('the readable form', () => {
  test('takes a preset, methods and settings by name', async () => {
    const { scenario, settings } = await opened('#preset=y&methods=dls,dls-clamped&play=1');
    expect(scenario.tree).toEqual({ preset: 'y' });
    expect(scenario.methods.map(({ label }) => label)).toEqual(['DLS', 'DLS′']);
    expect(settings.play).toBe(true);
  });

  test('uses the default preset if it names none', async () => {
    const { scenario } = await opened('methods=sdls');
    expect(scenario.tree).toEqual({ preset: defaultLinkPresetId });
  });

  test('with a preset alone opens that preset', async () => {
    expect((await opened('#preset=human-arm')).scenario).toEqual(
      parseTestScenario(presetOf('human-arm')),
    );
  });
});

describe('an invalid link reports the reason:', () => {
  const good = deflateRawSync(JSON.stringify(smallDocument()));
  const base64 = good.toString('base64url');
  test.each([
    ['nothing', '', 'link: holds no scenario: it has nothing after #'],
    [
      'an address without a fragment',
      'https://example.org/',
      'link: holds no scenario: it has nothing after #',
    ],
    [
      'another version',
      '#s=2.abcd',
      'link: must begin with s=1., the version of the link; got s="2"',
    ],
    ['nothing in it', '#s=1.', 'link: is cut short'],
    ['a stray character', '#s=1.ab+d', 'link: has a character that does not belong there: "+"'],
    ['a length that base64 cannot have', '#s=1.abcde', 'link: is cut short'],
    ['a truncated link', `#s=1.${base64.slice(0, 40)}`, 'link: is cut short or damaged'],
    ['random bytes', '#s=1.__________8', 'link: is cut short or damaged'],
    [
      'data after its end',
      `#s=1.${Buffer.concat([good, Buffer.from('junk')]).toString('base64url')}`,
      'link: has something behind its end',
    ],
    ['bytes that are not text', packed(Buffer.from([0xff, 0xfe])), 'link: does not hold text'],
    [
      'invalid JSON',
      packed('{"iklab":'),
      'link: must be JSON: line 1, column 10: unexpected end of text; expected a value',
    ],
    ['a document that is not an object', packed('[1]'), 'document: must be an object; got [1]'],
    [
      'a newer schema',
      packed('{"iklab":3}'),
      'iklab: must be 1 or 2, the version of the document; got 3 (created with a newer IK Lab)',
    ],
    ['1 MiB and a byte', packed(' '.repeat(1024 * 1024 + 1)), 'link: holds more than 1 MiB'],
    ['a decompression bomb', packed(Buffer.alloc(20 * 1024 * 1024)), 'link: holds more than 1 MiB'],
    [
      'too much text',
      `#s=1.${'A'.repeat(32 * 1024)}`,
      'link: must be at most 32 KiB (32768 characters); got 32773',
    ],
    [
      'an unknown preset',
      '#preset=yy',
      expect.stringMatching(/^preset: must be one of .*did you mean "y"/),
    ],
    [
      'an unknown method',
      '#methods=dls,foo',
      expect.stringMatching(/^methods\[1\].id: must be one of/),
    ],
    [
      'nine methods',
      `#methods=${Array(9).fill('dls')}`,
      'methods: must have at most 8 methods; got 9',
    ],
    [
      'an unknown key',
      '#preset=y&speed=2',
      'link: unknown key "speed"; known: s, preset, methods, layout, play, frame, hidden',
    ],
    ['a key twice', '#preset=y&preset=y', 'link: has preset twice'],
    ['a key without a value', '#preset', 'link: preset needs a value: preset=…'],
    [
      'both forms',
      `#s=1.${base64}&preset=y`,
      'link: must have either s, or preset and methods; got both',
    ],
    ['an invalid escape', '#preset=%E0%A4%A', 'link: preset has a % that is no escape'],
    ['settings only', '#play=1', 'link: holds no scenario: it needs s, preset or methods'],
    [
      'an invalid layout',
      '#preset=y&layout=ring',
      'link: layout must be one of grid, overlay, one; got "ring"',
    ],
    [
      'an invalid frame',
      '#preset=y&frame=-1',
      'link: frame must be a whole number from 0 to 999999; got "-1"',
    ],
    [
      'a hidden panel that does not exist',
      '#preset=y&methods=dls,sdls&hidden=3',
      'link: hidden must be numbers of panels from 1 to 2; got "3"',
    ],
    [
      'all panels hidden',
      '#preset=y&methods=dls,sdls&hidden=2,1',
      'link: hidden must leave a panel to see; got them all',
    ],
  ])('%s', async (_, link, faults) => {
    expect(await faultsOf(link)).toEqual(faults);
  });

  test('a decompression bomb, in less than a second', { tags: 'full' }, async () => {
    const link = packed(Buffer.alloc(20 * 1024 * 1024));
    const start = process.cpuUsage();
    expect(await faultsOf(link)).toBe('link: holds more than 1 MiB');
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6, 'seconds').toBeLessThan(1);
  });

  test('random bytes (seed 3)', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const text = Buffer.from(bytes).toString('base64url');
      expect(await faultsOf(`#s=1.${text}`)).not.toBe('');
    });
    await fc.assert(property, { seed: 3, numRuns: 300 });
  });

  test('random text (seed 4)', async () => {
    const property = fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
      expect(await faultsOf(text)).not.toBe('');
    });
    await fc.assert(property, { seed: 4, numRuns: 300 });
  });

  test('a link cut anywhere; a changed character never throws', async () => {
    const link = await linkOf(smallDocument());
    for (let i = 5; i < link.length - 1; i++) {
      expect(await faultsOf(link.slice(0, i))).not.toBe('');
      // the changed link may still be valid: decoding must only not throw
      await faultsOf(`${link.slice(0, i)}${link[i] === 'A' ? 'B' : 'A'}${link.slice(i + 1)}`);
    }
  });
});

// version 2 includes the constants that version 1 omits
describe('the length of a link', () => {
  test('of the default document is under 100 characters', async () => {
    expect((await linkOf(presetOf(defaultLinkPresetId))).length).toBeLessThan(100);
  });

  const methods = [
    { id: 'dls', params: { lambda: 0.55 }, targetClamp: { mode: 'adaptive', distance: 0.4 } },
    { id: 'sdls', params: { gammaMax: 0.6, clampForm: 'soft' }, maxStep: 0.5 },
  ];
  const run = { mode: 'converge', tolerance: 0.001, maxUpdates: 500 };

  test('of a preset tree with two methods and changed parameters is under 420', async () => {
    const targets = [1, 2, 3, 4].map((i) => ({
      effector: `tip${i}`,
      position: [0.5 * i - 1.2, 0.3 + 0.11 * i, 0.27],
    }));
    const scene = { iklab: 1, tree: { preset: 'double-y' }, targets, methods, run };
    expect((await linkOf(scene)).length).toBeLessThan(420);
  });

  test('of a preset scenario with two other methods is under 320', async () => {
    const scene = { ...presetOf('double-y'), name: 'Two methods', methods, run };
    expect((await linkOf(scene)).length).toBeLessThan(320);
  });

  test('of the double Y inline with four methods is under 960', async () => {
    const tree = treePreset('double-y')?.tree;
    const { methods, targets } = presetOf('double-y') as PlainObject;
    expect((await linkOf({ iklab: 1, tree, methods, targets })).length).toBeLessThan(960);
  });

  test('of 30 joints inline with numbers of three decimals is under 2000', async () => {
    const digits = (seed: number) => (Math.floor(1e9 * Math.abs(Math.sin(seed))) % 3000) / 1000;
    const vector = (seed: number) => [digits(seed), -digits(seed + 1), digits(seed + 2)];
    const joints = Array.from({ length: 30 }, (_, i) => ({
      id: `joint${i + 1}`,
      parent: i === 0 ? null : `joint${i}`,
      xyz: vector(17 * i),
      rpy: vector(17 * i + 3),
      axis: vector(17 * i + 6),
      limits: [-digits(17 * i + 9), digits(17 * i + 10)],
    }));
    const tree = { joints, effectors: [{ id: 'tip', parent: 'joint30', xyz: [0.1, 0, 0] }] };
    const link = await linkOf(smallDocument({ tree }));
    expect(link.length).toBeLessThan(2000);
  });

  test('has the same limit for encoding and decoding: a larger scene has no link', async () => {
    const digits = (seed: number) => Math.abs(Math.sin(seed));
    const many = (count: number) => {
      const joints = Array.from({ length: count }, (_, i) => ({
        id: `joint${i}`,
        parent: i === 0 ? null : `joint${i - 1}`,
        xyz: [1, 2, 3].map((k) => digits(15 * i + k)),
        rpy: [4, 5, 6].map((k) => digits(15 * i + k)),
        axis: [7, 8, 9].map((k) => digits(15 * i + k)),
        limits: [-digits(15 * i + 10), digits(15 * i + 11)],
      }));
      const tree = { joints, effectors: [{ id: 'tip', parent: `joint${count - 1}` }] };
      return parseTestScenario(smallDocument({ tree }));
    };
    await expect(encodeLink(many(256), sampleCatalogue)).rejects.toThrow(
      /^must be at most 32 KiB \(32768 characters\), would have \d+$/,
    );
    const [fits, refused] = [[] as number[], [] as number[]];
    for (let count = 128; count <= 256; count += 16) {
      const scenario = many(count);
      const link = await encodeLink(scenario, sampleCatalogue).catch(() => null);
      (link === null ? refused : fits).push(count);
      if (link === null) continue;
      expect((await opened(link)).scenario).toEqual(scenario);
      const address = `https://example.org/${'x'.repeat(1000)}${link}`;
      expect((await opened(address)).scenario).toEqual(scenario);
    }
    expect(fits.length).toBeGreaterThan(0);
    expect(Math.max(...fits)).toBeLessThan(Math.min(...refused));
  });
});
