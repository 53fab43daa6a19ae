/** Which variant and sample of each published table is shown, and its run. */

import type { Figure, PublishedTable, TableFigures, TaskRun } from '@iklab/study';
import { signal } from '@preact/signals';
import { figuresOf, studyDesk, tablePlan } from './studyDesk.ts';

export interface Choice {
  readonly variant: string;
  readonly sample: number;
}

/** By table; what is not chosen yet is as `firstChoice` says. */
export const choices = signal<ReadonlyMap<string, Choice>>(new Map());

export const choiceOf = (table: PublishedTable): Choice =>
  choices.value.get(table.id) ?? {
    variant: table.variants[0]?.id ?? '',
    sample: table.sample.quick,
  };

export function choose(table: PublishedTable, change: Partial<Choice>): void {
  choices.value = new Map(choices.value).set(table.id, { ...choiceOf(table), ...change });
}

let build = '';
/** Results are of one build of the module. */
export function ofBuild(id: string): void {
  build = id;
}

const planOf = (table: PublishedTable, { variant, sample }: Choice) =>
  tablePlan(table, variant, sample, build);

export const runOf = (table: PublishedTable, choice = choiceOf(table)): TaskRun | null =>
  studyDesk().find(planOf(table, choice).key);

export const beginTable = (table: PublishedTable, choice = choiceOf(table)): Promise<TaskRun> =>
  studyDesk().open(planOf(table, choice));

/** What earlier visits have kept of the tables as they are shown: numbers, before anything is asked for. */
export const restoreTables = async (tables: readonly PublishedTable[]): Promise<void> => {
  await Promise.all(tables.map((table) => studyDesk().restore(planOf(table, choiceOf(table)))));
};

/** About how long it takes here, if nothing else is at work. */
export function secondsOf(table: PublishedTable, choice = choiceOf(table)): number {
  const { quick } = table.sample;
  const hands = Math.min(studyDesk().pool.size, planOf(table, choice).tasks.length);
  return (table.seconds * (quick > 0 ? choice.sample / quick : 1)) / hands;
}

/** The least first, so that the first numbers are soon there. */
export const quickestFirst = (tables: readonly PublishedTable[]): readonly PublishedTable[] =>
  tables.toSorted((a, b) => secondsOf(a) - secondsOf(b));

/** `about 4 s`. */
export const timeText = (seconds: number): string =>
  seconds < 1
    ? 'less than 1 s'
    : `about ${seconds < 90 ? `${Math.ceil(seconds)}\u202fs` : `${Math.round(seconds / 60)}\u202fmin`}`;

/** Figures of a table as it is shown; null: not made yet. */
export const shownFigures = (
  table: PublishedTable,
  choice = choiceOf(table),
): readonly Figure[] | null => figuresOf(table, choice.variant, runOf(table, choice));

/** Those of the tables that are made, as they are shown. */
export const shownTables = (tables: readonly PublishedTable[]): readonly TableFigures[] =>
  tables.flatMap((table) => {
    const { variant, sample } = choiceOf(table);
    const figures = shownFigures(table);
    return figures ? [{ table, variant, sample, figures }] : [];
  });
