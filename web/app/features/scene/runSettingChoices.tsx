import { setRunSetting, setTargetMotionKind } from '@iklab/core/document/edits';
import { RUN_MODE_TEXTS } from '@iklab/core/format/words';
import { findMotionKind } from '@iklab/core/scenario/targets';
import { threadTime } from '@iklab/core/time';
import { PLAYBACK_SPEEDS } from '@iklab/run/playback';
import { useEffect, useState } from 'preact/hooks';
import { waitForBackgroundSlice } from '../../browser/idle.ts';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import css from './motion.module.css';
import { type MotionKindChoice, motionKindOptions } from './motionKinds.ts';
import { startTargetRecording } from './recordingBar.tsx';

const RATES = PLAYBACK_SPEEDS.map((speed) => [String(speed), `${speed}×`] as const);
const EDIT_DELAY = 800; // Milliseconds without an edit before the hash is computed.

export function RunSettingChoices({ page }: { page: Page }) {
  return (
    <div class={css.picks}>
      <RunSpeedChoice page={page} />
      <TargetPathChoice page={page} />
      <RunModeChoice page={page} />
      <ReplayHash page={page} />
    </div>
  );
}

export function RunSpeedChoice({ page }: { page: Page }) {
  return (
    <ChoiceField
      name="Speed"
      term="speed"
      value={String(page.speed.value)}
      options={RATES}
      choose={(speed) => {
        page.speed.value = Number(speed);
      }}
    />
  );
}

export function TargetPathChoice({ page }: { page: Page }) {
  return page.doc.session.value?.targetsAreExternal ? (
    <p>Path: the log’s goals</p>
  ) : (
    <Path page={page} />
  );
}

function Path({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const all = scenario.targets.map((_, i) => i);
  const kinds = new Set(scenario.targets.map(({ motion }) => findMotionKind(motion)));
  const [only] = kinds;
  const value: MotionKindChoice = kinds.size === 1 && only ? only : 'mixed';
  const choose = (kind: MotionKindChoice): void => {
    if (kind === 'record') startTargetRecording(page, all.length === 1 ? 0 : null);
    else if (kind !== 'mixed' && kind !== 'recorded')
      page.doc.edit('Path of all targets', setTargetMotionKind(all, kind, scenario));
  };
  return (
    <ChoiceField
      key={page.recording.value}
      name="Path"
      term="path"
      label="Path of all targets"
      value={value}
      options={motionKindOptions(value)}
      choose={choose}
    />
  );
}

export function RunModeChoice({ page }: { page: Page }) {
  return (
    <ChoiceField
      name="Mode"
      term="mode"
      value={page.doc.editor.scenario.value.run.mode}
      options={RUN_MODE_TEXTS}
      choose={(mode) => page.doc.edit('Update mode', setRunSetting('mode', mode))}
    />
  );
}

function ReplayHash({ page }: { page: Page }) {
  // The targets of a log are not part of the document.
  if (page.doc.session.value?.targetsAreExternal) return <p>log, no replay</p>;
  return <HashEnd page={page} />;
}

function HashEnd({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const [result, setResult] = useState({ scenario, hash: '' });
  useEffect(() => {
    let wanted = true;
    const cancel = threadTime.schedule(
      EDIT_DELAY,
      async () => {
        const hash = await page.doc
          .replayHash(() => wanted, waitForBackgroundSlice)
          .catch(() => null);
        if (wanted && hash) setResult({ scenario, hash });
      },
      'background',
    );
    return () => {
      wanted = false;
      cancel();
    };
  }, [scenario]);
  const end = result.scenario === scenario ? result.hash.slice(-4) : '';
  return (
    <span class={css.replayEnd}>
      <GlossaryTerm term="replay">replay</GlossaryTerm>
      <button
        type="button"
        class="plain"
        aria-label={`Replay hash ends in ${end || 'nothing yet'}: share`}
        title="Open Share for the full hash"
        onClick={() => {
          page.viewState.openDialog.value = 'share';
        }}
      >
        <code>{end || '····'}</code>
      </button>
    </span>
  );
}
