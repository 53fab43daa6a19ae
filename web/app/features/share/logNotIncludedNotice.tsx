import type { Page } from '../../page.ts';
import css from './shareDialog.module.css';

export function LogNotIncludedNotice({ page: { doc }, instead }: { page: Page; instead: string }) {
  const played = doc.session.value?.instances.find(({ externalPanel }) => externalPanel);
  if (!played) return null;
  return (
    <p class={css.carried}>
      The log {played.label.value} is not included: {instead}
      {doc.session.value?.targetsAreExternal &&
        ' Here, its goals move the targets. Without the log, the targets stay where the scene has them, so the run differs.'}
    </p>
  );
}
