import type { Signal } from '@preact/signals';
import type { Session } from '../session/session.ts';
import { Icon } from './icon.tsx';
import { Legend } from './legend.tsx';

export interface Controls {
  readonly playing: Signal<boolean>;
  toggle(): void;
  restart(): void;
  fit(): void;
}

/** Restart, play, the clock, what one sees, and the camera. */
export function Transport({ session, controls }: { session: Session; controls: Controls }) {
  const { playing } = controls;
  const name = playing.value ? 'Pause' : 'Play';
  const { updatesPerFrame, mode } = session.scene.scenario.run;
  const updates = updatesPerFrame === 1 ? 'update' : 'updates';
  return (
    <footer class="transport">
      <div class="keys">
        <Key name="Restart" icon="first" press={controls.restart} />
        <button
          type="button"
          class="iconb play"
          aria-label={name}
          title={`${name} (Space)`}
          onClick={controls.toggle}
        >
          <Icon name={playing.value ? 'pause' : 'play'} />
        </button>
      </div>
      <p class="clock">
        <b>{session.clock}</b> <span class="count">{session.count}</span>
      </p>
      <Legend scene={session.scene} />
      <p class="pace">
        {mode === 'converge' ? 'until all stop' : `${updatesPerFrame} ${updates} a frame`}
      </p>
      <Key name="Fit" icon="fit" press={controls.fit} />
    </footer>
  );
}

function Key(props: { name: string; icon: 'first' | 'fit'; press: () => void }) {
  const { name, icon, press } = props;
  return (
    <button type="button" class="iconb" aria-label={name} title={name} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}
