/**
 * Checks the Python package in Jupyter Notebook. Runs the documentation's cells, drags and queries
 * widgets in Chromium, and checks that a saved notebook shows a drawing without a kernel.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './launchChromium.mjs';
import { python } from './needs.mjs';
import { endAll } from './processes.mjs';
import { root, SetupError } from './tools.mjs';

const PATIENCE = 120_000; // Milliseconds.

function notebook() {
  const text = readFileSync(join(root, 'docs/notebook.md'), 'utf8');
  const [, shown] = /```python\n(.*?)```/s.exec(text);
  const cells = [
    shown,
    'solution = robot.solve(iklab.Pose([0.4, 0.2, 0.3]))\nw.q = solution.q\nw',
    'print(solution.q.tolist())',
  ];
  return {
    cells: cells.map((source) => ({
      ...{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [] },
      source,
    })),
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    ...{ nbformat: 4, nbformat_minor: 4 },
  };
}

/** `packages`: path of the Python packages to check. */
export async function inJupyter(packages, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'run.ipynb'), JSON.stringify(notebook()));
  const browser = await launchChromium();
  try {
    const server = await serve(packages, folder);
    try {
      const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
      page.setDefaultTimeout(PATIENCE);
      await use(page, `${server.url}notebooks/run.ipynb`);
    } finally {
      await server.close();
    }
  } finally {
    await browser.close();
  }
  return 'a notebook of Jupyter';
}

async function use(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => globalThis.Jupyter?.notebook?.kernel?.is_connected?.());
  const outputs = await runCells(page);
  await useRuns(page, JSON.parse(outputs.at(-1)));
  await saveAndEnd(page);
  await page.reload();
  await seeDrawings(page);
}

function serve(packages, folder) {
  const words = ['-m', 'notebook', '--no-browser', '--allow-root', `--notebook-dir=${folder}`];
  const open = ['--NotebookApp.token=', '--NotebookApp.password='];
  const folderVariables = [
    'JUPYTER_CONFIG_DIR',
    'JUPYTER_DATA_DIR',
    'JUPYTER_RUNTIME_DIR',
    'IPYTHONDIR',
  ];
  const env = {
    ...process.env,
    ...Object.fromEntries(folderVariables.map((name) => [name, join(folder, name)])),
    PYTHONPATH: packages,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(python(), [...words, ...open], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((over) => child.on('close', over));
  const close = async () => {
    await endAll(child.pid); // Also ends its kernels.
    await ended;
  };
  return new Promise((ready, fail) => {
    let log = '';
    const refuse = (why) => {
      clearTimeout(late);
      fail(new SetupError(`Jupyter Notebook ${why}: ${log}`));
    };
    const late = setTimeout(async () => {
      await endAll(child.pid);
      refuse('does not begin');
    }, PATIENCE);
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log += text;
      const [url] = /http:\/\/localhost:\d+\//.exec(log) ?? [];
      if (!url) return;
      clearTimeout(late);
      ready({ url, close });
    });
    ended.then(() => refuse('has ended'));
  });
}

async function runCells(page) {
  await page.evaluate(() => globalThis.Jupyter.notebook.execute_all_cells());
  const outputs = await page.waitForFunction(() => {
    const cells = globalThis.Jupyter.notebook.get_cells();
    const outputs = cells.map(({ output_area }) => output_area.outputs[0]);
    return outputs.every(Boolean) || outputs.some((each) => each?.output_type === 'error')
      ? outputs
      : null;
  });
  return (await outputs.jsonValue()).map((output) => {
    if (output?.output_type === 'error') throw new SetupError(`a cell: ${output.evalue}`);
    return output?.text ?? '';
  });
}

async function useRuns(page, pose) {
  await page.waitForFunction(() => customElements.get('ik-lab'));
  const found = await page.evaluate(async () => {
    const [first, second] = document.querySelectorAll('ik-lab');
    first.scrollIntoView();
    const before = (await first.scenario).targets[0].position;
    const [{ theta }] = await second.results();
    first.addEventListener('iklab-change', ({ detail }) => {
      globalThis.moved = detail.scenario.targets[0].position;
    });
    return { before, theta };
  });
  await page.screenshot(); // Waits for the first frames: seconds without a graphics card.
  const type = await page.evaluate(async () => {
    const picture = await document.querySelector('ik-lab').snapshot({ width: 160 });
    return picture.type;
  });
  if (type !== 'image/png') throw new SetupError(`its picture is ${type}`);
  if (JSON.stringify(found.theta) !== JSON.stringify(pose))
    throw new SetupError(`the pose that is shown is ${found.theta}, not ${pose}`);
  const frame = await upperFrame(page);
  const box = await frame.locator('.handles > button').first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 24, y - 16, { steps: 4 });
  await page.mouse.up();
  const moved = await page.waitForFunction(() => globalThis.moved);
  if (JSON.stringify(await moved.jsonValue()) === JSON.stringify(found.before))
    throw new SetupError('a drag of the first target moves nothing');
}

/** Returns the frame of the first run. Another frame may load first. */
async function upperFrame(page) {
  const frames = page.frames().filter((each) => each.url().includes('embed='));
  const placed = frames.map(async (frame) => {
    const element = await frame.frameElement();
    return { frame, y: (await element.boundingBox()).y };
  });
  return (await Promise.all(placed)).toSorted((a, b) => a.y - b.y)[0].frame;
}

async function saveAndEnd(page) {
  await page.evaluate(async () => {
    const { notebook } = globalThis.Jupyter;
    await notebook.save_notebook();
    await new Promise((ended, fail) => {
      notebook.session.delete(ended, fail);
    });
    notebook.set_autosave_interval(0);
  });
}

async function seeDrawings(page) {
  await page.waitForFunction(() => document.querySelectorAll('.output figure svg').length === 2);
  const seen = await page.evaluate(async () => {
    const host = document.querySelector('ik-lab').getAttribute('host');
    const served = await fetch(host, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    );
    const [figure] = document.querySelectorAll('.output figure');
    const { width, height } = figure.querySelector('svg').getBoundingClientRect();
    return { width, height, served, link: figure.innerText };
  });
  if (seen.served) throw new SetupError('a page is still served');
  if (!(seen.width > 100 && seen.height > 100) || !seen.link.includes('open in IK Lab'))
    throw new SetupError(`without a kernel it shows ${JSON.stringify(seen)}`);
}
