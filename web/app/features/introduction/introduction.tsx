import { countWord } from '@iklab/core/format';
import type { InstanceState, Session } from '@iklab/run/session';
import { whenFirstDrawn } from '@iklab/scene/dom';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { InstanceOutcomeLabel } from '../../ui/instanceOutcomeLabel.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { showAllTools } from './allTools.ts';
import css from './introduction.module.css';

interface IntroductionProps {
  readonly page: Page;
  readonly session: Session;
}

export const Introduction = (props: IntroductionProps) => (
  <IntroductionPanel {...props} names={useFullNames(props.page)} />
);

interface PanelProps extends IntroductionProps {
  readonly names: ReadonlyMap<string, string>;
}

export function IntroductionPanel({ page, session, names }: PanelProps) {
  const titleOf = ({ slot }: InstanceState): string | undefined =>
    names.get(session.scene.scenario.methods.find((method) => method.slot === slot)?.id ?? '');
  return (
    <aside class={css.introduction} aria-label="Introduction">
      <h2>Inverse kinematics, side by side</h2>
      <p>
        Drag a target: {countWord(session.instances.length)} methods move the same robot towards it.
        See which ones reach it, and why the others do not.
      </p>
      <ul>
        {session.instances.map((panel) => (
          <Row key={panel.slot} page={page} panel={panel} title={titleOf(panel)} />
        ))}
      </ul>
      <button type="button" class="button" onClick={() => showAllTools(page)}>
        All tools
      </button>
    </aside>
  );
}

interface RowProps {
  readonly page: Page;
  readonly panel: InstanceState;
  readonly title: string | undefined;
}

const Row = ({ page, panel, title }: RowProps) => (
  <li data-slot={panel.slot} class="card">
    <SlotMarkIcon slot={panel.slot} />
    <b title={title}>{panel.label}</b>
    <InstanceOutcomeLabel page={page} panel={panel} anchor="card" />
  </li>
);

/** Returns the full names by method id; empty until loaded, after the first picture. */
function useFullNames({ doc }: Page): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    whenFirstDrawn()
      .then(() => import('./methodFullNames.ts'))
      .then(({ methodFullNames: fullNames }) => setNames(fullNames(doc.catalogue)))
      .catch(() => {}); // The labels stay without titles.
  }, []);
  return names;
}
