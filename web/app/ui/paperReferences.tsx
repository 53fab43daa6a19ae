import { bibtex, citationText, type PaperReference } from '@iklab/core/scenario/methods';
import { CopyButton } from './copyButton.tsx';

export function PaperReferences({ references }: { references: readonly PaperReference[] }) {
  return (
    <section class="cite">
      <h3>{references.length > 1 ? 'References' : 'Reference'}</h3>
      {references.map((reference) => (
        <Paper key={reference.title} reference={reference} />
      ))}
    </section>
  );
}

function Paper({ reference }: { reference: PaperReference }) {
  const { doi } = reference;
  return (
    <>
      <p class="small">{citationText(reference)}</p>
      <p class="cite-ways small">
        {doi && (
          <a href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
            doi {doi}
          </a>
        )}
        <CopyButton class="plain" name="BibTeX" text={async () => bibtex(reference)} />
      </p>
    </>
  );
}
