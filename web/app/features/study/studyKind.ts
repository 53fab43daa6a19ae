import type { AnyStudy } from '@iklab/study/follow';
import type { TaskRun } from '@iklab/study/tasks';
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Page } from '../../page.ts';
import type { StudyExport } from './exportMenu.tsx';
import type { StudyFromUrl } from './studyAddress.ts';

export interface StudyProps {
  readonly page: Page;
  /** Study in the address; null if the page was opened by its name. */
  readonly studyFromUrl: StudyFromUrl | null;
}

type Part = FunctionComponent<StudyProps>;

export interface StudyKind {
  /** Id of the kind as part of the address, for example `map` in `#/studies/map`. */
  readonly id: string;
  /** Title of the window, and of the entry in the list unless `listed` is given. */
  readonly title: string;
  readonly listed?: string;
  /** Text beside the title in the list: the object or the state of the study. */
  note(page: Page): ComponentChildren;
  readonly heading: string;
  about(page: Page): ComponentChildren;
  /**
   * Returns the export menu beside the heading; null before there are results. Absent if the
   * figures have their own.
   */
  makeExport?(page: Page): StudyExport | null;
  readonly Acts?: Part;
  readonly Form?: Part;
  /**
   * Returns the run whose progress is shown; null if none is running. Absent if the figures show
   * it.
   */
  run?(page: Page): TaskRun | null;
  readonly Figures: Part;
  /** Returns the form's study for the address, and the values that it depends on. */
  address?(page: Page): { readonly study: () => AnyStudy | null; readonly on: readonly unknown[] };
  /** Returns how this kind would show a study; null if the study is of another kind. */
  recognize?(page: Page, study: AnyStudy): StudyTakeover | null;
}

export interface StudyTakeover {
  /**
   * True if the study can be applied to the current scene; otherwise its own scene is opened first.
   */
  readonly isCurrent?: boolean;
  apply(): void | Promise<void>;
}
