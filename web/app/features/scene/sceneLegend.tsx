import type { Page } from '../../page.ts';
import css from './sceneLegend.module.css';

// A new element per use, because a shared element belongs to the first document that shows it.
const SWATCHES = {
  target: () => <circle cx="12" cy="6" r="4.6" class={css.ring} />,
  'still missing': () => <path d="M1 6h22" class={css.gap} />,
  'path of the end effector': () => <path d="M1 9.5C7 9 9 2.5 15 3s4 3 8 3" class="trail" />,
  'start pose': () => <path d="M2 10 9 3l12 4" class={css.ghost} />,
};

const LIMIT = {
  'joint at its limit': () => <path d="M7 9a5.4 5.4 0 1 1 10 0" class={css.limit} />,
};

export function SceneLegend({ page }: { page: Page }) {
  const scene = page.doc.session.value?.scene;
  const limited = scene?.tree.joints.some((joint) => joint.limits !== null);
  return (
    <ul class={`${css.pictureKey} small`} aria-label="Legend">
      {Object.entries({ ...SWATCHES, ...(limited ? LIMIT : {}) }).map(([name, drawing]) => (
        <li key={name}>
          <svg width="24" height="12" viewBox="0 0 24 12" aria-hidden="true">
            {drawing()}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
