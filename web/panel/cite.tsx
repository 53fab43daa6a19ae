import type { Reference } from '../scenario/catalogue.ts';
import { bibtex } from '../session/bibtex.ts';
import { Copy } from './copy.tsx';

/** The paper of a method. */
export function Cite({ reference }: { reference: Reference }) {
  const { text, doi } = reference;
  return (
    <section class="cite">
      <h3>Reference</h3>
      <p>{text}</p>
      <p class="cite-ways">
        {doi && (
          <a href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
            doi {doi}
          </a>
        )}
        <Copy class="plain" name="BibTeX" text={async () => bibtex(reference)} />
      </p>
    </section>
  );
}
