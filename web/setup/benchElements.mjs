/**
 * Measures twenty `<ik-lab>` elements in a host page: how long scripts block the main threads of
 * host and runs. Times are processor times of one task. Host and runs have separate processes, as
 * with site isolation.
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { aligned, cell, median, summary } from './benchReport.mjs';
import { openBuilds } from './benchSite.mjs';
import { root } from './tools.mjs';

const MANY = 20;
const PRESETS = ['double-y', 'ur5e', 'panda', 'iiwa-14'];
const LONG = 20; // Milliseconds.
const MOST_PLAYING = 4; // Runs that play at the same time.
const SCRIPT =
  /^(FunctionCall|EvaluateScript|v8\.(evaluateModule|run|compile\w*)|FireAnimationFrame|FireIdleCallback|TimerFire|RunMicrotasks|EventDispatch|HandlePostMessage|M(in|aj)orGC)$/;
const TASK = /RunTask$/;

const MOTION = { kind: 'sine', amplitude: [0.1, 0.1, 0.1], period: [1.1, 1.3, 1.7] };

function movingScene(preset) {
  const iklab = (words, input) =>
    execFileSync(process.execPath, [join(root, 'web/cli/iklab.mjs'), ...words], { input });
  const scene = JSON.parse(iklab(['open', `#preset=${preset}`]));
  const targets = scene.targets.map((target) => ({ motion: MOTION, ...target }));
  const moving = { ...scene, targets, run: { timeStep: 0.005 } };
  return iklab(['link', '-'], JSON.stringify(moving)).toString().trim();
}

/** Serves a host page of another site than `site`. `site` ends in '/'. */
async function openHost(site) {
  const scenes = PRESETS.map(movingScene);
  const runs = Array.from({ length: MANY }, (_, i) => {
    const src = site + scenes[i % scenes.length];
    return `<p>Run ${i + 1}</p><ik-lab src="${src}" style="height: 240px"></ik-lab>`;
  });
  const text = `<!doctype html><html lang="en"><title>Runs</title><link rel="icon" href="data:,">
    <script type="module" src="${site}ik-lab.js"></script><body>${runs.join('')}`;
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end(text);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

async function visitRuns(page, url) {
  const mark = (name) => page.evaluate((each) => performance.mark(`bench ${each}`), name);
  await page.goto(url);
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('ik-lab')].filter(({ state }) => state === 'playing').length ===
      count,
    MOST_PLAYING,
    { timeout: 120_000 },
  );
  await page.waitForTimeout(3000);
  await mark('play');
  await page.waitForTimeout(5000);
  await mark('scroll');
  const { height, steps } = await page.evaluate(() => ({
    height: innerHeight,
    steps: Math.ceil(document.body.scrollHeight / innerHeight),
  }));
  for (let i = 0; i < 4 * steps; i++) {
    await page.mouse.wheel(0, height / 4);
    await page.waitForTimeout(250);
  }
  await mark('end');
}

/** Returns the milliseconds of script in every task by phase, per main thread. */
function scriptTimes(events) {
  const marks = events
    .filter(({ name, ph }) => /^bench /.test(name) && ph !== 'E')
    .map(({ name, ts }) => ({ at: ts, phase: name.slice(6) }))
    .toSorted((a, b) => a.at - b.at);
  const phaseOf = (ts) => marks.findLast(({ at }) => at <= ts)?.phase ?? 'load';
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  return mains.map(({ pid, tid }) => {
    const own = events
      .filter((each) => each.pid === pid && each.tid === tid && each.dur)
      .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
    const files = own.map(({ args }) => args?.data?.url ?? '');
    return { isHost: !files.some((each) => /\/assets\//.test(each)), tasks: tasksOf(own, phaseOf) };
  });
}

/** Returns the script time of each task by phase. Nested events count once. */
function tasksOf(own, phaseOf) {
  const tasks = [];
  let [end, counted] = [0, 0];
  for (const { name, ts, dur, tdur = 0 } of own) {
    if (TASK.test(name) && ts >= end) {
      tasks.push({ phase: phaseOf(ts), ms: 0 });
      end = ts + dur;
    } else if (SCRIPT.test(name) && ts >= counted && tasks.length > 0) {
      tasks.at(-1).ms += tdur / 1000;
      counted = ts + dur;
    }
  }
  return tasks;
}

const PHASES = {
  load: 'the first are made',
  play: 'four play',
  scroll: 'all are scrolled past',
};

async function traced(browser, url) {
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  const categories = ['toplevel', 'devtools.timeline', 'blink.user_timing', 'v8', '__metadata'];
  await browser.startTracing(page, { categories });
  await visitRuns(page, url);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  return scriptTimes(traceEvents);
}

/** Returns the longest tasks (ms) and the number of long tasks, by page and phase. */
export async function benchElements(rounds) {
  const builds = await openBuilds([join(root, 'web/dist')], ['--site-per-process']);
  const host = await openHost(builds.urls[0]);
  const results = [true, false].flatMap((isHost) =>
    Object.keys(PHASES).map((phase) => ({ isHost, phase, longest: [], long: [] })),
  );
  try {
    for (let round = 0; round < rounds; round++) {
      const threads = await traced(builds.browser, host.url);
      for (const { isHost, phase, longest, long } of results) {
        const own = threads.filter((thread) => thread.isHost === isHost);
        const tasks = own.flatMap((thread) => thread.tasks.filter((task) => task.phase === phase));
        longest.push(Math.max(0, ...tasks.map(({ ms }) => ms)));
        long.push(tasks.filter(({ ms }) => ms > LONG).length);
      }
    }
  } finally {
    host.close();
    await builds.close();
  }
  printResults(results, rounds);
  return results.map(({ longest, long, ...rest }) => ({
    ...rest,
    longest: summary(longest),
    long: summary(long),
  }));
}

function printResults(results, rounds) {
  console.log(
    `${MANY} <ik-lab> in a page, script of a task on a main thread, medians of ${rounds}:`,
  );
  const lines = results.map(({ isHost, phase, longest, long }) => [
    isHost ? 'the page around' : 'the runs',
    PHASES[phase],
    cell(longest, 1),
    String(median(long)),
  ]);
  console.log(aligned(['whose', 'while', 'longest ms', `over ${LONG} ms`], lines, 2));
}
