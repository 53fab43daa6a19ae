/** Lists (on Linux) and kills the processes of a program that does not end. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It has just ended or belongs to another user.
  }
};

const list = (path) => {
  try {
    return readdirSync(path).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

function family(first) {
  const parents = new Map();
  for (const pid of list('/proc')) {
    const [, parent] = read(`/proc/${pid}/stat`).match(/\) \S (\d+)/) ?? [];
    parents.set(Number(pid), Number(parent));
  }
  const found = new Set([first]); // It grows during the loop.
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.add(child);
  return [...found];
}

function threadLine(task) {
  const [, name, state] = read(`${task}/stat`).match(/\((.*)\) (\S)/) ?? [];
  return name && `  ${state} ${name} ${read(`${task}/wchan`)}`.trimEnd();
}

function processText(pid) {
  const words = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  const counts = new Map();
  for (const task of list(`/proc/${pid}/task`)) {
    const line = threadLine(`/proc/${pid}/task/${task}`);
    if (line) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const threads = [...counts].map(([line, count]) => (count > 1 ? `${line} (${count})` : line));
  return [`${pid} ${words.slice(0, 300)}`, ...threads].join('\n');
}

export const runningText = (pid) => family(pid).map(processText).join('\n');

/** Returns whether a process runs. A zombie (killed, but not collected by the parent) does not. */
function isRunning(pid) {
  const [, state] = read(`/proc/${pid}/stat`).match(/\) (\S)/) ?? [];
  return state !== undefined && !'ZX'.includes(state);
}

/** Maximum milliseconds for ending a killed process. */
const PATIENCE = 10_000;

export async function endAll(pid) {
  const all = family(pid);
  for (const each of all)
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  const start = performance.now();
  while (all.some(isRunning) && performance.now() - start < PATIENCE) await sleep(5);
}
