import type { ComponentChildren } from 'preact';
import { PaperReferences } from '../../../ui/paperReferences.tsx';
import { SubscriptedText } from '../../../ui/subscriptedText.tsx';
import methodsCss from '../methods.module.css';
import css from './closedForm.module.css';
import { ClosedFormEquation } from './closedFormEquation.tsx';
import { closedFormPapers } from './closedFormPapers.ts';
import { SubproblemFigure } from './subproblemFigure.tsx';
import { subproblemPictures } from './subproblemPictures.tsx';

/** The page about the closed form, below its heading. */
export function ClosedFormArticle() {
  return (
    <>
      <p class={methodsCss.lead}>
        All poses in which a six-joint arm reaches a target, computed directly instead of by
        updates.
      </p>
      <Introduction />
      <Chain />
      <Subproblems />
      <ArmClasses />
      <Section title="No closed form">
        <p>
          For any other arm, the result names the smallest deviations, such as “axes 4, 5, 6 miss a
          common point by 12 mm, axes 2, 3, 4 are 3° from parallel”. Searches from the start pose
          and from random poses then look for solutions. Their result is “found 5”, never “all”:
          there may be others.
        </p>
      </Section>
      <Section title="Rounded axes">
        <p>
          Files round angles and lengths. Axes within 10⁻⁵ rad of parallel count as parallel, and
          axes that miss a common point by at most 10⁻⁵ of the arm’s length count as meeting. Each
          solution then takes steps of Newton’s method on the arm as it is. It counts if its
          residual error is at most 10⁻¹² (metres and radians; for arms longer than 1 m, per metre)
          and no joint has moved by more than 0.05 rad. Solutions within 10⁻⁷ rad of each other are
          one.
        </p>
      </Section>
      <Section title="Singular poses">
        <p>
          A singular pose can leave an angle free. If axes 4 and 6 are in line, for example, only
          one combination of q₄ and q₆ is determined. These solutions are a <em>family</em>: the
          free angle keeps its value from the start pose, and the solution is marked.
        </p>
        <p>
          At the edge of the reach, two solutions coincide: a double root. Rounding may have moved
          the equation just past it. The root is therefore listed on both sides, and Newton’s method
          decides.
        </p>
      </Section>
      <Section title="Seven joints">
        <p>
          A seventh joint leaves one degree of freedom: the solutions form curves. At each value of
          one parameter, the closed form applies again:
        </p>
        <ul class={css.list}>
          <li>
            <b>The swivel angle</b> of the elbow about the line from shoulder to wrist, if axes 1,
            2, 3 meet in the shoulder and axes 5, 6, 7 in the wrist (iiwa).
          </li>
          <li>
            <b>The value of a joint</b> without which the other six have a closed form (joint 7 of
            the Panda; joint 1 of the Gen3 if its wrist axes meet, which they miss by 0.35 mm in its
            URDF file).
          </li>
        </ul>
      </Section>
      <Proofs />
      <Measurements />
      <PaperReferences references={closedFormPapers} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={css.text}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Introduction = () => (
  <Section title="The idea">
    <p>
      A target with position and orientation constrains six degrees of freedom. An arm with six
      revolute joints therefore has only a few solutions. If some of its axes meet in a point or are
      parallel, its equations separate into subproblems with one to three angles. Except in singular
      poses, the classes below have at most 8 solutions, and none is missing.
    </p>
    <p>
      A closed form is not a method: it makes no updates and has no parameters. A method that
      reaches the target ends in one of these solutions. Which one depends on the start pose and on
      the method.
    </p>
    <p>
      A solution keeps its number, 1 to 8, while the target moves. The number stands for the signs
      of shoulder, elbow and wrist, which are the signs of the three factors of det J: they only
      change in a singular pose. If these signs do not tell the solutions apart, the order of the
      joint values does.
    </p>
  </Section>
);

const Chain = () => (
  <Section title="The chain">
    <p>
      An axis is a unit vector h and a point o on it, in the frame of the base with all joints at 0.
      They define the twist ξ of the joint. The pose of the end effector is a product of
      exponentials:
    </p>
    <ClosedFormEquation name="chain" />
    <p>
      <SubscriptedText text="For a goal with rotation R and position p, two equations remain. R_0i is the product of the first i rotations, and p_ij points from o_i to o_j. At q = 0, R_T is the rotation of the end effector, and p_6T points to it from o_6:" />
    </p>
    <ClosedFormEquation name="goal" />
    <p>
      A point may be anywhere on its axis. Where axes meet, it is moved to the common point, so that
      its vector disappears from the sum.
    </p>
  </Section>
);

const SUBPROBLEMS = [
  {
    title: 'A vector onto another',
    solutions: 'One. If the vectors are not on one circle, it brings p₁ closest to p₂.',
    degenerate: 'p₁ or p₂ on the axis k: every angle.',
  },
  {
    title: 'Two circles on a sphere',
    solutions: 'Two; one where the circles touch; otherwise none.',
    degenerate:
      'Parallel axes: only one combination of the angles is determined. A vector on its own axis: its angle is free.',
  },
  {
    title: 'Circle and sphere',
    solutions:
      'Two; one where they touch; otherwise none. It is subproblem 4 with h\u00a0=\u00a0p₂.',
    degenerate: 'p₁ or p₂ on the axis k: the distance is constant, so every angle or none.',
  },
  {
    title: 'Circle and plane',
    solutions: 'Two; one where they touch; otherwise none.',
    degenerate: 'p on the axis k, or h along k: the height is constant, so every angle or none.',
  },
  {
    title: 'Circle and surface of revolution',
    solutions:
      'Up to four. Height along k₂ and length do not depend on θ₂; these two equations are subproblem 6 for θ₁ and θ₃. Subproblem 1 gives θ₂.',
    degenerate: 'p₁ on k₁, or p₃ on k₃: this angle is free. Both sides on the axis k₂: θ₂ is free.',
  },
  {
    title: 'Two equations, two angles',
    solutions:
      'Up to four. (cos θ₂, sin θ₂) is a linear function of (cos θ₁, sin θ₁) and has length 1: a quartic in tan ½θ₁.',
    degenerate: 'An angle that is in neither equation is free.',
  },
] as const;

const Subproblems = () => (
  <section>
    <h2>Six subproblems</h2>
    <p class={css.intro}>
      R(k, θ) is the rotation by θ about the unit vector k. Subproblems 1 to 3 are Paden’s, 4 to 6
      those of Elias & Wen.
    </p>
    <ClosedFormEquation name="rotation" />
    {SUBPROBLEMS.map(({ title, solutions, degenerate }, i) => (
      <section key={title} class={css.subproblem}>
        <div class={css.text}>
          <h3>
            {i + 1} · {title}
          </h3>
          <ClosedFormEquation name={`subproblem${i + 1}`} />
          <p>
            <b>Solutions:</b> {solutions}
          </p>
          <p>
            <b>Degenerate:</b> {degenerate}
          </p>
        </div>
        <SubproblemFigure picture={subproblemPictures[i] as (typeof subproblemPictures)[0]} />
      </section>
    ))}
  </section>
);

const WRIST = 'then the wrist';

/** In the order in which the library tries them (wasm/src/iklab/analytic/arm_class.cpp). */
const CLASSES = [
  [
    '4, 5, 6 meet; 2, 3 parallel',
    `q₁ (4), q₃ (3), q₂ (1), ${WRIST}`,
    'Puma 560, KR 6, IRB 120, M-10iA',
  ],
  [
    '2, 3, 4 parallel; 5, 6 meet',
    'q₁ (4), q₅ (4), q₆ (1), q₂ + q₃ + q₄ (1), q₃ (3), q₂ (1)',
    'UR family',
  ],
  [
    '4, 5, 6 meet; 1, 2 meet',
    `q₃ (3), q₁ and q₂ (2), ${WRIST}`,
    'Gen3 (if its wrist axes meet) with joint 1 held; reversed: Panda with joint 7 held',
  ],
  ['4, 5, 6 meet; 2, 3 meet', `q₁ (3), q₂ and q₃ (2), ${WRIST}`, ''],
  ['4, 5, 6 meet', `q₁ and q₃ (5), q₂ (1), ${WRIST}`, ''],
  ['1, 2, 3 parallel; 5, 6 meet', 'q₄ (4), q₅ (4), q₆ (1), q₁ + q₂ + q₃ (1), q₂ (3), q₁ (1)', ''],
  ['1, 2, 3 parallel; 4, 5 meet', 'q₄ and q₅ (2), q₆ (1), q₁ + q₂ + q₃ (1), q₂ (3), q₁ (1)', ''],
  ['2, 3, 4 parallel', 'q₁ and q₅ (6), q₆ (1), q₂ + q₃ + q₄ (1), q₃ (3), q₂ (1)', ''],
] as const;

const ArmClasses = () => (
  <section>
    <h2>Arms with a closed form</h2>
    <p class={css.intro}>
      The first class whose conditions hold is used. Each class also exists in reverse, from the end
      effector to the base, where axis i is axis 7 − i. Numbers in parentheses are subproblems.
      “Wrist” is q₅ (4), q₄ (1), q₆ (1).
    </p>
    <table class={css.classes}>
      <thead>
        <tr>
          <th scope="col">Axes</th>
          <th scope="col">Order of solution</th>
          <th scope="col">Arms</th>
        </tr>
      </thead>
      <tbody>
        {CLASSES.map(([axes, order, arms]) => (
          <tr key={axes}>
            <th scope="row">{axes}</th>
            <td>{order}</td>
            <td>{arms}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Proofs = () => (
  <Section title="Proofs">
    <p>
      <b>Reached, certified</b>: an exact solution lies within r of the pose. F is the position
      error, as a share of the arm’s length, and the orientation error, with a bound of their
      rounding errors. β is 1/σₘ for the smallest singular value of F′, and K a bound on F″ over all
      poses, from the lengths of the links. Newton’s method from the pose then converges
      (Kantorovich; Polyak for more joints than equations):
    </p>
    <ClosedFormEquation name="certificate" />
    <p>
      The certificate includes the limits if every joint stays within them up to the distance r.
      Near singular poses, β is large, and nothing is proven.
    </p>
    <p>
      <b>Out of reach, proven</b>: no pose of the arm reaches the target. A search that fails proves
      nothing; these bounds do, in this order:
    </p>
    <ul class={css.list}>
      <li>The links cannot span the distance to the target, or cannot fold so far.</li>
      <li>
        A subproblem has no solution for any goal nearby, such as “23 mm beyond what links 2 and 3
        can span”.
      </li>
      <li>
        For planar chains with limits: each box of joint values is too far from the target, or is
        halved.
      </li>
    </ul>
  </Section>
);

const Measurements = () => (
  <Section title="Measurements">
    <ul class={css.list}>
      <li>
        100 000 random poses of each of 26 arms: the pose that made the goal was found each time, to
        10⁻⁹ rad except for 19 poses beside double roots (10⁻⁶ rad).
      </li>
      <li>Residual errors are at most 5 · 10⁻¹⁴ m and rad.</li>
      <li>
        A goal takes 7 to 10 µs in native code; with seven joints and a given parameter, 8 to 10 µs.
      </li>
      <li>
        100 000 goals that a pose reaches, of each of 48 arms: none was reported as out of reach.
      </li>
    </ul>
  </Section>
);
