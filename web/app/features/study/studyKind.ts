import type { AnyStudy } from '@iklab/study/follow';
import type { TaskRun } from '@iklab/study/tasks';
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Page } from '../../page.ts';
import type { StudyExport } from './exportMenu.tsx';
import type { StudyFromUrl } from './studyAddress.ts';

export interface StudyProps {
  readonly page: Page;
  readonly studyFromUrl: StudyFromUrl | null;
}

type Part = FunctionComponent<StudyProps>;

export interface StudyKind {
  /** Id of the kind and of its address: `map` has `#/studies/map`. */
  readonly id: string;
  /** Title of the window and, without `listed`, of the entry in the list of studies. */
  readonly title: string;
  readonly listed?: string;
  /** Returns the text beside the title in the list of studies. */
  note(page: Page): ComponentChildren;
  readonly heading: string;
  about(page: Page): ComponentChildren;
  /**
   * Returns the export beside the heading; null without results. Absent if each figure has an
   * export.
   */
  makeExport?(page: Page): StudyExport | null;
  readonly Acts?: Part;
  readonly Form?: Part;
  /**
   * Returns the run for the progress display; null without a run. Absent if the figures show
   * progress.
   */
  run?(page: Page): TaskRun | null;
  readonly Figures: Part;
  /**
   * For the address: a function that returns the study of the form, and the values that the study
   * depends on.
   */
  address?(page: Page): { readonly study: () => AnyStudy | null; readonly on: readonly unknown[] };
  /** Returns null if the study is of another kind. */
  recognize?(page: Page, study: AnyStudy): RecognizedStudy | null;
}

export interface RecognizedStudy {
  /** True if the study fits the current scene. Otherwise, the study's scene is opened first. */
  readonly isCurrent?: boolean;
  apply(): void | Promise<void>;
}
