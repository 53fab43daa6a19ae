/** Hostile robot descriptions: short ones that expand to very long ones, and invalid ones. */
import { corruptText } from './hostile.ts';
import type { Random } from './random.ts';

export interface HostileRobotFiles {
  /** Path of the description among the files. */
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
}

const repeatLines = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n');

/** Returns how often to repeat something: usually a few times, rarely up to `most` times. */
const drawCount = (random: Random, most: number): number => Math.floor(random.logUniform(1, most));

const NUMBERS = [
  '0',
  '1',
  '-1',
  '1e15',
  '-1e15',
  '1e-320',
  '1e308',
  'nan',
  'inf',
  '',
  '1,5',
  '0x1',
];
const NAMES = ['a', 'b', '__proto__', 'constructor', 'tool0', '&lt;b&gt;', '&#x202e;x', 'x y', ''];

const drawNumbers = (random: Random): string =>
  Array.from({ length: random.pick([3, 3, 3, 2, 40]) }, () => random.pick(NUMBERS)).join(' ');

/**
 * Makes a URDF with links in a chain, a star or a binary tree, sometimes with mimic joints or
 * missing parents.
 */
function makeUrdf(random: Random): HostileRobotFiles {
  const count = drawCount(random, 4500);
  const name = random.chance(0.1) ? () => random.pick(NAMES) : (i: number) => `l${i}`;
  const above = random.pick([(i: number) => i, () => 0, (i: number) => i >> 1]);
  const leads = random.pick([
    (i: number) => i + 1,
    (i: number) => i - 1,
    () => 0,
    (i: number) => i * 7,
  ]);
  const [follow, lost, odd] = [random.chance(0.3), random.chance(0.2), random.chance(0.2)];
  const mesh = random.chance(0.3) ? drawCount(random, 12_000) : 0;
  const type = random.pick(['revolute', 'continuous', 'fixed', 'prismatic', 'planar', 'floating']);
  const visuals = repeatLines(
    mesh,
    (i) => `<visual><geometry><mesh filename="package://p${i % 9}/m${i}.stl"/></geometry></visual>`,
  );
  const joints = repeatLines(count, (i) => {
    const parent = lost ? `${name(i)}_lost`.padEnd(30, 'xyz') : name(above(i));
    const origin = odd ? `<origin xyz="${drawNumbers(random)}" rpy="${drawNumbers(random)}"/>` : '';
    const mimic = follow
      ? `<mimic joint="j${leads(i)}" multiplier="${random.pick(NUMBERS)}"/>`
      : '';
    return `<joint name="j${i}" type="${type}"><parent link="${parent}"/><child link="${name(i + 1)}"/>${origin}<limit lower="-1" upper="1"/>${mimic}</joint>`;
  });
  const links = repeatLines(count + 1, (i) => `<link name="${name(i)}"/>`);
  const text = `<robot name="r"><link name="look">${visuals}</link>${links}${joints}</robot>`;
  return { file: 'r.urdf', files: new Map([['r.urdf', text], ...makeMeshFiles(random)]) };
}

/** Returns empty mesh files in many folders, sometimes all with the same name. */
function makeMeshFiles(random: Random): [string, string][] {
  const isSameName = random.chance(0.3);
  return Array.from({ length: drawCount(random, 2000) }, (_, i) => [
    `dir${i}/deep/${isSameName ? 'x' : `m${i}`}.stl`,
    '',
  ]);
}

const LARGE_LISTS = [
  '[0]*900000',
  "'ab'*400000",
  'range(900000)',
  '[[0]*900000]*100000',
  '[[]]*1000000',
];
const FUNCTION_NAMES = [
  'sum',
  'sorted',
  'len',
  'str',
  'list',
  'reversed',
  'max',
  'enumerate',
  'tuple',
  'dict',
];

/** Returns a nested expression of large lists, which make each other larger. */
function makeExpression(random: Random, depth = 3): string {
  const inner = (): string => makeExpression(random, depth - 1);
  if (depth === 0)
    return random.pick([...LARGE_LISTS, '1', "'%s'", '(0,)', '2**4000', "'1'*900000"]);
  return random.pick([
    () => `${random.pick(FUNCTION_NAMES)}(${inner()})`,
    () => `map(${random.pick(FUNCTION_NAMES)}, ${inner()})`,
    () => `${inner()} ${random.pick(['+', '*', 'in', '==', '%', '<'])} ${inner()}`,
    () => `[${inner()} for x in ${inner()}]`,
    () => `zip(${inner()}, ${inner()})`,
    () => `(${inner()})[0]`,
    () => `(${inner()}, ${inner()})`,
    () => `float(${inner()})`,
  ])();
}

function makeYaml(random: Random): string {
  const count = drawCount(random, 60_000);
  return random.pick([
    () => random.pick(['[', '{', '- ', '? ', '{a: ']).repeat(count),
    () => repeatLines(Math.min(count, 1500), (i) => `${' '.repeat(i)}a:`),
    () => `a: &a 1\nb:\n${'- *a\n'.repeat(count)}`,
    () =>
      repeatLines(
        Math.min(count, 40),
        (i) => `a${i}: &a${i} [${i ? `*a${i - 1}, *a${i - 1}` : 1}]`,
      ),
    () =>
      `a: ${random.pick(['1', '.', '_', '0x', '1:'])}${'1'.repeat(count)}${random.pick(['', 'x'])}`,
    () => repeatLines(count, (i) => `k${i}: {x: ${i}, y: [${i}]}`),
    () => `a: !degrees ${makeExpression(random, 2)}`,
    () => 'a: &a [1, *a]\nb: *nothing',
  ])();
}

function makeXacro(random: Random): HostileRobotFiles {
  const count = drawCount(random, 20_000);
  const body = random.pick([
    () => repeatLines(count, (i) => `<xacro:include filename="no${i}.xacro"/>`),
    () => repeatLines(count, (i) => `<x a="$(find p${i})"/>`),
    () => `<xacro:property name="x" value="\${${makeExpression(random)}}"/><link name="\${x}"/>`,
    () => `<xacro:property name="y" value="\${xacro.load_yaml('y.yaml')}" lazy_eval="false"/>`,
    () =>
      `<xacro:property name="p0" value="ab"/>${repeatLines(40, (i) => `<xacro:property name="p${i + 1}" value="\${p${i}}\${p${i}}"/>`)}<link name="\${p40}"/>`,
    () =>
      `<xacro:macro name="m" params="n"><xacro:if value="\${n > 0}"><xacro:m n="\${n - 1}"/><xacro:m n="\${n - 1}"/></xacro:if></xacro:macro><xacro:m n="${random.integer(0, 99)}"/>`,
  ])();
  const text = `<robot name="r" xmlns:xacro="x">${body.replaceAll(/ (<|&)(?= )/g, ' &lt;')}<link name="a"/></robot>`;
  const files = new Map([
    ['r.xacro', text],
    ['y.yaml', makeYaml(random)],
    ...makeMeshFiles(random),
  ]);
  return { file: 'r.xacro', files };
}

function makeMjcf(random: Random): HostileRobotFiles {
  const count = drawCount(random, 20_000);
  const classes = repeatLines(drawCount(random, 20_000), (i) => `<default class="c${i}"/>`);
  const named = random.pick([(i: number) => `c${i}`, (i: number) => `d${i}`.padEnd(30, 'cd')]);
  const body = random.pick([
    () => repeatLines(count, (i) => `<geom class="${named(i)}" size="1"/>`),
    () => repeatLines(count, () => '<site name="s"/>'),
    () => repeatLines(count, () => '<body name="b"><joint name="j"/></body>'),
    () =>
      `${'<frame pos="1 0 0">'.repeat(Math.min(count, 490))}${'</frame>'.repeat(Math.min(count, 490))}`,
  ])();
  const wide = repeatLines(drawCount(random, 20_000), (i) => `<n${i} a${i}="1"/><geom a${i}="1"/>`);
  const defaults = random.chance(0.5) ? `<default>${wide}${classes}</default>` : '';
  const text = `<mujoco>${defaults}<worldbody><body name="r"><joint name="j"/>${body}</body></worldbody></mujoco>`;
  return { file: 'r.xml', files: new Map([['r.xml', text]]) };
}

/**
 * Makes an SDF with names in a circle, models in models, and includes of the file itself and of a
 * large one.
 */
function makeSdf(random: Random): HostileRobotFiles {
  const count = drawCount(random, 6000);
  const type = random.pick(['revolute', 'fixed', 'universal', 'ball', 'screw', 'gearbox', 'x']);
  const above = random.pick([(i: number) => i - 1, () => 0, (i: number) => i + 1]);
  const relative = random.pick([
    '',
    'relative_to="lNEXT"',
    'relative_to="jNEXT"',
    'relative_to="a::a::b"',
  ]);
  const numbersOf = random.chance(0.3) ? () => drawNumbers(random) : () => '1 0 0';
  const body = random.pick([
    () =>
      repeatLines(count, (i) => {
        const pose = `<pose ${relative.replace('NEXT', String(above(i)))}>${numbersOf()} 0 0 1</pose>`;
        return `<link name="l${i}">${pose}</link><joint name="j${i}" type="${type}"><parent>l${above(i)}</parent><child>l${i}</child><axis><xyz>${numbersOf()}</xyz></axis></joint>`;
      }),
    () => {
      const depth = Math.min(count, 240);
      return `${'<model name="a">'.repeat(depth)}<link name="b"/>${'</model>'.repeat(depth)}`;
    },
    () =>
      repeatLines(
        Math.min(count, 2000),
        () => `<include><uri>${random.pick(['r.sdf', 'p.sdf', 'none', 'p'])}</uri></include>`,
      ),
    () => repeatLines(count, (i) => `<frame name="f${i}" attached_to="f${above(i)}"/>`),
  ])();
  const joint = '<joint name="j" type="revolute"><parent>world</parent><child>l0</child></joint>';
  const text = `<sdf version="${random.pick(['1.4', '1.6', '1.12', '9', ''])}"><model name="m">${joint}${body}</model></sdf>`;
  const part = `<sdf version="1.9"><model name="p">${repeatLines(drawCount(random, 9000), (i) => `<link name="l${i}"/>`)}<include><uri>p.sdf</uri></include></model></sdf>`;
  return {
    file: 'r.sdf',
    files: new Map([
      ['r.sdf', text],
      ['p.sdf', part],
    ]),
  };
}

function makeBvh(random: Random): HostileRobotFiles {
  const [depth, channels] = [drawCount(random, 1200), drawCount(random, 100_000)];
  const words = ' Xrotation'.repeat(random.chance(0.5) ? 3 : channels);
  const channelCount = random.chance(0.8) ? words.split(' ').length - 1 : channels;
  const joint = (i: number) =>
    `${i ? 'JOINT' : 'ROOT'} j${i}\n{\nOFFSET 1 0 0\nCHANNELS ${channelCount}${words}`;
  const frames = drawCount(random, 1e9);
  const motion = `MOTION\nFrames: ${frames}\nFrame Time: ${random.pick(['0.1', '1e-300', '0', 'x'])}\n`;
  const rows = `${'1 '.repeat(3 * depth)}\n`.repeat(Math.min(frames, 3));
  const text = `HIERARCHY\n${repeatLines(words.length > 99 ? 1 : depth, joint)}\n${'}\n'.repeat(words.length > 99 ? 1 : depth)}${motion}${rows}`;
  return { file: 'r.bvh', files: new Map([['r.bvh', text]]) };
}

/**
 * Makes a glTF with skeletons, with or without skins, maps and animations; any value may be
 * invalid.
 */
function makeGltf(random: Random): HostileRobotFiles {
  const count = drawCount(random, 25_000);
  const odd = random.chance(0.3);
  const any = (usual: unknown): unknown =>
    odd && random.chance(0.2) ? random.pick([null, -1, 0.5, 1e308, 4e9, 'x', [], {}]) : usual;
  const above = random.pick([(i: number) => i - 1, () => 0, (i: number) => i >> 1]);
  const children: number[][] = Array.from({ length: count }, () => []);
  for (let i = 1; i < count; i++) children[Math.min(above(i), i - 1)]?.push(i);
  const nodes = children.map((below, i) => ({
    name: any(`j${i}`),
    translation: any([0, 1, 0]),
    children: any(below),
  }));
  const node = (): unknown => any(random.integer(0, count));
  const list = (most: number, make: (i: number) => unknown): unknown =>
    any(Array.from({ length: drawCount(random, most) }, (_, i) => make(i)));
  const channel = () => ({
    sampler: any(random.integer(0, 3)),
    target: any({ node: node(), path: random.pick(['rotation', 'translation', 'scale']) }),
  });
  const accessor = (type: string, length: number) =>
    any({
      componentType: 5126,
      type,
      count: any(length),
      bufferView: any(random.pick([0, undefined])),
    });
  const keys = drawCount(random, 1e7);
  const json = {
    nodes: any(nodes),
    ...(random.chance(0.3) && { skins: any([{ joints: list(2000, node) }]) }),
    ...(random.chance(0.6) && {
      animations: list(20, () => ({
        channels: list(2000, channel),
        samplers: list(4, () => ({ input: any(0), output: any(1), interpolation: any(undefined) })),
      })),
    }),
    ...(random.chance(0.4) && {
      extensions: {
        VRM: any({
          humanoid: any({ humanBones: list(50_000, (i) => any({ bone: `b${i}`, node: node() })) }),
        }),
      },
    }),
    accessors: any([accessor('SCALAR', keys), accessor('VEC4', keys)]),
    bufferViews: any([{ buffer: any(0), byteLength: 64 }]),
    buffers: any([{ byteLength: 64, uri: `data:;base64,${'A'.repeat(88)}` }]),
  };
  return { file: 'r.gltf', files: new Map([['r.gltf', JSON.stringify(json)]]) };
}

/** Returns a random hostile description; one in five is also damaged. */
export function makeHostileRobot(random: Random): HostileRobotFiles {
  const made = random.pick([
    makeUrdf,
    makeUrdf,
    makeXacro,
    makeXacro,
    makeMjcf,
    makeSdf,
    makeBvh,
    makeGltf,
  ])(random);
  if (!random.chance(0.2)) return made;
  const torn = corruptText(random, made.files.get(made.file) ?? '');
  return { ...made, files: new Map([...made.files, [made.file, torn]]) };
}
