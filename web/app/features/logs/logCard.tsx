import { fixedDecimalsText, significantDigitsText } from '@iklab/core/format';
import type { JointType, LengthUnit } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { computeMeasuresUpTo } from '@iklab/run/history';
import type { ExternalPosePanel, InstanceState, Session } from '@iklab/run/session';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { IconButton } from '../../ui/icon.tsx';
import { PanelErrorValue } from '../../ui/panelErrorValue.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import css from './logCard.module.css';
import type { LogReadingChoices } from './logChoices.ts';
import { type LogFact, listLogFileFacts, listRecentMeasures, logRowsText } from './logFacts.ts';
import { reopenLog, unclearLog } from './openLogFile.ts';
import { PlayedLog } from './playedLog.ts';

interface CardProps {
  readonly page: Page;
  readonly played: PlayedLog;
}

export function LogCard({ page, externalPanel }: { page: Page; externalPanel: ExternalPosePanel }) {
  const session = page.doc.session.value;
  const index = session?.instances.findIndex((each) => each.externalPanel === externalPanel) ?? -1;
  const state = session?.instances[index];
  if (!session || !state || !(externalPanel instanceof PlayedLog)) return null;
  const { log } = externalPanel.read;
  const props = { page, played: externalPanel };
  return (
    <aside class="inspector" aria-label={log.name}>
      <header>
        <SlotMarkIcon slot={state.slot} />
        <h2>{log.name}</h2>
        <IconButton
          name="Close"
          icon="close"
          press={() => {
            page.viewState.inspected.value = null;
          }}
        />
        <p class="summary small">
          {log.format} log, {logRowsText(log)}. Read in this browser; nothing was uploaded.
        </p>
      </header>
      <div class="scroll">
        <CurrentPose {...props} session={session} index={index} state={state} />
        <RecentMeasures {...props} session={session} index={index} />
        <Columns {...props} session={session} index={index} />
        <ImportOptions {...props} />
        <EntireFile {...props} unit={session.scene.scenario.unit} />
        <ImportNotes {...props} />
      </div>
      <Footer {...props} />
    </aside>
  );
}

interface MomentProps extends CardProps {
  readonly session: Session;
  readonly index: number;
}

function shownEntry({ page, session, index }: MomentProps): number | null {
  const { history } = page;
  const entry = page.timeline.value?.shownEntry ?? 0;
  const updates = session.instances[index]?.updates.value ?? -1;
  if (!history || history.length === 0 || updates < 0) return null;
  // Otherwise the history is that of the previous session.
  return index < history.instances ? entry : null;
}

/** Returns the pose in the log's panel, as a new array per pose; null before the panel moves. */
function shownPose(props: MomentProps): Float64Array | null {
  const entry = shownEntry(props);
  return entry === null ? null : (props.page.history?.angles(entry, props.index) ?? null);
}

function CurrentPose(props: MomentProps & { readonly state: InstanceState }) {
  const { session, state } = props;
  const pose = shownPose(props);
  const found = pose && session.lab.inspect(null, { angles: pose });
  return (
    <section>
      <h3>
        Current pose<span class="hint">from our kinematics</span>
      </h3>
      <dl class={`facts ${css.facts}`}>
        <Fact name="error" wide>
          <PanelErrorValue panel={state} className="figure" />
        </Fact>
        {found && (
          <>
            <Fact name="smallest σ">{significantDigitsText(found.smallest, 2)}</Fact>
            <Fact name="manipulability">{significantDigitsText(found.manipulability, 2)}</Fact>
          </>
        )}
      </dl>
    </section>
  );
}

function RecentMeasures(props: MomentProps) {
  const { page, session, index } = props;
  const entry = shownEntry(props);
  const update = entry === null ? 0 : (page.history?.update(entry, index) ?? 0);
  if (update < 1) return null;
  const measures = computeMeasuresUpTo(session, update, index);
  if (measures.updates === 0) return null;
  return (
    <section>
      <h3>
        Last {measures.updates === 1 ? 'update' : `${measures.updates} updates`}
        <span class="hint">same window as the methods</span>
      </h3>
      <Facts facts={listRecentMeasures(measures, session.scene.scenario.unit)} />
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Facts = ({ facts }: { readonly facts: readonly LogFact[] }) => (
  <dl class={`facts ${css.facts}`}>
    {facts.map(([name, text]) => (
      <Fact key={name} name={name}>
        {text}
      </Fact>
    ))}
  </dl>
);

function Columns(props: MomentProps) {
  const { page, played, session } = props;
  const { joints, timeColumns, unused } = played.read.log;
  const pose = shownPose(props);
  const moving = session.scene.tree.joints.filter(isIndependentJoint);
  const found = joints.filter(({ place: columnIndex }) => columnIndex >= 0).length;
  const choose = (): void => {
    const columns = [...joints.flatMap(({ column }) => column ?? []), ...unused];
    const question = { joints, columns, sentence: '', asks: ['columns'] as const };
    unclearLog(page).value = { source: played.source, question, choices: played.choices };
    page.viewState.openDialog.value = 'log';
  };
  return (
    <section>
      <h3>
        Columns
        <span class="hint">
          {found} of {joints.length} joints found
        </span>
      </h3>
      <table class={css.columns}>
        <thead>
          <tr>
            <th scope="col">joint</th>
            <th scope="col">column</th>
            <th scope="col">current</th>
          </tr>
        </thead>
        <tbody>
          {joints.map(({ joint, column }, i) => (
            <tr key={joint}>
              <th scope="row">{joint}</th>
              <td>{column === null ? 'stays at its start' : <code>{column}</code>}</td>
              <td>{pose && moving[i] ? jointText(moving[i].type, pose[i] as number) : ''}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">time</th>
            <td>
              {timeColumns.length === 0
                ? 'none: one row per time step'
                : timeColumns.map((name) => <code key={name}>{name} </code>)}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      {unused.length > 0 && <p class="remark">Not used: {listNames(unused)}.</p>}
      {!played.source.carried && (
        <button type="button" class="plain more" onClick={choose}>
          Choose columns
        </button>
      )}
    </section>
  );
}

const jointText = (type: JointType, value: number): string =>
  type === 'prismatic'
    ? `${signed(1000 * value, 1)} mm`
    : `${signed(value / RADIANS_PER_DEGREE, 1)}°`;

const signed = (value: number, decimals: number): string =>
  fixedDecimalsText(value, decimals).replace('-', '−');

const MAX_LISTED = 6;
const listNames = (names: readonly string[]): string =>
  names.length <= MAX_LISTED
    ? names.join(', ')
    : `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`;

function ImportOptions({ page, played }: CardProps) {
  const { log } = played.read;
  const choose = (choices: LogReadingChoices): void => {
    reopenLog(page, played.source, { ...played.choices, ...choices });
  };
  return (
    <section>
      <h3>Import options</h3>
      <p class={css.choice}>
        Angles
        {played.source.carried ? (
          <span>{log.readAs}</span>
        ) : (
          <SegmentedControl
            name="Angles"
            value={log.readAs}
            options={[
              ['degrees', 'degrees'],
              ['radians', 'radians'],
            ]}
            choose={(angles) => choose({ angles })}
          />
        )}
      </p>
      {log.goals && (
        <p class={css.choice}>
          Targets
          <SegmentedControl
            name="Targets"
            value={played.choices.sceneGoals ? 'scene' : 'log'}
            options={[
              ['log', 'from the log'],
              ['scene', 'from the scene'],
            ]}
            choose={(goals) => choose({ sceneGoals: goals === 'scene' })}
          />
        </p>
      )}
    </section>
  );
}

function EntireFile({ played, unit }: CardProps & { unit: LengthUnit }) {
  const facts = listLogFileFacts(played.read, unit);
  const { offsets } = played.read;
  return (
    <section>
      <h3>
        Entire file<span class="hint">one update per row</span>
      </h3>
      <Facts facts={facts} />
      {played.choices.fitted &&
        offsets.map(({ effector, offset }) => (
          <p key={effector} class="remark">
            Tool frame fitted: these figures exclude an offset of {offsetText(offset)} along x, y
            and z of {effector}. The view’s title does not use the fit.
          </p>
        ))}
    </section>
  );
}

const offsetText = (offset: readonly number[]): string =>
  `${offset.map((part) => signed(1000 * part, 2)).join(', ')} mm`;

function ImportNotes({ page, played }: CardProps) {
  const { log, found, hash } = played.read;
  const idle = played.idleGoals(page.doc.editor.scenario.value);
  const remarks = [...log.report, ...found.report, ...idle.map(idleText)];
  return (
    <section>
      <h3>Import notes</h3>
      <ul class={css.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <p class="remark">
        The replay hash and links do not include the log.{' '}
        {played.source.carried ? 'Hash of the log in the scene file' : 'Hash of the file'}:{' '}
        <code>{hash}</code>.
      </p>
      <CopyButton class="plain more" name="Copy hash" text={async () => hash} />
    </section>
  );
}

const idleText = (effector: string): string =>
  `The log has goals for ${effector}, but the scene has no such target. The figures for the entire file include them.`;

function Footer({ page, played }: CardProps) {
  const fitted = played.choices.fitted === true;
  const { offsets } = played.read;
  return (
    <footer>
      <button
        type="button"
        class="button primary"
        disabled={offsets.length === 0}
        onClick={() => reopenLog(page, played.source, { ...played.choices, fitted: !fitted })}
      >
        {fitted ? 'Undo fit' : 'Fit tool frame'}
      </button>
      <button type="button" class="button" onClick={() => page.doc.play(null)}>
        Remove log
      </button>
    </footer>
  );
}
