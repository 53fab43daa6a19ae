/**
 * Opens a dropped or chosen log. Reads the log, asks the visitor what is unclear, and adds a panel.
 */

import { setRunSetting } from '@iklab/core/document/edits';
import { groupedCountText } from '@iklab/core/format';
import { combinedNotice, type Notice, unreadableNotice } from '@iklab/core/format/words';
import { resolveScenario } from '@iklab/core/scenario';
import { MAX_METHODS, quoteFileName } from '@iklab/core/scenario/checks';
import { threadTime } from '@iklab/core/time';
import { decodeBase64, type SavedLog } from '@iklab/logs';
import { signal } from '@preact/signals';
import { memoizePerLab, onLabEnd } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { type LogReadingChoices, savedLogChoices, saveLogChoices } from './logChoices.ts';
import type { LogReadingQuestion, LogReadingResult, LogRequest, LogSource } from './logMessages.ts';
import {
  findPendingLog,
  requestMissingLog,
  resolvePendingLog,
  toLogChoices,
} from './pendingLog.ts';
import { type LogMismatch, PlayedLog } from './playedLog.ts';
import { readLogInWorker } from './readLogInWorker.ts';

export interface UnclearLog {
  readonly source: LogSource;
  readonly question: LogReadingQuestion;
  readonly choices: LogReadingChoices;
}

export const unclearLog = memoizePerLab(() => signal<UnclearLog | null>(null));

const currentReading = memoizePerLab((page) => {
  const state = { abort: new AbortController() };
  onLabEnd(page.scope, () => state.abort.abort());
  return state;
});

/**
 * Opens a log file. The choices come from the scene that asked for the log, else from storage by
 * file name.
 */
export async function openLogFile(page: Page, file: File): Promise<void> {
  const source = { file, carried: null };
  const card = findPendingLog(page);
  const choices = card ? toLogChoices(card) : savedLogChoices(page, quoteFileName(file.name));
  const answer = await readSource(page, source, choices);
  // Choices for another file of the same name may name columns that this file lacks.
  const stale = answer?.kind === 'refused' && choices.columns !== undefined;
  const latest = stale ? await readSource(page, source, {}) : answer;
  await handleAnswer(page, source, stale ? {} : choices, latest);
}

/** Reads an opened log again with other choices. Stores the choices by file name. */
export async function reopenLog(
  page: Page,
  source: LogSource,
  choices: LogReadingChoices,
): Promise<void> {
  const answer = await readSource(page, source, choices);
  if (answer?.kind === 'log' && !source.carried)
    saveLogChoices(page, quoteFileName(source.file.name), choices);
  await handleAnswer(page, source, choices, answer);
}

export async function openSavedSceneLog(page: Page, card: SavedLog): Promise<void> {
  const { numbers, targets, fitted } = card;
  if (!numbers) return requestMissingLog(page, card);
  const source = { file: new File([decodeBase64(numbers)], card.name), carried: card };
  const choices = { sceneGoals: targets === 'scene', fitted };
  await handleAnswer(page, source, choices, await readSource(page, source, choices));
}

const refuse = (page: Page, name: string, path: string, reason: string): void =>
  page.doc.refuseFile(unreadableNotice(`${name} cannot be played`, [{ path, reason }], ''));

async function handleAnswer(
  page: Page,
  source: LogSource,
  choices: LogReadingChoices,
  answer: LogReadingResult | null,
): Promise<void> {
  if (answer?.kind === 'refused') {
    const { line, reason, file: name } = answer.fault;
    refuse(page, name, line > 0 ? `line ${line}` : '', reason);
  } else if (answer?.kind === 'question') {
    unclearLog(page).value = { source, question: answer.question, choices };
    page.viewState.openDialog.value = 'log';
  } else if (answer) {
    const { read } = answer;
    // Deferred until the edit that removes the log is complete.
    const outside = (why: LogMismatch) =>
      queueMicrotask(() => reportMisfit(page, read.log.name, why));
    play(page, new PlayedLog(source, read, choices, page.doc.catalogue, outside));
  }
}

function reportMisfit(page: Page, name: string, why: LogMismatch): void {
  const { doc } = page;
  doc.notice.value = {
    title: `Log ${name} is paused`,
    reasons: [{ path: '', reason: MISFITS[why] }],
    text: '',
    quiet: true,
  };
}

const MISFITS = {
  full: `The scene has the maximum of ${MAX_METHODS} methods. Remove one to play the log again.`,
  'other mechanism':
    'The joints of the mechanism have changed. The log plays again when its joints are restored.',
};

async function readSource(
  page: Page,
  source: LogSource,
  choices: LogReadingChoices,
): Promise<LogReadingResult | null> {
  const state = currentReading(page);
  state.abort.abort();
  const abort = new AbortController();
  state.abort = abort;
  const request = makeRequest(page, source, choices);
  const showAfter = threadTime.now() + PROGRESS_DELAY;
  let progressNotice: Notice | null = null;
  const clear = (): void => {
    if (progressNotice && page.doc.notice.peek() === progressNotice) page.doc.notice.value = null;
  };
  const stop = (): void => {
    abort.abort();
    clear();
  };
  const answer = await readLogInWorker(
    request,
    ({ share, rows }) => {
      if (threadTime.now() < showAfter) return;
      progressNotice = readingNotice(request.name, share, rows, stop);
      page.doc.notice.value = progressNotice;
    },
    abort.signal,
  );
  clear();
  return abort.signal.aborted ? null : answer;
}

const PROGRESS_DELAY = 400; // Milliseconds until progress is shown.

const readingNotice = (name: string, share: number, rows: number, act: () => void): Notice => ({
  title: `Reading ${name}`,
  reasons: [{ path: '', reason: `${groupedCountText(rows)} rows` }],
  text: '',
  quiet: true,
  progress: share,
  action: { label: 'Stop', act },
});

function makeRequest(page: Page, source: LogSource, choices: LogReadingChoices): LogRequest {
  const scenario = page.doc.editor.scenario.peek();
  const { tree, start } = resolveScenario(scenario);
  const { columns, angles, timeUnit, sceneGoals = false, fitted = false } = choices;
  const { targets, run } = scenario;
  const options = {
    timeStep: run.timeStep,
    start,
    targets,
    ...(columns && { columns }),
    ...(angles && { angles }),
    ...(timeUnit && { timeUnit }),
  };
  const name = quoteFileName(source.file.name);
  return { ...source, name, tree, options, ownGoals: !sceneGoals, fitted };
}

function play(page: Page, played: PlayedLog): void {
  const { doc, viewState } = page;
  const { log } = played.read;
  const scenario = doc.editor.scenario.peek();
  if (!played.makeScene(scenario)) {
    const full = scenario.methods.length >= MAX_METHODS;
    const reason = full
      ? `the scene has the maximum of ${MAX_METHODS} methods; remove one first`
      : 'the mechanism changed while the log was read; drop the log again';
    refuse(page, log.name, '', reason);
    return;
  }
  const converges = scenario.run.mode === 'converge';
  if (converges) doc.edit('Follow targets', setRunSetting('mode', 'track'));
  doc.play(played);
  const { instances = [] } = doc.session.peek() ?? {};
  viewState.inspected.value = viewState.narrow.peek() ? null : (instances.at(-1)?.slot ?? null);
  const notices = [
    ...(played.source.carried ? [] : resolvePendingLog(page, played.read)),
    ...(converges ? [followingNotice(log.name)] : []),
  ];
  if (notices.length > 0) doc.notice.value = notices.reduce(combinedNotice);
}

const followingNotice = (name: string): Notice => ({
  title: `${name} plays next to your methods`,
  reasons: [
    {
      path: '',
      reason:
        'The methods now track their targets in the log’s time, and no longer stop when they reach them.',
    },
  ],
  text: '',
  quiet: true,
});
