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
  /** Id of the kind, as in its address; for example, `map` has the address `#/studies/map`. */
  readonly id: string;
  /** Title of the window and, unless `listed` is given, of the entry in the list of studies. */
  readonly title: string;
  readonly listed?: string;
  /** Returns the text beside the title in the list of studies. */
  note(page: Page): ComponentChildren;
  readonly heading: string;
  about(page: Page): ComponentChildren;
  /**
   * Returns the export beside the heading; null before there are results. Absent if each figure has
   * its own export.
   */
  makeExport?(page: Page): StudyExport | null;
  readonly Acts?: Part;
  readonly Form?: Part;
  /**
   * Returns the run whose progress is shown; null if there is none. Absent if the figures show
   * progress.
   */
  run?(page: Page): TaskRun | null;
  readonly Figures: Part;
  /**
   * Returns a function to the study of the form, for the address, and the values on which the study
   * depends.
   */
  address?(page: Page): { readonly study: () => AnyStudy | null; readonly on: readonly unknown[] };
  /** Returns null if the study is of another kind. */
  recognize?(page: Page, study: AnyStudy): RecognizedStudy | null;
}

export interface RecognizedStudy {
  /**
   * True if the study fits the current scene; otherwise the study's scene is opened before `apply`.
   */
  readonly isCurrent?: boolean;
  apply(): void | Promise<void>;
}
