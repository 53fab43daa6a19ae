/** A kind of study: what the one shell of all studies asks of it. */

import type { AnyStudy, TaskRun } from '@iklab/study';
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Page } from '../../page.ts';
import type { Exported } from './exportMenu.tsx';
import type { AddressedStudy } from './studyAddress.ts';

export interface StudyProps {
  readonly page: Page;
  /** null: the page was opened by its name. */
  readonly addressed: AddressedStudy | null;
}

type Part = FunctionComponent<StudyProps>;

export interface StudyKind {
  /** In the address, `#/studies/map`. */
  readonly id: string;
  /** In the list, unless it is `listed` there by another name, and of the window. */
  readonly title: string;
  readonly listed?: string;
  /** Beside the title in the list: what it is of, or how it stands. */
  note(page: Page): ComponentChildren;
  readonly heading: string;
  /** Beneath the heading. */
  about(page: Page): ComponentChildren;
  /** Beside the heading: what goes out as files; null: nothing has come yet. Absent: the figures say it. */
  exported?(page: Page): Exported | null;
  /** And what else can be done with it. */
  readonly Acts?: Part;
  /** What is asked, with what is wrong with it. */
  readonly Form?: Part;
  /** What is told of as long as it runs; null: nothing runs. Absent: the figures tell of it. */
  run?(page: Page): TaskRun | null;
  /** What has come of it. */
  readonly Figures: Part;
  /** The form as a study, which is the address, and what it hangs on. */
  address?(page: Page): { readonly study: () => AnyStudy | null; readonly on: readonly unknown[] };
  /** Takes a study document over, where it is of this kind; null: it is of another. */
  takes?(page: Page, study: AnyStudy): StudyTakeover | null;
}

/** A study that is taken over. */
export interface StudyTakeover {
  /** It is of the scene at work though that says more; else its own scene becomes that first. */
  readonly here?: boolean;
  apply(): void | Promise<void>;
}
