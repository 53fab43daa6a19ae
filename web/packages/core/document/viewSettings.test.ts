import { expect, test } from 'vitest';
import { makePresetTestScene, testEngine } from '../engine/testEngine.ts';
import { decodeLink, encodeLink } from '../scenario/link/codec.ts';
import { requireValue } from '../scenario/testRequireValue.ts';
import {
  changedViewSettings,
  encodeViewLink,
  linkableViewSettings,
  type ViewSettingName,
  type ViewSettings,
  viewSettingLinkLengths,
} from './viewSettings.ts';

const engine = await testEngine();
const { catalogue } = engine;
const { scenario } = makePresetTestScene('y', engine);
const [first, second] = scenario.methods.map(({ slot }) => slot);

const moment: ViewSettings = {
  viewpoint: { camera: [3.12, 2.05, 4.4], lookAt: [0, 0.5, 0] },
  layout: 'one',
  paused: true,
  frame: 240,
  hidden: [first as number, second as number],
};
const still: ViewSettings = {
  viewpoint: null,
  layout: 'grid',
  paused: false,
  frame: 0,
  hidden: [],
};

async function opened(parts: readonly ViewSettingName[]) {
  return requireValue(
    await decodeLink(await encodeViewLink(scenario, moment, parts, catalogue), catalogue),
  );
}

test('a link with every part restores camera, layout, pause, frame and hidden methods', async () => {
  const { settings, scenario: read } = await opened(linkableViewSettings(moment));
  expect(settings).toEqual({ layout: 'one', play: false, frame: 240, hidden: moment.hidden });
  expect(read).toEqual({ ...scenario, view: { ...scenario.view, ...moment.viewpoint } });
});

test('a link without parts equals the scene link', async () => {
  expect(await encodeViewLink(scenario, moment, [], catalogue)).toBe(
    await encodeLink(scenario, catalogue),
  );
});

test.each(linkableViewSettings(moment))(
  'a link with only the part "%s" sets only that part',
  async (part) => {
    const { settings, scenario: read } = await opened([part]);
    const said = Object.entries({ ...settings, camera: read.view.camera }).filter(
      ([, x]) => x !== null,
    );
    const key = {
      camera: 'camera',
      layout: 'layout',
      pause: 'play',
      update: 'frame',
      hidden: 'hidden',
    };
    expect(said.map(([name]) => name)).toEqual([key[part]]);
  },
);

test('linkCosts is the number of characters each part adds', async () => {
  const cost = await viewSettingLinkLengths(scenario, moment, catalogue);
  const bare = await encodeViewLink(scenario, moment, [], catalogue);
  expect([...cost.keys()]).toEqual(linkableViewSettings(moment));
  expect(cost.get('pause')).toBe('&play=0'.length);
  expect(cost.get('hidden')).toBe('&hidden=1,2'.length);
  for (const [part, size] of cost) {
    expect((await encodeViewLink(scenario, moment, [part], catalogue)).length).toBe(
      bare.length + size,
    );
    expect(size).toBeGreaterThan(0);
  }
});

test('an untouched scene needs no parts; a changed one needs those that differ', () => {
  expect([changedViewSettings(still), linkableViewSettings(still)]).toEqual([
    [],
    ['layout', 'pause'],
  ]);
  expect(changedViewSettings(moment)).toEqual(['camera', 'layout', 'pause', 'update', 'hidden']);
  expect(changedViewSettings({ ...moment, paused: false })).toEqual(['camera', 'layout', 'hidden']);
});
