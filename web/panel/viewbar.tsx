import { setTrail } from '../session/edits.ts';
import type { Layout } from '../session/looks.ts';
import { IconButton, type IconName } from './icon.tsx';
import type { Page } from './page.ts';

const LAYOUTS: readonly (readonly [Layout, string, IconName])[] = [
  ['grid', 'Grid', 'grid'],
  ['overlay', 'Overlay', 'overlay'],
  ['one', 'One', 'one'],
];

/** How the panes stand, what they draw, and where they are seen from. */
export function ViewBar({ page }: { page: Page }) {
  const { layout } = page.looks;
  const { trail } = page.desk.editor.scenario.value.view;
  const turn = (kind: 'line' | 'strobe') => (): void => {
    page.desk.edit('Trails', setTrail(trail === kind ? 'none' : kind));
  };
  return (
    <>
      <div class="viewbar l" onPointerDown={(event) => event.stopPropagation()}>
        <fieldset class="segment">
          <legend>Layout</legend>
          {LAYOUTS.map(([id, name, icon]) => (
            <IconButton
              key={id}
              name={name}
              icon={icon}
              small
              pressed={layout.value === id}
              press={() => {
                layout.value = id;
              }}
            />
          ))}
        </fieldset>
      </div>
      <div class="viewbar r" onPointerDown={(event) => event.stopPropagation()}>
        <IconButton
          name="Trails"
          icon="trail"
          small
          pressed={trail === 'line'}
          press={turn('line')}
        />
        <IconButton
          name="Strobe"
          title="Strobe: poses of past updates"
          icon="strobe"
          small
          pressed={trail === 'strobe'}
          press={turn('strobe')}
        />
        <i />
        <IconButton name="Fit" title="Fit (F)" icon="fit" small press={page.fit} />
      </div>
    </>
  );
}
