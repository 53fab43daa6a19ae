import type { DhConvention as Convention } from '@iklab/robots';
import type { ComponentChildren } from 'preact';
import css from './mechanism.module.css';

type Line = readonly [string, ComponentChildren];

// made anew each time: an element that is shared keeps the page that it first stood in
const i = () => <sub>i</sub>;
const before = () => <sub>i−1</sub>;

const standardLines = (): readonly Line[] => [
  ['a', <>along x{i()}, from axis to axis</>],
  [
    'α',
    <>
      about x{i()}, turns z{before()} into z{i()}
    </>,
  ],
  ['d', <>along z{before()}, from foot to foot</>],
  ['θ', <>about z{before()}: the joint itself, and what stands here is added to it</>],
];
const modifiedLines = (): readonly Line[] => [
  ['a', <>along x{before()}, from axis to axis</>],
  [
    'α',
    <>
      about x{before()}, turns z{before()} into z{i()}
    </>,
  ],
  ['d', <>along z{i()}, from foot to foot</>],
  ['θ', <>about z{i()}: the joint itself, and what stands here is added to it</>],
];

/** Which frame a row leads to, and what its numbers are of. */
export function DhConvention({ convention }: { convention: Convention }) {
  const standard = convention === 'standard';
  return (
    <section class={css.convention}>
      <h3>
        {standard
          ? 'Standard: frame i sits at the end of link i'
          : 'Modified: frame i sits on the axis of joint i'}
      </h3>
      <dl>
        {(standard ? standardLines() : modifiedLines()).map(([symbol, text]) => (
          <div key={symbol}>
            <dt>
              <var>{symbol}</var>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
