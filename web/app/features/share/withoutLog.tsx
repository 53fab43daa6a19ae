import type { Page } from '../../page.ts';
import css from './shareDialog.module.css';

/** A log that plays beside the methods stays here. */
export function WithoutLog({ page: { doc }, instead }: { page: Page; instead: string }) {
  const played = doc.session.value?.instances.find(({ given }) => given);
  if (!played) return null;
  return (
    <p class={css.carried}>
      The log {played.label.value} is not in it: {instead}
      {doc.session.value?.targetsGiven &&
        ' Its goals lead the targets here; there they are where the scene has them, and the run is another one.'}
    </p>
  );
}
