import type { DhConvention as Convention } from '@iklab/robots/dh';
import type { ComponentChildren } from 'preact';
import css from './mechanism.module.css';

type Line = readonly [string, ComponentChildren];

// A new element per use, because a shared element belongs to the first document that shows it.
const i = () => <sub>i</sub>;
const before = () => <sub>i−1</sub>;

const standardLines = (): readonly Line[] => [
  ['a', <>along x{i()}, distance between the axes</>],
  [
    'α',
    <>
      about x{i()}, rotates z{before()} into z{i()}
    </>,
  ],
  ['d', <>along z{before()}, distance along the axis</>],
  ['θ', <>about z{before()}: joint angle; the value in the table is its offset</>],
];
const modifiedLines = (): readonly Line[] => [
  ['a', <>along x{before()}, distance between the axes</>],
  [
    'α',
    <>
      about x{before()}, rotates z{before()} into z{i()}
    </>,
  ],
  ['d', <>along z{i()}, distance along the axis</>],
  ['θ', <>about z{i()}: joint angle; the value in the table is its offset</>],
];

export function DhConventionHelp({ convention }: { convention: Convention }) {
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
