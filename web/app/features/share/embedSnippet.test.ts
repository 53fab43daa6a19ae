import { parseEmbedSettings } from '@iklab/element';
import { expect, test } from 'vitest';
import { type EmbedChoice, embedFrameUrl, embedSnippet } from './embedSnippet.ts';

const choice: EmbedChoice = {
  base: 'https://iklab.example/1/',
  fragment: '#s=1.abc&view=2',
  name: 'Two "arms" & a ring',
  size: '16 : 9',
  ui: ['panes', 'transport'],
  hide: ['targets'],
  starts: 'paused',
  theme: 'dark',
  poster: '',
  asIframe: false,
};

test('the snippet names script, run and choices, and contains a plain link as fallback', () => {
  expect(embedSnippet(choice)).toBe(
    `<script type="module" src="https://iklab.example/1/ik-lab.js"></script>
<ik-lab src="https://iklab.example/1/#s=1.abc&amp;view=2"
        ui="panes,transport"
        hide="targets"
        theme="dark"
        label="Two &quot;arms&quot; &amp; a ring"
        style="aspect-ratio: 16 / 9"
        paused>
  <a href="https://iklab.example/1/#s=1.abc&amp;view=2">Two &quot;arms&quot; &amp; a ring, a run in IK Lab</a>
</ik-lab>`,
  );
});

test('the address of a frame encodes the same choices', () => {
  const address = new URL(embedFrameUrl(choice));
  expect(address.hash).toBe('#s=1.abc&view=2');
  expect(parseEmbedSettings(address.searchParams)).toMatchObject({
    parts: new Set(['panes', 'transport']),
    hidden: new Set(['targets']),
    theme: 'dark',
    paused: true,
    faults: [],
  });
  expect(embedSnippet({ ...choice, asIframe: true })).toContain(
    '<iframe src="https://iklab.example/1/?embed=1&amp;ui=',
  );
});

test('a poster is embedded in the link with an escaped name, and not in a frame', () => {
  const poster = "data:image/svg+xml,%3Csvg%20a='b'/%3E";
  const lines = embedSnippet({ ...choice, name: `"><script>'&</script>`, poster });
  expect(lines).toContain(
    `<img alt="&quot;>&lt;script>'&amp;&lt;/script>, a run in IK Lab" width="640" height="360"
    style="width: 100%; height: 100%; object-fit: contain"
    src="${poster}"></a>
</ik-lab>`,
  );
  expect(embedSnippet({ ...choice, poster, asIframe: true })).not.toContain('data:');
});
