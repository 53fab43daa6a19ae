import { EDITOR } from '../../run/viewState.ts';
import { resolve } from '../../scenario/resolve.ts';
import { moves } from '../../scenario/trees.ts';
import type { Page } from '../page.ts';

/** Below the name of the mechanism: how much moves, and the way to its editor. */
export function MechanismLine({ page }: { page: Page }) {
  const { joints } = resolve(page.desk.editor.scenario.value).tree;
  const count = joints.filter(moves).length;
  const { inspected } = page.viewState;
  return (
    <p class="mechanism-line">
      {count === 1 ? '1 joint moves' : `${count} joints move`}
      <button
        type="button"
        class="plain"
        aria-pressed={inspected.value === EDITOR}
        onClick={() => {
          inspected.value = inspected.value === EDITOR ? null : EDITOR;
        }}
      >
        Edit
      </button>
    </p>
  );
}
