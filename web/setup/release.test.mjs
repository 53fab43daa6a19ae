import { expect, test } from 'vitest';
import { notesOf } from './release.mjs';

const changelog = '# Changelog\n\n## 1.1.0, 2026-12-01\n\nNew.\n\n## 1.0.0, 2026-11-29\n\nFirst.\n';

test('returns the section of a version as its notes', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('# IK Lab 1.1.0\n\nNew.\n\n');
  expect(notesOf(changelog, '1.0.0')).toBe('# IK Lab 1.0.0\n\nFirst.\n');
});

test.each([
  ['# Changelog\n', 'CHANGELOG.md has no section "## 1.1.0"'],
  ['## 1.1.0-beta, 2026-12-01\n', 'CHANGELOG.md has no section "## 1.1.0"'],
  ['## 1.1.0, unreleased\n', '"## 1.1.0" needs its date'],
])('refuses the changelog %j', (text, fault) => {
  expect(() => notesOf(text, '1.1.0')).toThrow(fault);
});
