/** Random URDF files and DH tables, for comparing the starts of all interfaces. */

/** Returns functions that draw reproducible random numbers (Park and Miller). */
function draws(seed) {
  let x = seed;
  const unit = () => {
    x = (x * 48271) % 2147483647;
    return x / 2147483647;
  };
  return {
    below: (most) => Math.floor(unit() * most),
    between: (low, high) => Number((low + (high - low) * unit()).toFixed(4)),
    chance: (share) => unit() < share,
  };
}

const AXES = ['1 0 0', '0 1 0', '0 0 1', '0 -1 0', '0.6 0 0.8'];

export function randomUrdf(seed) {
  const { below, between, chance } = draws(seed);
  const limbs = 1 + (seed % 4);
  const parts = ['<link name="base"/>'];
  const joint = (name, type, parent, child, more) =>
    parts.push(
      `<link name="${child}"/><joint name="${name}" type="${type}">` +
        `<parent link="${parent}"/><child link="${child}"/>${more}</joint>`,
    );
  const count = limbs === 1 ? 3 + below(5) : 3 + below(3);
  const drives = chance(0.2);
  if (drives) joint('drive', 'planar', 'base', 'body', '<axis xyz="0 0 1"/>');
  const rows = Array.from({ length: count }, () => ({
    axis: AXES[below(AXES.length)],
    slides: chance(0.15),
    limits: chance(0.7) ? [between(-3, -0.1), between(0.1, 3)] : null,
    xyz: [between(-0.1, 0.4), between(0, 0.2), between(-0.2, 0.4)],
    rpy: chance(0.4) ? [between(-3, 3), between(-1, 1), 0] : [0, 0, 0],
    follows: chance(0.1),
  }));
  for (let limb = 0; limb < limbs; limb++) {
    const side = limb % 2 === 0 ? 1 : -1;
    rows.forEach(({ axis, slides, limits, xyz: [x, y, z], rpy: [a, b, c], follows }, i) => {
      const [parent, child] = [
        i === 0 ? (drives ? 'body' : 'base') : `l${limb}_${i}`,
        `l${limb}_${i + 1}`,
      ];
      const type = slides ? 'prismatic' : limits ? 'revolute' : 'continuous';
      const [lower, upper] = limits ?? [-0.5, 0.5];
      const mimic = follows && i > 0 ? `<mimic joint="j${limb}_${i}" multiplier="0.5"/>` : '';
      joint(
        `j${limb}_${i + 1}`,
        ...[type, parent, child],
        `<origin xyz="${x} ${side * y} ${z}" rpy="${side * a} ${b} ${side * c}"/><axis xyz="${axis}"/>` +
          `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/>${mimic}`,
      );
    });
    joint(`t${limb}`, 'fixed', `l${limb}_${count}`, `tool${limb}`, '<origin xyz="0.1 0 0.05"/>');
  }
  return `<robot name="random${seed}">\n${parts.join('\n')}\n</robot>\n`;
}

/** Returns a random Denavit–Hartenberg table, with rows of a, alpha, d and theta. */
export function randomDh(seed) {
  const { below, between } = draws(seed);
  const turns = [0, Math.PI / 2, -Math.PI / 2, Math.PI];
  const turn = () => (seed % 2 === 0 ? turns[below(4)] : between(-3, 3));
  const rows = Array.from({ length: 3 + below(5) }, () => [
    ...[between(0, 0.5), turn(), between(-0.2, 0.4), turn()],
  ]);
  return { convention: ['standard', 'modified'][seed % 3 === 0 ? 1 : 0], rows };
}
