import { describe, expect, test } from 'vitest';
import { compilePythonExpression } from './compilePythonExpression.ts';
import { PYTHON_BUILTINS } from './pythonBuiltins.ts';
import { PYTHON_MATH_NAMES } from './pythonMathNames.ts';
import {
  PyNamespace,
  PythonError,
  PythonWorkBudget,
  runWithPythonBudget,
  toPythonRepr,
} from './pythonValues.ts';

const math = new PyNamespace('math', {
  get: (name) => PYTHON_MATH_NAMES.get(name),
  names: () => PYTHON_MATH_NAMES.keys(),
});
const names = {
  get: (name: string) =>
    name === 'math' ? math : (PYTHON_BUILTINS.get(name) ?? PYTHON_MATH_NAMES.get(name)),
  names: () => [...PYTHON_BUILTINS.keys(), ...PYTHON_MATH_NAMES.keys()],
};
const value = (source: string) =>
  runWithPythonBudget(new PythonWorkBudget(), () =>
    toPythonRepr(compilePythonExpression(source)(names)),
  );

/** Expressions, and what Python 3 prints for them. */
const SAYS = String.raw`
1+2*3 → 7 ; 7/2 → 3.5 ; 7//2 → 3 ; -7//2 → -4 ; -7%3 → 2 ; 7%-3 → -2 ; 7.5//-2 → -4.0 ; -7.5%2 → 0.5
5%3*2 → 4 ; (1+2)*(3+4) → 21 ; 2*-3 → -6 ; 2--3 → 5 ; True+1 → 2 ; 10//4.0 → 2.0 ; +5 → 5
2**10 → 1024 ; 2**-1 → 0.5 ; -2**2 → -4 ; 2**3**2 → 512 ; 10.0**-3 → 0.001 ; 2**0.5 → 1.4142135623730951
10**20 → 100000000000000000000 ; 10**-20 → 1e-20 ; 1e16 → 1e+16 ; 1e15 → 1000000000000000.0
1e-4 → 0.0001 ; 1.5e-7 → 1.5e-07 ; 0.1+0.2 → 0.30000000000000004 ; 1/3 → 0.3333333333333333
-0.0 → -0.0 ; .5 → 0.5 ; 5. → 5.0 ; 1e3 → 1000.0 ; float('inf') → inf ; float('nan') → nan
1==1.0 → True ; 1<2<3 → True ; 1<3<2 → False ; 1==1==1 → True ; 'a'<'b' → True ; 2>=2.0 → True
(1,2)==(1,2) → True ; [1]==(1,) → False ; {'a':1}=={'a':1.0} → True ; 1!='1' → True
'x' in 'xyz' → True ; 2 in [1,2] → True ; 'a' in {'a':1} → True ; 3 not in [1,2] → True
None is None → True ; None is not None → False ; not 1 → False ; not not 1 → True ; not (1 in [2]) → True
1 and 2 → 2 ; 0 or 'x' → 'x' ; '' and 1 → '' ; 0 and 1/0 → 0 ; 1 if 0 else 2 → 2 ; 1 if 1 else 1/0 → 1
'a' 'b' → 'ab' ; 'a'+'b'*3 → 'abbb' ; 'x'*0 → '' ; "a'b" → "a'b" ; 'it\'s' → "it's" ; 'a\nb' → 'a\nb'
[1,2]*2 → [1, 2, 1, 2] ; [1]+[2] → [1, 2] ; (1,)+(2,) → (1, 2) ; [[0]*2]*2 → [[0, 0], [0, 0]]
(1,) → (1,) ; () → () ; [] → [] ; {} → {} ; (1,(2,)) → (1, (2,)) ; [1,[2,[3]],] → [1, [2, [3]]]
{'a':1,'b':[1,2]} → {'a': 1, 'b': [1, 2]} ; {1:2,True:3} → {1: 3} ; dict(a=1,b=2) → {'a': 1, 'b': 2}
{'a':{'b':2}}['a']['b'] → 2 ; {'a':{'b':2}}.a.b → 2 ; {'items':1}.items() → [('items', 1)]
[1,2,3][-1] → 3 ; [1,2,3][1:] → [2, 3] ; [1,2,3][::-1] → [3, 2, 1] ; 'hello'[1:3] → 'el' ; (1,2)[:1] → (1,)
'hello'[-3:] → 'llo' ; 'hello'[::2] → 'hlo' ; 'hello'[4:1:-1] → 'oll' ; 'abc'[1] → 'b'
'a,b,c'.split(',') → ['a', 'b', 'c'] ; 'a b  c'.split() → ['a', 'b', 'c'] ; ' '.split() → []
'a,b,c'.split(',',1) → ['a', 'b,c'] ; ''.split(',') → [''] ; '-'.join(['a','b']) → 'a-b'
'abc'.replace('b','x') → 'axc' ; 'aB'.upper() → 'AB' ; 'aB'.lower() → 'ab'
' x '.strip() → 'x' ; 'xxhix'.strip('x') → 'hi' ; 'xhx'.lstrip('x') → 'hx' ; 'xhx'.rstrip('x') → 'xh'
'hello'.startswith('he') → True ; 'hello'.endswith(('lo','x')) → True
{'a':1}.get('b',5) → 5 ; {'a':1}.get('a') → 1 ; {'a':1}.keys() → ['a'] ; {'a':1}.values() → [1]
'aaa'.replace('a','b',2) → 'bba' ; 'aaa'.replace('a','b',0) → 'aaa'
abs(-3) → 3 ; abs(-3.5) → 3.5 ; round(2.5) → 2 ; round(3.5) → 4 ; round(-2.5) → -2 ; round(3.7) → 4
round(2.675,2) → 2.67 ; round(0.125,2) → 0.12 ; round(4.35,1) → 4.3 ; round(25,-1) → 20 ; round(5) → 5
int('42') → 42 ; int(' -7 ') → -7 ; int(-3.9) → -3 ; float('1e3') → 1000.0 ; bool('') → False
str(1.0) → '1.0' ; str([1,'a']) → "[1, 'a']" ; str(True) → 'True' ; len('abc') → 3 ; len({'a':1}) → 1
list('abc') → ['a', 'b', 'c'] ; range(3) → [0, 1, 2] ; range(5,0,-2) → [5, 3, 1] ; tuple([1]) → (1,)
sorted([3,1,2]) → [1, 2, 3] ; sorted(['b','a'],reverse=True) → ['b', 'a'] ; reversed([1,2]) → [2, 1]
zip([1,2],'ab') → [(1, 'a'), (2, 'b')] ; enumerate('ab',1) → [(1, 'a'), (2, 'b')]
sum([1,2.5]) → 3.5 ; min(3,1,2) → 1 ; max([1,5,2]) → 5 ; any([0,1]) → True ; all([]) → True
map(float,['1','2']) → [1.0, 2.0] ; [x*2 for x in range(3)] → [0, 2, 4] ; [x for x in range(5) if x%2] → [1, 3]
[k*v for k,v in {'a':2}.items()] → ['aa'] ; ' '.join(str(x) for x in [1,2.0]) → '1 2.0'
set([1,2,2,True]) → {1, 2} ; set() → set()
set(['l']).issubset(set(['l','r'])) → True
bool(set()) → False
{(1,2):3}[(1,2)] → 3 ; {(1,(2,)):3}[(1,(2,))] → 3 ; ('a','b')==('a,b',) → False
[1,2]<[1,3] → True ; (1,2)<(1,2,0) → True ; [2]>[1,9] → True ; [1]<=[1] → True ; (1,'a')<(1,'b') → True ; []<[] → False
sorted([(2,'b'),(1,'c'),(1,'a')]) → [(1, 'a'), (1, 'c'), (2, 'b')] ; sorted({'b':1,'a':2}.items()) → [('a', 2), ('b', 1)]
sorted(['bb','a','cc'],key=len,reverse=True) → ['bb', 'cc', 'a'] ; sorted(['10','9'],key=int) → ['9', '10']
min(['bb','a'],key=len) → 'a' ; max('aa','b','cc',key=len) → 'aa' ; min([],default=7) → 7 ; max((),default=None) → None
divmod(7,3) → (2, 1) ; divmod(-7,3) → (-3, 2) ; divmod(7.5,2) → (3.0, 1.5) ; sum([1],2) → 3 ; sum([1,2],start=0.5) → 3.5
list(filter(None,[0,1,'',2])) → [1, 2] ; list(filter(bool,[0,1])) → [1] ; ord('a') → 97 ; ord('é') → 233 ; repr('a') → "'a'"
isinstance(1,int) → True ; isinstance(True,int) → True ; isinstance(1.0,(int,str)) → False ; isinstance('a',(int,str)) → True
isinstance([1],list) → True ; isinstance((1,),list) → False ; isinstance(1,bool) → False ; type(1)==int → True ; type('a') is float → False
sum([[1],[2]],[]) → [1, 2] ; sum([(1,),(2,)],()) → (1, 2) ; sum([[1]],start=[0]) → [0, 1] ; sum([True,1.5]) → 2.5
{'a':None}.get('a',5) → None
pi → 3.141592653589793 ; math.sin(0.5) → 0.479425538604203 ; sin(pi/2) → 1.0 ; degrees(pi) → 180.0
radians(180) → 3.141592653589793 ; atan2(1,2) → 0.4636476090008061 ; hypot(3,4) → 5.0 ; fabs(-2) → 2.0
sqrt(2) → 1.4142135623730951 ; floor(2.7) → 2 ; ceil(2.1) → 3 ; trunc(-2.7) → -2 ; math.fmod(-7,3) → -1.0
exp(1) → 2.718281828459045 ; exp2(3) → 8.0 ; math.log(8,2) → 3.0 ; log10(1000) → 3.0 ; log2(8) → 3.0 ; pow(2,3) → 8.0
set([1,2,1]) → {1, 2} ; len(set([1,2.0,2])) → 2 ; set([1,3]).issubset([1,2]) → False ; set([1]).issubset(set([1])) → True
set([1,2]).issuperset(set([1])) → True ; set([1]).issuperset((1,2)) → False ; set([1,2])==set([2,1]) → True ; set([1])!=[1] → True
set([1])==set([1.0]) → True ; set([1])==set([1,2]) → False ; 1 in set([1,2]) → True ; 'x' not in set(['y']) → True
3 in set([1,2]) → False ; (1,2) in set([(1,2)]) → True ; list(set(['a'])) → ['a'] ; sum(set([1,2])) → 3 ; max(set([1,5])) → 5
set([('a','b'),('a,b',)])==set([('a','b')]) → False
`;

describe('expressions', () => {
  test.each(
    SAYS.trim()
      .split(/ ; |\n/)
      .map((row) => row.split(' → ')),
  )('%s prints %s', (source, printed) => {
    expect(value(source ?? '')).toBe(printed);
  });
});

const mistake = (source: string): string => {
  try {
    return `taken: ${value(source)}`;
  } catch (error) {
    if (error instanceof PythonError) return error.message;
    throw error;
  }
};

describe('mistakes', () => {
  test.each([
    ['sinn(1)', "name 'sinn' is not defined; did you mean 'sin'?"],
    ['math.coss(1)', "math has no 'coss'; did you mean 'cos'?"],
    ["{'wrist': 1}['wirst']", "unknown key 'wirst'; did you mean 'wrist'?"],
    ['1 / 0', 'division by zero'],
    ["'a' + 1", '"+" is not supported between str and int; convert the value with str(…)'],
    ["'a' < 1", '"<" is not supported between str and int'],
    ['[1, 2][2]', 'index 2 is out of range; the length is 2'],
    ['sqrt(-1)', 'sqrt(-1) is not defined'],
    ['1 +', 'unexpected end of expression'],
    ['(1', 'expected ")"; got end of expression'],
    ['1 2', 'unexpected 2'],
    ["'a", "a string without its closing '"],
    ['a ? b', 'unexpected character "?"'],
    ['', 'the expression is empty'],
    ['__import__', 'the name __import__ is not allowed'],
    ["''.__class__", 'the name __class__ is not allowed'],
    ["'x'.__proto__", 'the name __proto__ is not allowed'],
    ['[1].constructor', "a list has no 'constructor'"],
    ['1(2)', 'an int cannot be called'],
    ['{[1]: 2}', 'a list is not supported as a dict key or an item of a set'],
    ['set([(1, [2])])', 'a list is not supported as a dict key or an item of a set'],
    ['set([1]) + set([2])', '"+" is not supported between set and set'],
    ['set([1]) < set([2])', '"<" is not supported between set and set'],
    ['{1: 2, 3}', 'expected ":"; got "}"'],
    ['set([1])[0]', 'a set has no item [0]'],
    ['[1] < [None]', '"<" is not supported between int and None'],
    ["sum(['a'], '')", "sum(): join strings with ''.join(…)"],
    ["sum([], '')", "sum(): join strings with ''.join(…)"],
    ['sum([[1]])', '"+" is not supported between int and list'],
    ['set([1]).add(2)', "a set has no 'add'; supported methods: issubset, issuperset"],
    [
      "'7'.zfill(3)",
      "a str has no 'zfill'; supported methods: endswith, join, lower, lstrip, replace, rstrip, split, startswith, strip, upper",
    ],
    ["{'a': 1}.pop('a')", "a dict has no 'pop'; supported methods: get, items, keys, values"],
    ["ord('ab')", "ord(): expected a str of one character; got 'ab'"],
    ['sorted([1], key=2)', 'sorted(): expected a function; got an int'],
  ])('%s is reported', (source, said) => {
    expect(mistake(source)).toBe(said);
  });

  test.each([
    ['lambda x: x', '"lambda" is not supported'],
    ['1 << 2', '"<<" is not supported'],
    ['~1', '"~" is not supported'],
    ['zip(*[1])', '* before a value is not supported'],
    ['{k: 1 for k in [1]}', '"for" in a dict is not supported'],
    ['[x for x in [1] for y in [2]]', 'a second "for" is not supported'],
    ["f'a'", 'the prefix "f" of a string is not supported'],
    ['hash(7)', 'hash() is not supported'],
    ['math.gcd(4, 6)', 'gcd() is not supported'],
    ['min([1], by=str)', 'min() with by= is not supported'],
    ["int('ff', 16)", 'int() with 2 arguments is not supported'],
    ["'%d' % 10", 'formatting with % is not supported'],
    ['1 | 2', '"|" is not supported'],
    ['6 & 3', '"&" is not supported'],
    ['6 ^ 3', '"^" is not supported'],
    ['{1, 2}', 'a set in braces is not supported; write set([…])'],
    ['{x for x in [1]}', 'a set in braces is not supported; write set([…])'],
    ['frozenset([1])', 'frozenset() is not supported'],
    ["'\\x41'", 'the escape sequence \\x is not supported'],
  ])('%s is not supported, and reported as such', (source, said) => {
    expect(mistake(source)).toBe(said);
  });
});

describe('rejects expressions that would take too much time or memory', () => {
  test.each([
    ...[
      '9 ** 9 ** 9',
      '2 ** 10000',
      '10.0 ** 400',
      "'a' * 10 ** 9",
      '[0] * 10 ** 9',
      'range(10 ** 9)',
    ],
    `1${'0'.repeat(2000)}`,
    "('ab' * 1000).replace('a', 'x' * 10000)",
    'sum([[0] * 1000] * 1000, [])',
    '[set(range(1000000)) for x in range(9)]',
    "sorted(['a' * 1000] * 1000000, key=list)",
    '{'.repeat(200),
    "('x' * 100000).join(['a'] * 100)",
    `${'('.repeat(200)}1${')'.repeat(200)}`,
    `${'-'.repeat(200)}1`,
    `${'2 ** '.repeat(200)}1`,
    'str([[[[[0] * 100] * 100] * 100] * 100])',
    '[[0] * 10000] * 10000 == [[0] * 10000] * 10000',
    '[[0] * 1000000 for x in [0] * 1000000]',
    "map(list, ['a' * 1000000] * 100000)",
    "'a' * 50000 + 'b' + 'a' * 50000 in 'a' * 900000",
    "('a' * 900000).split('a' * 50000 + 'b' + 'a' * 50000)",
    "min(['a' * 900000 + 'b', 'a' * 900000 + 'c'] * 500000)",
    "'a' * 900000 + 'b' in ['a' * 900000 + 'c'] * 1000000",
  ])('%s', (source) => {
    expect(mistake(source)).toMatch(/too|more than|the maximum is 1000/);
  });
});
