import type { LoadedRobot, Remark } from '@iklab/robots';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadSceneFile } from '../../ui/downloadSceneFile.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { openStudiesPage } from '../../ui/pageModeNavigation.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { EffectorChips, effectorCountText } from '../mechanism/effectorChips.tsx';
import css from './robotImportReport.module.css';
import { XacroArgumentField } from './xacroArgumentField.tsx';

const MOST_LINES = 40;

export function RobotImportReport({ page }: { page: Page }) {
  const robot = page.robot.value;
  const close = (): void => {
    page.viewState.inspected.value = null;
  };
  if (!robot) return null;
  const { source, seconds } = robot;
  const count = source.folder.paths.length;
  return (
    <aside class={`inspector ${css.report}`} aria-label="Import report">
      <header>
        <h2>Import report</h2>
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary small">
          {source.name}, {count === 1 ? 'one file' : `${count} files`}, read here in{' '}
          {Number(seconds.toPrecision(1))}&nbsp;s. Nothing was uploaded.
          {robot.notStored.value === '' && <StoredFiles robot={robot} />}
        </p>
      </header>
      <div class="scroll">
        {robot.notStored.value && (
          <p class="fault" role="status">
            Not saved in this browser: {robot.notStored.value}. To keep the files, use Share → File.
          </p>
        )}
        <Counts robot={robot} />
        <section>
          <h3>
            Effectors<span class="hint">{effectorCountText(robot)}</span>
          </h3>
          <EffectorChips robot={robot} most={12} />
        </section>
        <BaseSettings page={page} robot={robot} />
        <Remarks robot={robot} />
        {robot.description.arguments.length > 0 && <Arguments robot={robot} />}
        {robot.licence && (
          <section>
            <p class="note fine-print">Licence, from its package: {robot.licence}.</p>
          </section>
        )}
      </div>
      <footer>
        <button
          type="button"
          class="button primary"
          title="Benchmark: every method on random targets of this robot"
          onClick={() => void openStudiesPage(page, 'benchmark')}
        >
          <Icon name="chart" />
          Find the best method
        </button>
        <button type="button" class="button" onClick={() => downloadSceneFile(page)}>
          <Icon name="save" />
          Save as scenario
        </button>
        <button type="button" class="button" onClick={() => page.doc.editor.undo()}>
          <Icon name="undo" />
          Undo
        </button>
      </footer>
    </aside>
  );
}

function StoredFiles({ robot }: { robot: LoadedRobot }) {
  const [fault, setFault] = useState('');
  const forget = (): void => {
    robot
      .forgetFiles()
      .catch(() => setFault(' The files could not be deleted: the storage does not respond.'));
  };
  return (
    <>
      {' '}
      The files are stored in this browser for reopening scenes.{' '}
      <button type="button" class="link" onClick={forget}>
        Delete files
      </button>
      {fault && <span role="alert">{fault}</span>}
    </>
  );
}

function Counts({ robot }: { robot: LoadedRobot }) {
  const { joints, mimic, folded, dropped } = robot.imported.report;
  const counts = [
    [joints - mimic, 'movable joints'],
    [mimic, mimic === 1 ? 'mimic joint' : 'mimic joints'],
    [folded, 'fixed joints merged'],
    [dropped.length, dropped.length === 1 ? 'rigid branch omitted' : 'rigid branches omitted'],
  ] as const;
  return (
    <dl class={css.counts}>
      {counts.map(([value, label]) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

const AXES = [
  ['x', 'x'],
  ['y', 'y'],
  ['z', 'z'],
] as const;
const BASES = [
  ['held', 'fixed'],
  ['free', 'floating'],
] as const;

function BaseSettings({ page, robot }: { page: Page; robot: LoadedRobot }) {
  const [fault, setFault] = useState('');
  const { view } = page.doc.editor.scenario.value;
  const rise = (up: (typeof AXES)[number][0]): void => {
    page.doc.edit('Up axis', (draft) => {
      draft.view.up = up;
    });
  };
  return (
    <section class={css.standing}>
      {robot.description.floats && (
        <div>
          Base
          <SegmentedControl
            name="Base"
            value={robot.base}
            options={BASES}
            choose={(base) => setFault(robot.setBase(base).join(' '))}
          />
        </div>
      )}
      <div>
        Up axis
        <SegmentedControl name="Up axis" value={view.up} options={AXES} choose={rise} />
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

function Remarks({ robot }: { robot: LoadedRobot }) {
  const [all, show] = useState(false);
  const { report } = robot.imported;
  const lines = [...robot.remarks].sort((a, b) => Number(b.grave) - Number(a.grave));
  const { named, missing } = robot.meshes;
  const total = lines.length + report.dropped.length + (missing.length > 0 ? 1 : 0);
  if (total === 0) return null;
  return (
    <section>
      <h3>
        Ignored or changed<span class="hint">{total === 1 ? '1 item' : `${total} items`}</span>
      </h3>
      <ul class={css.remarks}>
        {lines.slice(0, all ? lines.length : MOST_LINES).map((remark, i) => (
          <Line key={i} remark={remark} robot={robot} />
        ))}
        {lines.length > MOST_LINES && !all && (
          <li>
            <button type="button" class="plain" onClick={() => show(true)}>
              {lines.length - MOST_LINES} more
            </button>
          </li>
        )}
        {report.dropped.length > 0 && (
          <li>
            <Icon name="dots" size={14} />
            <span>
              <b>{report.dropped.slice(0, 8).join(', ')}</b>
              {report.dropped.length > 8 && ` and ${report.dropped.length - 8} more`}: not on the
              path to an effector, therefore rigid
            </span>
          </li>
        )}
        {missing.length > 0 && (
          <li class="faint">
            <Icon name="dots" size={14} />
            <span>
              {missingText(named, missing.length)}
              {dropHint(missing)}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Line({ remark, robot }: { remark: Remark; robot: LoadedRobot }) {
  const { grave, kind, element, reason, file, line, remedies = [] } = remark;
  const [fault, setFault] = useState('');
  return (
    <li class={grave ? 'warn' : undefined}>
      <Icon name={grave ? 'alert' : kind === 'left-out' ? 'close' : 'dots'} size={14} />
      <span>
        <b>{element}</b>: {reason}
        {line > 0 && (
          <code>
            {file}:{line}
          </code>
        )}
      </span>
      {remedies.length > 0 && (
        <div class={css.remedies}>
          {remedies.map(({ label, reading }) => (
            <button
              key={label}
              type="button"
              class="button"
              onClick={() => setFault(robot.setReading(reading).slice(0, 3).join('\n'))}
            >
              {label}
            </button>
          ))}
          {fault && (
            <p class="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

function missingText(named: number, missingCount: number): string {
  const all = named === 1 ? '1 mesh' : `${named} meshes`;
  return missingCount === named ? `${all} missing` : `${missingCount} of ${all} missing`;
}

function dropHint(missingFiles: readonly string[]): string {
  const found = missingFiles.map((name) => /^(?:package|model):\/\/([^/]+)/.exec(name)?.[1]);
  const [first] = found.filter((name) => name !== undefined);
  return first ? `: drop the folder that contains ${first}` : ': drop them together with the file';
}

function Arguments({ robot }: { robot: LoadedRobot }) {
  const [fault, setFault] = useState('');
  return (
    <section>
      <h3>
        Arguments<span class="hint">changes reload the robot</span>
      </h3>
      <div class={css.arguments}>
        {robot.description.arguments.map((argument) => (
          <XacroArgumentField
            key={argument.name}
            argument={argument}
            explicitValue={robot.args.get(argument.name)}
            none="none"
            take={(value) =>
              setFault(robot.setArgument(argument.name, value).slice(0, 3).join('\n'))
            }
          />
        ))}
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
