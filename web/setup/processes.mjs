/** What still runs of a program that does not end, and its end. Linux tells; elsewhere nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has just ended, or is not ours
  }
};

const list = (path) => {
  try {
    return readdirSync(path).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** The process and all that it has started, by their numbers. */
function family(first) {
  const parents = new Map();
  for (const pid of list('/proc')) {
    const [, parent] = read(`/proc/${pid}/stat`).match(/\) \S (\d+)/) ?? [];
    parents.set(Number(pid), Number(parent));
  }
  const found = new Set([first]); // it grows as it is gone through
  for (const pid of found)
    for (const [child, parent] of parents) if (parent === pid) found.add(child);
  return [...found];
}

/** A line: what it is doing, by the first letter that Linux has for it, and what it waits for. */
function threadLine(task) {
  const [, name, state] = read(`${task}/stat`).match(/\((.*)\) (\S)/) ?? [];
  return name && `  ${state} ${name} ${read(`${task}/wchan`)}`.trimEnd();
}

/** A process, its words, and how many of its threads do what. */
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

/** A process that has been killed but not collected by its parent is a zombie: it runs no more. */
function isRunning(pid) {
  const [, state] = read(`/proc/${pid}/stat`).match(/\) (\S)/) ?? [];
  return state !== undefined && !'ZX'.includes(state);
}

/** How long a killed process may take to end: one that waits for a disk ends only after it, ms. */
const PATIENCE = 10_000;

/** Kills the process and all that it has started, and waits until they have ended. */
export async function endAll(pid) {
  const all = family(pid);
  for (const each of all)
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // it has just ended
    }
  const start = performance.now();
  while (all.some(isRunning) && performance.now() - start < PATIENCE) await sleep(5);
}
