/**
 * Measures the time from navigation to the first moving frame of the built page, in Chromium with
 * an empty cache: on this machine, and with a slow network and processor.
 * `node web/setup/benchFirst.mjs [DIST...]` interleaves several builds, so that other load affects
 * all of them.
 */
import { join, resolve } from 'node:path';
import { openBuilds, watch } from './benchSite.mjs';
import { asProgram, root } from './tools.mjs';

const ROUNDS = 9;
const WAYS = [
  { how: 'on this machine' },
  // 9 Mbit/s in both directions, round trip 170 ms.
  {
    how: 'by 4G, processor slowed down four times',
    network: { latency: 170, throughput: 9e6 / 8 },
    processor: 4,
  },
];

/** Returns milliseconds. */
async function firstMove(browser, url, { network, processor }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (network) {
      const session = await context.newCDPSession(page);
      const { latency, throughput } = network;
      const conditions = { downloadThroughput: throughput, uploadThroughput: throughput };
      await session.send('Network.enable');
      const slowly = { offline: false, latency, ...conditions };
      await session.send('Network.emulateNetworkConditions', slowly);
      await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
    }
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.__seen.starts.length >= 2, null, {
      timeout: 120_000,
      polling: 100,
    });
    return await page.evaluate(() => globalThis.__seen.starts[1]);
  } finally {
    await context.close();
  }
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.round(share * (sorted.length - 1))]);
  return `median ${at(0.5)} ms, quartiles ${at(0.25)} to ${at(0.75)}, least ${at(0)}`;
}

/** Returns the milliseconds of every round for each condition; by default of a single build. */
export async function benchFirst({ browser, urls }, rounds = ROUNDS, names = ['the built page']) {
  const found = [];
  for (const way of WAYS) {
    const times = urls.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [i, url] of urls.entries()) times[i].push(await firstMove(browser, url, way));
    console.log(`To the first moving frame, ${way.how}:`);
    for (const [i, name] of names.entries()) console.log(`  ${name}: ${spread(times[i])}`);
    found.push({ how: way.how, times: times[0] });
  }
  return found;
}

asProgram(import.meta.url, async () => {
  const asked = process.argv.slice(2).map((each) => resolve(each));
  const folders = asked.length > 0 ? asked : [join(root, 'web/dist')];
  const builds = await openBuilds(folders);
  await benchFirst(builds, ROUNDS, folders).finally(builds.close);
});
