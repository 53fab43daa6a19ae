import type { PaneLayout } from '@iklab/run/session';
import type { Page } from '../page.ts';
import { IconButton, type IconName } from '../ui/icon.tsx';
import { Toolbar } from '../ui/toolbar.tsx';
import { toggleSignal, toggleSolutions, toggleTrail } from '../ui/viewSwitches.ts';

const LAYOUTS: readonly (readonly [PaneLayout, string, IconName])[] = [
  ['grid', 'Grid', 'grid'],
  ['overlay', 'Overlay', 'overlay'],
  ['one', 'One', 'one'],
];

export function ViewBar({ page }: { page: Page }) {
  const { layout, linked, axes, limits, ellipsoids, mapInScene, solutions } = page.viewState;
  const toggleKind = (kind: 'line' | 'strobe') => (): void => toggleTrail(page.doc, kind);
  const { trail } = page.doc.editor.scenario.value.view;
  return (
    <Toolbar name="View" class="viewbars">
      <div class="viewbar l">
        <fieldset class="segment">
          <legend class="unseen">Layout</legend>
          {LAYOUTS.map(([id, name, icon]) => (
            <IconButton
              key={id}
              name={name}
              title={`${name} (G: next layout)`}
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
      <div class="viewbar r">
        <IconButton
          name="Trails"
          title="Trails (T)"
          icon="trail"
          small
          pressed={trail === 'line'}
          press={toggleKind('line')}
        />
        <IconButton
          name="Strobe"
          title="Strobe: poses of past updates"
          icon="strobe"
          small
          pressed={trail === 'strobe'}
          press={toggleKind('strobe')}
        />
        <IconButton
          name="Map"
          title="Map: updates and error over a plane of targets, shown in the scene (M)"
          icon="map"
          small
          pressed={mapInScene.value}
          press={() => toggleSignal(mapInScene)}
        />
        <IconButton
          name="Solutions"
          title="Solutions: all poses that reach the target (S)"
          icon="solutions"
          small
          pressed={solutions.value}
          press={() => toggleSolutions(page.viewState)}
        />
        <i />
        <IconButton
          name="Joint axes"
          icon="axis"
          small
          pressed={axes.value}
          press={() => toggleSignal(axes)}
        />
        <IconButton
          name="Joints at a limit"
          title="Mark joints at a limit"
          icon="limit"
          small
          pressed={limits.value}
          press={() => toggleSignal(limits)}
        />
        <IconButton
          name="Manipulability"
          title="Manipulability: effector motion for ‖Δθ‖ = 0.15 rad"
          icon="ellipse"
          small
          pressed={ellipsoids.value}
          press={() => toggleSignal(ellipsoids)}
        />
        <i />
        <IconButton
          name="Linked cameras"
          title="Linked cameras (L)"
          icon="linked"
          small
          pressed={linked.value}
          press={() => toggleSignal(linked)}
        />
        <IconButton name="Fit" title="Fit (F)" icon="fit" small press={page.resetCamera} />
      </div>
    </Toolbar>
  );
}
