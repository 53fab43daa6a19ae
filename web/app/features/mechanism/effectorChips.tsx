import type { EffectorGoal, LoadedRobot } from '@iklab/robots';
import { useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

const GOAL_TEXTS = { pose: 'position and orientation', position: 'position only' } as const;
const FEW = 6; // Effectors that are listed without a search.

/** Shows up to `most` links that can become effectors. A search finds further links. */
export function EffectorChips({ robot, most }: { robot: LoadedRobot; most: number }) {
  const [wanted, find] = useState('');
  const [all, show] = useState(false);
  const [fault, setFault] = useState('');
  const { effectorGoals } = robot;
  const candidates = robot.imported.offered.filter((link) => !effectorGoals.has(link));
  const setGoal = (link: string, goal: EffectorGoal | null): void =>
    setFault(robot.setEffector(link, goal).join(' '));
  const usual: EffectorGoal = [...effectorGoals.values()].includes('pose') ? 'pose' : 'position';
  const meant = (link: string): boolean => link.toLowerCase().includes(wanted.trim().toLowerCase());
  const found = [...effectorGoals.keys()].filter(meant);
  const offered = candidates.filter(meant);
  const showsAll = all || wanted.trim() !== '';
  const [on, off] = [
    showsAll ? found : found.slice(0, shortCount(effectorGoals)),
    showsAll ? offered : offered.slice(0, most),
  ];
  const more = found.length + offered.length - on.length - off.length;
  return (
    <div class="effectors">
      {effectorGoals.size + candidates.length > FEW + most && (
        <input
          type="search"
          class="find-effector"
          aria-label="Find an effector"
          placeholder={`Find among ${effectorGoals.size + candidates.length} links`}
          value={wanted}
          onInput={({ currentTarget }) => find(currentTarget.value)}
        />
      )}
      <ul aria-label="Effectors">
        {on.map((link) => (
          <li key={link}>
            <Effector robot={robot} link={link} setGoal={setGoal} />
          </li>
        ))}
        {off.map((link) => (
          <li key={link}>
            <button
              type="button"
              class="effector"
              title={`Make ${link} an effector`}
              onClick={() => setGoal(link, usual)}
            >
              <Icon name="plus" size={12} />
              <b class="one-line">{link}</b>
            </button>
          </li>
        ))}
        {more > 0 && (
          <li>
            <button type="button" class="effector" onClick={() => show(true)}>
              {more} more
            </button>
          </li>
        )}
      </ul>
      {on.length + off.length === 0 && <p class="remark">No link has this name.</p>}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

const shortCount = ({ size }: LoadedRobot['effectorGoals']): number => (size > FEW ? 2 : size);

interface EffectorProps {
  readonly robot: LoadedRobot;
  readonly link: string;
  readonly setGoal: (link: string, goal: EffectorGoal | null) => void;
}

function Effector({ robot: { effectorGoals }, link, setGoal }: EffectorProps) {
  const goal = effectorGoals.get(link) ?? 'position';
  return (
    <Menu
      class="effector on"
      name={`${link}, ${GOAL_TEXTS[goal]}`}
      items={[
        ...(['pose', 'position'] as const).map((each) => ({
          label: GOAL_TEXTS[each],
          note: each === goal ? 'current' : '',
          act: () => setGoal(link, each),
        })),
        { label: 'not an effector', act: () => setGoal(link, null) },
      ]}
    >
      <i>{[...effectorGoals.keys()].indexOf(link) + 1}</i>
      <b class="one-line">{link}</b>
      <small>{goal}</small>
      <Icon name="down" size={12} />
    </Menu>
  );
}

/** Returns text such as `1 of 6`. */
export const effectorCountText = ({ effectorGoals, imported }: LoadedRobot): string =>
  `${effectorGoals.size} of ${imported.offered.length}`;
