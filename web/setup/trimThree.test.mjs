import { expect, test } from 'vitest';
import { findUnmatchedNames, trimShader } from './trimThree.mjs';

const trim = (...lines) => trimShader(lines.join('\n')).split('\n');

test('removes comments, indentation and empty lines', () => {
  expect(trim('  float a; // why', '', '/* not', '   this */', '\tfloat  b;')).toEqual([
    'float a;',
    'float b;',
  ]);
});

test('removes code of unused macros, with its directives', () => {
  expect(
    trim('a', '#ifdef USE_MAP', 'b', '#ifdef USE_COLOR', 'c', '#endif', '#endif', 'd'),
  ).toEqual(['a', 'd']);
  expect(trim('#ifdef USE_FOG', 'a', '#else', 'b', '#endif')).toEqual(['b']);
  expect(trim('#ifndef USE_FOG', 'a', '#else', 'b', '#endif')).toEqual(['a']);
  expect(trim('#if NUM_CLIPPING_PLANES > 0', 'a', '#endif', 'b')).toEqual(['b']);
});

test.each([
  ['#ifdef USE_COLOR'],
  ['#ifndef USE_COLOR'],
  ['#if NUM_DIR_LIGHTS > 0'],
  ['#if NUM_SPOT_LIGHTS < 4'],
  ['#if defined( USE_MAP ) || defined( USE_COLOR )'],
  ['#if ( NUM_HEMI_LIGHTS > 0 ) && defined( RE_IndirectDiffuse )'],
  ['#if ! defined( USE_MAP ) && defined( USE_COLOR )'],
])('keeps code and directives if the page decides the condition: %s', (condition) => {
  const lines = [condition, 'a', '#else', 'b', '#endif'];
  expect(trim(...lines)).toEqual(lines);
});

test.each([
  ['defined( USE_MAP ) && defined( USE_COLOR )', false],
  ['defined( USE_MAP ) || defined( USE_FOG )', false],
  ['! ( defined( USE_MAP ) && defined( USE_COLOR ) )', true],
  ['! defined( USE_FOG ) || defined( USE_COLOR )', true],
  ['defined( USE_COLOR ) || ! defined( USE_FOG )', true],
  ['defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0', false],
])('decides a condition on unused macros: %s', (condition, value) => {
  expect(trim(`#if ${condition}`, 'a', '#else', 'b', '#endif')).toEqual([value ? 'a' : 'b']);
});

test('a conditional begins with the first branch that may be compiled', () => {
  const [map, color, skin] = ['USE_MAP', 'USE_COLOR', 'USE_SKINNING'].map((m) => `defined(${m})`);
  expect(trim('#ifdef USE_MAP', 'a', `#elif ${color}`, 'b', '#else', 'c', '#endif')).toEqual([
    `#if ${color}`,
    'b',
    '#else',
    'c',
    '#endif',
  ]);
  expect(trim(`#if ${color}`, 'a', `#elif ${map}`, 'b', `#elif ${skin}`, 'c', '#endif')).toEqual([
    `#if ${color}`,
    'a',
    `#elif ${skin}`,
    'c',
    '#endif',
  ]);
  const always = '#elif ! defined(USE_MAP)';
  expect(trim(`#if ${color}`, 'a', always, 'b', '#else', 'c', '#endif')).toEqual([
    `#if ${color}`,
    'a',
    always,
    'b',
    '#endif',
  ]);
});

test('three.js has every listed file, function and method', () => {
  expect(findUnmatchedNames()).toEqual([]);
});
