import { describe, expect, test } from 'vitest';
import { formatRemark } from '../../importRobot.ts';
import { readDhTable } from '../readDh.ts';

const faultsOf = (text: string, file: string) => {
  const table = readDhTable(text, file);
  return table.ok ? JSON.stringify(table.value.rows) : table.faults.map(formatRemark).join('\n');
};
/** a and d of each row. */
const rowsOf = (text: string, file: string) => {
  const table = readDhTable(text, file);
  return table.ok ? table.value.rows.map(({ a, d }) => [a, d]) : table.faults;
};

describe('Python', () => {
  const rows = '# a alpha d theta\ndh = [[1, 0, 2, 0], [3, 0, 4, 0]]\n';
  const array = rows.replace('[[', 'np.array([[').replace(']]', ']])');
  const links = 'links = [RevoluteDH(a=1), RevoluteDH(a=2)]\n';
  const robot = 'DHRobot([RevoluteDH(a=a2)])\n';

  test.each([
    [
      'def f():\n    global dh\n    dh = [[9, 0, 2, 0]]\n',
      '2: dh: "dh" is also assigned in the function of line 3',
    ],
    ['def f(t):\n    t[0][2] = 9\nf(dh)\n', '5: dh: "f(dh)" may change it'],
    ['def f(t):\n    for r in t:\n        r[2] = 9\nf(dh)\n', '6: dh: "f(dh)"'],
    ['def f(t):\n    t.clear()\ndef g(t):\n    f(t)\ng(dh)\n', '7: dh: "g(dh)"'],
    ['class A:\n    def f(self, t):\n        t[0][2] = 9\nA().f(dh)\n', '6: dh: "A().f(dh)"'],
    ['random.shuffle(dh)\n', '3: dh: "random.shuffle(dh)"'],
    ['exec("dh[0][0] = 9")\n', '3: dh: "exec('],
    ['globals()["dh"] = [[9, 0, 0, 0]]\n', '3: dh: '],
    ['from measured import dh\n', '3: dh: `import` sets it'],
    ['with measured() as dh:\n    pass\n', '3: dh: `with` sets it'],
    ['dh[0][2], x = f()\n', '3: dh: "dh[0][2]"'],
  ])('rejects a table that is changed by %j', (code, fault) => {
    expect(faultsOf(rows + code, 'arm.py')).toContain(`arm.py:${fault}`);
  });

  test.each(['np.multiply(dh, 2, out=dh)\n', 'dh.T[0] = 9\n'])(
    'rejects an array that is changed by %j',
    (code) => {
      expect(faultsOf(array + code, 'arm.py')).toContain('arm.py:3: dh: ');
    },
  );

  test.each([
    [
      `a2 = 0.3\ndef f():\n    global a2\n    a2 = 0.5\nf()\n${robot}`,
      'row 1, a: "a2" is also assigned in the function of line 2',
    ],
    [`a2 = 1\ndef f():\n    global a2\n    a2 += 1\nf()\n${robot}`, '"a2" is also assigned'],
    [
      `def make():\n  a2 = 0.3\n  def f():\n    nonlocal a2\n    a2 = 0.5\n  f()\n  ${robot}`,
      '"a2" is also assigned in the function of line 3',
    ],
    [
      'class A:\n    def __init__(self):\n        self.a2 = 0.3\n    def make(self):\n        return DHRobot([RevoluteDH(a=self.a2)])\narm = A()\narm.a2 = 0.5\n',
      'arm.py:7: table: "a2 = …" changes a number',
    ],
    [`${links}setattr(links[0], "a", 9)\nDHRobot(links)`, 'links: "setattr('],
    ['rows = [dict(a=1, alpha=0, d=2)]\nrows[0].update(a=9)\n', 'row 1, a: "rows[0].update(a=9)"'],
    [`a2 = 2 ^ 3\n${robot}`, 'row 1, a: "a2 = 2 ^ 3" is not a number'],
    [`a2 = 5 & 6\n${robot}`, 'row 1, a: "5 & 6" is not a number'],
    [
      '@scaled(2)\ndef make():\n    return DHRobot([RevoluteDH(a=1)])\n',
      'arm.py:2: table: "@scaled(2)" may change what its function returns',
    ],
    ['DHRobot([RevoluteDH(a=round(2.5))])', 'row 1, a: "round(2.5)" is not a number'],
    [
      'def deg2rad(x):\n    y = x * 2\n    return y\nDHRobot([RevoluteDH(alpha=deg2rad(90))])\n',
      'row 1, alpha: "deg2rad(90)" is not a number',
    ],
  ])('rejects numbers that change: %j', (text, fault) => {
    expect(faultsOf(text, 'arm.py')).toContain(fault);
  });

  test.each([
    [
      'init once',
      `def f():\n    global dh\n    # a alpha d theta\n    dh = [[1, 0, 2, 0], [3, 0, 4, 0]]\nf()\n`,
    ],
    [
      'an empty value first',
      `dh = None\ndef f():\n    global dh\n    # a alpha d theta\n    dh = [[1, 0, 2, 0], [3, 0, 4, 0]]\nf()\n`,
    ],
    [
      'a function that reads',
      `${rows}def f(t):\n    T = eye(4)\n    T[0][3] = t[0][0]\n    return T\nf(dh)\n`,
    ],
    ['a function that changes a copy', `${rows}def f(t):\n    t = t.copy()\n    t[0] = 9\nf(dh)\n`],
    ['a local of the same name', `${rows}def f():\n    dh = 5\nf()\n`],
    ['a list that is copied', `${rows}b = list(dh)\nb.append([5, 0, 0, 0])\n`],
    ['a title before its headings', rows.replace('# a alpha d theta', '# DH: a, alpha, d, theta')],
    [
      'joint values as arguments',
      'def f(q1=0, q2=0):\n    # a alpha d theta\n    dh = [[1, 0, 2, q1], [3, 0, 4, q2]]\n    return g(dh)\nf(0.1, 0.2)\n',
    ],
    ['another import', `from numpy import pi, array\n${rows}`],
  ])('reads a table with %s', (_, text) => {
    expect(rowsOf(text, 'arm.py')).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('reads rows of a class of the program in its own order', () => {
    const init =
      'class Link:\n    def __init__(self, a, alpha, d=4, theta=0):\n        self.a = a\n';
    const data = '@dataclass\nclass Link:\n    a: float\n    alpha: float\n    d: float = 4\n';
    const made = 'links = [Link(1, 0, 2), Link(3, 0)]\n';
    expect(rowsOf(init + made, 'arm.py')).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(rowsOf(data + made, 'arm.py')).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('cuts off fractions as int does', () => {
    expect(rowsOf('DHRobot([RevoluteDH(a=int(-2.7))])', 'arm.py')).toEqual([[-2, 0]]);
  });
});

describe('MATLAB', () => {
  const rows = '% a alpha d theta\ndh = [1 0 2 0; 3 0 4 0];\n';
  const links = "L(1) = Revolute('a', 1);\nL(2) = Revolute('a', 2);\n";
  const robot = "SerialLink(Revolute('a', a2));\n";

  test.each([
    [
      `global a2\na2 = 0.3;\nf();\n${robot}function f()\nglobal a2\na2 = 0.5;\nend\n`,
      '"a2" is also assigned in the function of line 5',
    ],
    [
      `function make\na2 = 0.3;\nf();\n${robot}  function f()\n    a2 = 0.5;\n  end\nend\n`,
      '"a2" is also assigned in the function of line 5',
    ],
    [`${rows}[dh(1,3), dh(2,3)] = deal(9, 8);\n`, 'arm.m:3: dh: '],
    [`${rows}load measured.mat\n`, 'arm.m:3: dh: `load` sets it'],
    [`${rows}load('measured.mat');\n`, 'arm.m:3: dh: "load('],
    [`${rows}eval('dh(1,1) = 9;');\n`, 'arm.m:3: dh: "eval('],
    [`a2 = 0.3;\nassignin('base', 'a2', 0.5);\n${robot}`, '"assignin('],
    [`a2 = 0.3;\na2++;\n${robot}`, 'row 1, a: "a2++"'],
    [`a2 = 0.3;\ndo\na2 = a2 + 1;\nuntil a2 > 3\n${robot}`, 'row 1, a: `do` is not supported'],
    [`${links}f(L);\nSerialLink(L);\nfunction f(L)\nL(1).a = 9;\nend\n`, 'arm.m:3: links: "f(L)"'],
    [`S.a = 1; S.alpha = 0; S.d = 2;\nK = S;\nK.a = 9;\nT = {S, K};\n`, 'it has two names'],
  ])('rejects a table that changes: %j', (text, fault) => {
    expect(faultsOf(text, 'arm.m')).toContain(fault);
  });

  test('reads a table that a function gets as a copy, or that eval does not name', () => {
    const kept = [
      [1, 2],
      [3, 4],
    ];
    expect(rowsOf(`${rows}f(dh);\nfunction f(t)\nt(1,1) = 9;\nend\n`, 'arm.m')).toEqual(kept);
    expect(rowsOf(`${rows}eval('T = 3;');\n`, 'arm.m')).toEqual(kept);
  });

  test('negates before it adds', () => {
    expect(rowsOf(`a2 = ~0 + 1;\n${robot}`, 'arm.m')).toEqual([[2, 0]]);
  });

  test('reports a robot whose links are not followed beside a table', () => {
    const read = readDhTable(`${rows}r = SerialLink(flipud(dh));\n`, 'arm.m');
    expect(read.ok && read.remarks.map(formatRemark).join()).toContain(
      'arm.m:3: robot: the links of "SerialLink(flipud(dh))" cannot be followed; the table of line 2 is read',
    );
  });
});

describe('C++', () => {
  const main = (body: string) => `int main() {\n${body}}\n`;
  const rows = '// a alpha d theta\ndouble dh[2][4] = {{1, 0, 2, 0}, {3, 0, 4, 0}};\n';
  const vectors = rows.replace('double dh[2][4]', 'std::vector<Row> dh');
  const links = 'std::vector<RevoluteDH> L = {RevoluteDH(0, a2, 0)};\n';

  test.each([
    ['auto t = dh;\nt[0][0] = 9;\n', '5: dh: it has two names, and one of them may be a copy'],
    ['double& x = dh[0][0];\nx = 9;\n', '4: dh: "dh[0][0]" has a second name'],
    ['double* p = &dh[0][0];\n*p = 9;\n', '4: dh: '],
    ['memcpy(dh, other, sizeof(dh));\n', '4: dh: "memcpy('],
    ['std::swap(dh[0], dh[1]);\n', '4: dh: "std::swap('],
    ['*dh[0] = 9;\n', '4: dh: '],
    ['auto f = [&]() { dh[0][0] = 9; };\n', '4: dh: '],
  ])('rejects rows that are changed by %j', (code, fault) => {
    expect(faultsOf(main(vectors + code), 'arm.cpp')).toContain(`arm.cpp:${fault}`);
  });

  test.each([
    [`${rows}void f(double t[2][4]) { t[0][0] = 9; }\n${main('f(dh);\n')}`, '5: dh: "f(dh)"'],
    [
      `${vectors}void f(std::vector<Row>& t, int n) { t.clear(); }\n${main('f(dh, 2);\n')}`,
      '5: dh: "f(dh, 2)"',
    ],
    [
      `${vectors}void f() { dh = {{9, 0, 2, 0}}; }\n`,
      '2: dh: "dh" is also assigned in the function of line 3',
    ],
    [`${rows}void f(double (&t)[2][4]) { t[1][0] = 7; }\n${main('f(dh);\n')}`, '5: dh: "f(dh)"'],
    [`${vectors}${main('auto t = std::move(dh);\nt[0][0] = 9;\n')}`, '4: dh: "std::move(dh)"'],
  ])('rejects rows that a function changes: %j', (text, fault) => {
    expect(faultsOf(text, 'arm.cpp')).toContain(`arm.cpp:${fault}`);
  });

  test.each([
    [
      `double a2 = 0.3;\nvoid f() { a2 = 0.5; }\n${main(links)}`,
      '"a2" is also assigned in the function of line 2',
    ],
    [
      `void f(double& x) { x = 0.5; }\n${main(`double a2 = 0.3;\nf(a2);\n${links}`)}`,
      '"f(a2)" may change it',
    ],
    [main(`double a2 = 0.3;\ndouble& r = a2;\nr = 0.5;\n${links}`), '"a2" has a second name'],
    [main(`double a2 = 0.3;\ndouble* r = &a2;\n*r = 0.5;\n${links}`), 'row 1, a: '],
    [main(`double a2 = 0.3;\nstd::cin >> a2;\n${links}`), 'row 1, a: "std::cin >> a2"'],
    [main(`double a2 = 0.3;\nscanf("%lf", &a2);\n${links}`), 'row 1, a: "scanf('],
    [main(`double a2 = 0.3;\n++a2;\n${links}`), 'row 1, a: "++a2"'],
    [main(`double a2 = 0.3, b;\na2 = 0.5, b = 1;\n${links}`), 'row 1, a: '],
    [
      main(`double a2 = 1;\nswitch (k) { case 1: a2 = 2; break; default: a2 = 3; }\n${links}`),
      'row 1, a: `switch` is not supported',
    ],
    [main(`double a2 = 1, b = 2;\n(k ? a2 : b) = 7;\n${links}`), 'row 1, a: "(k ? a2 : b)"'],
    [
      main(`double a2 = 1;\ngoto end;\na2 = 2;\nend: use();\n${links}`),
      'arm.cpp:3: program: "goto"',
    ],
    [main(`double a2 = -7 % 3;\n${links}`), 'row 1, a: "-7 % 3" is not a number'],
    [main(`int a2 = 0.7;\n${links}`), 'row 1, a: "0.7" is not a number'],
    [main(`double a2 = 2^3;\n${links}`), 'row 1, a: '],
    [
      main('std::vector<Link> L = {Link(1, 0, 2, 0)};\n'),
      'row 1: the order of the arguments of Link is not known; name them',
    ],
  ])('rejects numbers that change: %j', (text, fault) => {
    expect(faultsOf(text, 'arm.cpp')).toContain(fault);
  });

  test.each([
    ['auto& t = dh;\nt[0][0] = 9;\n', 9],
    ['auto& r = dh[0];\nr[0] = 9;\n', 9],
    ['for (auto& r : dh) r[0] *= 2;\n', 2],
    ['for (auto r : dh) r[0] = 9;\n', 1],
    ['for (const auto& r : dh) use(r[0]);\n', 1],
    ['auto t = dh;\nuse(t);\n', 1],
  ])('follows %j', (code, a) => {
    const [first] = rowsOf(main(vectors + code), 'arm.cpp');
    expect(first).toEqual([a, 2]);
  });

  test('reads constant rows beside statements that are not parsed', () => {
    const fixed = rows.replace('double dh', 'static const double dh');
    const body = 'double q[2] = {0};\nROS_INFO_STREAM("rows" << dh << q);\n';
    expect(faultsOf(rows + main(body), 'arm.cpp')).toContain('arm.cpp:5: dh: ');
    const kept = [
      [1, 2],
      [3, 4],
    ];
    expect(rowsOf(fixed + main(body), 'arm.cpp')).toEqual(kept);
    const printed = main('std::cout << fk(q, dh) << std::endl;\n');
    expect(rowsOf(rows + printed, 'arm.cpp')).toEqual(kept);
    const changed = `${rows}int fk(double t[2][4]) { t[0][0] = 9; }\n${main('std::cout << fk(dh);\n')}`;
    expect(faultsOf(changed, 'arm.cpp')).toContain('arm.cpp:5: dh: "fk(dh)"');
  });

  test.each([
    ['double a2 = 1;\n{ double a2 = 5; }\n', 1],
    ['double a2 = 1;\nif (true) { double a2 = 5; }\n', 1],
    ['double a2 = 1;\n{ a2 = 5; }\n', 5],
    ['double a2 = 010;\n', 8],
  ])('ends names with their block, and reads octal numbers: %j', (code, a) => {
    expect(rowsOf(main(code + links), 'arm.cpp')).toEqual([[a, 0]]);
  });
});
