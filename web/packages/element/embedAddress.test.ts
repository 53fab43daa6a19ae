import { expect, test } from 'vitest';
import { makeEmbedAddress, parseEmbedSettings, parseSafeAddress } from './embedAddress.ts';

const attributes = { ui: null, hide: null, theme: null, scale: null, paused: false };

test('the settings of an element are read back by its frame', () => {
  const page = new URL('https://iklab.example/1/?x=2#preset=ur5e');
  const address = makeEmbedAddress(page, {
    ui: 'panes, charts params:dls.lambda',
    hide: 'targets',
    theme: 'dark',
    scale: '1.5',
    paused: true,
    awaits: true,
    origin: 'https://notes.example',
  });
  expect([address.pathname, address.hash, address.searchParams.get('x')]).toEqual([
    '/1/',
    '#preset=ur5e',
    '2',
  ]);
  const read = parseEmbedSettings(address.searchParams);
  expect(read).toEqual({
    parts: new Set(['panes', 'charts']),
    params: ['dls.lambda'],
    hidden: new Set(['targets']),
    theme: 'dark',
    paused: true,
    awaits: true,
    origin: 'https://notes.example',
    scale: 1.5,
    faults: [],
  });
});

test('defaults: panes and transport, theme auto, any embedding page', () => {
  const file = makeEmbedAddress(new URL('https://iklab.example/'), {
    ...attributes,
    origin: 'null',
  });
  expect(file.search).toBe('?embed=1');
  expect(parseEmbedSettings(file.searchParams)).toEqual({
    parts: new Set(['panes', 'transport']),
    params: [],
    hidden: new Set(),
    theme: 'auto',
    paused: false,
    awaits: false,
    origin: null,
    scale: 1,
    faults: [],
  });
});

test('invalid settings are replaced by defaults and reported', () => {
  const read = parseEmbedSettings(
    new URLSearchParams('embed=1&ui=pains,params:&hide=all&theme=sepia&scale=99'),
  );
  expect([read.parts, read.params, read.hidden.size, read.theme, read.scale]).toEqual([
    new Set(['panes', 'transport']),
    [],
    0,
    'auto',
    1,
  ]);
  expect(read.faults.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    'ui must be of panes, transport, charts, cards, story, params:KEY; got "pains"',
    'ui must be of panes, transport, charts, cards, story, params:KEY; got "params:"',
    'hide must be of targets, camera, why, open; got "all"',
    'theme must be one of auto, light, dark; got "sepia"',
    'scale must be from 0.5 to 4; got "99"',
  ]);
});

const BASE = 'https://notes.example/page/';

test.each([
  'javascript:alert(1)',
  ' \u0000\u001fjavascript:alert(1)',
  '\tjava\nscr\ript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://https://iklab.example/%0Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://iklab.example/1',
  'filesystem:https://iklab.example/temporary/x.html',
  'about:blank',
  'about:srcdoc',
  'ftp://iklab.example/',
  'http://[',
])('rejects %j as an address of a frame or link', (text) => {
  for (const embedding of [BASE, 'http://x/', 'file:///x.html', 'blob:https://x/1', 'about:srcdoc'])
    expect(parseSafeAddress(text, BASE, embedding)).toBeNull();
});

test('accepts http, https and relative addresses; file only from a file', () => {
  expect(parseSafeAddress('HTTP://iklab.example/#x', BASE, BASE)?.href).toBe(
    'http://iklab.example/#x',
  );
  expect(parseSafeAddress('../lab/', BASE, BASE)?.href).toBe('https://notes.example/lab/');
  expect(parseSafeAddress('//iklab.example', BASE, BASE)?.href).toBe('https://iklab.example/');
  const file = 'file:///home/x/index.html';
  expect(parseSafeAddress(file, BASE, BASE)).toBeNull();
  expect(parseSafeAddress(file, 'file:///home/y/', 'file:///home/y/')?.href).toBe(file);
});

test.each(['', '#preset=y', './', '../page/#x', 'https://notes.example/page/'])(
  'rejects %j, the address of the embedding page',
  (text) => {
    expect(parseSafeAddress(text, BASE, `${BASE}#chapter`)).toBeNull();
    expect(parseSafeAddress(text, 'https://iklab.example/', BASE) === null).toBe(
      text === `${BASE}`,
    );
  },
);
