import { CROWD_GROUND_SHAPES, CROWD_PHASE_PATTERNS } from '@iklab/core/document';
import { groupedCountText, lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { CopyButton } from '../../ui/copyButton.tsx';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import css from './crowd.module.css';
import type { CrowdRun } from './crowdRun.ts';

const PATTERN_TEXTS = { wave: 'Wave', scatter: 'Scattered', together: 'Together' } as const;
const GROUND_TEXTS = { field: 'Field', sphere: 'Sphere' } as const;

export function CrowdHeader(props: {
  readonly page: Page;
  readonly run: CrowdRun;
  readonly scene: Scene;
}) {
  const { page, run, scene } = props;
  const { scenario } = scene;
  const { methods } = page.doc.catalogue;
  const { count, method } = run.spec.value;
  const { error } = run.numbers.value;
  const chosen = method || (scenario.methods[0]?.id ?? '');
  return (
    <header class={css.head}>
      <h1>
        {groupedCountText(count)} × {scenario.name || 'Untitled scene'}
      </h1>
      <p class={css.method}>
        <SlotMarkIcon slot={run.panel.slot} />
        <ChoiceField
          name=""
          label="Method"
          value={chosen}
          options={methods.map(({ id, name }) => [id, name] as const)}
          choose={(id) => run.apply({ method: id })}
        />
        <span class="wide">one update per frame</span>
      </p>
      <p class={css.error}>
        <span>mean error</span> <b>{valueWithUnitText(lengthWithUnit(error, scenario.unit))}</b>
      </p>
      {run.fault.value && (
        <p class={css.fault} role="alert">
          {run.fault.value}.
        </p>
      )}
    </header>
  );
}

interface TransportProps {
  readonly page: Page;
  readonly run: CrowdRun;
  readonly linked: boolean;
  readonly open: () => void;
}

export function CrowdPlaybackControls({ page, run, linked, open }: TransportProps) {
  const { pattern, ground } = run.spec.value;
  const playing = run.loop.playing.value;
  const { address } = page.scope.services;
  return (
    <footer class={`transport ${css.bar}`}>
      <div class="keys">
        <IconButton name="Restart" icon="first" press={() => run.restart()} />
        <button
          type="button"
          class="iconb play"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => (playing ? run.loop.pause() : run.loop.play())}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <IconButton name="Forward one update" icon="forward" press={() => run.step()} />
      </div>
      <p class="clock">
        update <b>{run.numbers.value.frame}</b>
      </p>
      <SegmentedControl
        name="Targets"
        value={pattern}
        options={CROWD_PHASE_PATTERNS.map((id) => [id, PATTERN_TEXTS[id]] as const)}
        choose={(to) => run.apply({ pattern: to })}
      />
      <SegmentedControl
        name="Ground"
        value={ground}
        options={CROWD_GROUND_SHAPES.map((id) => [id, GROUND_TEXTS[id]] as const)}
        choose={(to) => run.apply({ ground: to })}
      />
      <button
        type="button"
        class="button"
        aria-pressed={run.magnet.value}
        title="All targets follow the pointer"
        onClick={() => run.setMagnet(!run.magnet.value)}
      >
        Magnet
      </button>
      <IconButton name="Reset camera" icon="fit" press={() => run.resetCamera()} />
      {linked && (
        <CopyButton
          class={`button ${css.copy}`}
          name="Copy link"
          text={async () => address.base + address.fragment}
        />
      )}
      <button type="button" class="button" onClick={open}>
        Open one in Compare
      </button>
    </footer>
  );
}
