import { pageAddress } from '@iklab/core/document';
import { publishedTables, replicationFindings } from '@iklab/study/published';
import css from './papersOverview.module.css';
import type { PublishedResultsState } from './publishedResultsState.ts';

export function ReplicationFindings({ state }: { readonly state: PublishedResultsState }) {
  return (
    <section class={css.found}>
      <h2>Errata we found</h2>
      <ul>
        {replicationFindings.map(({ table, variant, lead, rest }) => (
          <li key={lead}>
            <a
              href={pageAddress('studies', table)}
              onClick={() => {
                const match = publishedTables.find(({ id }) => id === table);
                if (match) state.choose(match, { variant });
              }}
            >
              {lead}
            </a>{' '}
            {rest}
          </li>
        ))}
      </ul>
    </section>
  );
}
