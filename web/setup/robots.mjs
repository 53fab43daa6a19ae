/**
 * Imports every robot of a folder with the command line and checks the forward kinematics: `node
 * web/setup/robots.mjs FOLDER`. Each NAME.urdf needs a NAME.check.json, {poses: [{name, q: {joint:
 * value}, links: {leaf: [x, y, z, qx, qy, qz, qw]}}]}.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NODE_FLAGS, root } from './tools.mjs';

const BOUND = 1e-9; // Metres and radians.
const cli = join(root, 'web/cli/iklab.mjs');

function checksIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return checksIn(path);
    return entry.name.endsWith('.check.json') ? [path] : [];
  });
}

function iklab(args, input = '') {
  const options = { input, encoding: 'utf8', maxBuffer: 1e9, stdio: ['pipe', 'pipe', 'pipe'] };
  return execFileSync(process.execPath, [...NODE_FLAGS, cli, ...args], options);
}

function missOf(document, { q, links }) {
  // In the reference, missing joints are at 0 even if that is outside their limits.
  const { joints } = JSON.parse(document).tree;
  const own = joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);
  const values = Object.fromEntries(own.map(({ id }) => [id, q[id] ?? 0]));
  const tips = iklab(['pose', '-', '--q', JSON.stringify(values)], document)
    .trim()
    .split('\n');
  const found = new Map(tips.map((line) => JSON.parse(line)).map((tip) => [tip.name, tip]));
  let [metres, radians] = [0, 0];
  for (const [link, [x, y, z, ...turn]] of Object.entries(links)) {
    const tip = found.get(link);
    if (!tip) throw new Error(`no effector ${link}`);
    const [a, b, c] = tip.position;
    metres = Math.max(metres, Math.hypot(a - x, b - y, c - z));
    const chords = [1, -1].map((sign) =>
      Math.hypot(...tip.quaternion.map((part, i) => part - sign * turn[i])),
    );
    radians = Math.max(radians, 2 * Math.min(...chords));
  }
  return { metres, radians };
}

function hold(check) {
  const base = check.replace(/\.check\.json$/, '');
  const file = ['.urdf', '.URDF'].map((ending) => base + ending).find(existsSync);
  if (!file) return null;
  const { poses } = JSON.parse(readFileSync(check, 'utf8'));
  const document = iklab(['import', file, '--leaves']);
  return poses.map((pose) => ({ pose: pose.name, ...missOf(document, pose) }));
}

const [folder] = process.argv.slice(2);
if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('usage: node web/setup/robots.mjs FOLDER (robots with their .check.json files)');
  process.exit(2);
}
let failed = 0;
for (const check of checksIn(folder).sort()) {
  const name = relative(folder, check).replace(/\.check\.json$/, '');
  try {
    const misses = hold(check);
    if (!misses) continue;
    const good = misses.every(({ metres, radians }) => metres <= BOUND && radians <= BOUND);
    if (!good) failed++;
    const text = misses.map(
      ({ pose, metres, radians }) =>
        `${pose} ${metres.toExponential(1)} m ${radians.toExponential(1)} rad`,
    );
    console.log(`${good ? 'ok    ' : 'FAILED'} ${name}: ${text.join(', ')}`);
  } catch (error) {
    failed++;
    console.log(
      `FAILED ${name}: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  }
}
console.log(failed === 0 ? 'all robots hold' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
