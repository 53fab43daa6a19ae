import { expect, test } from 'vitest';
import {
  errorNotice,
  hostFileNotice,
  missingMeshesNotice,
  movedFramesNotice,
  newVersionNotice,
  otherTabsNotice,
  refusedSceneNotice,
  restoredNotice,
  studyCaseNotice,
  tooLargeNotice,
  unknownPageNotice,
  unreadableNotice,
} from './notices.ts';

const act = (): void => {};

test('information is announced as a status, a failure as an alert', () => {
  const information = [
    ...[newVersionNotice(act), otherTabsNotice, studyCaseNotice('a study', 'problem 3', act)],
    ...[tooLargeNotice(true), missingMeshesNotice(2), movedFramesNotice, restoredNotice(0, act)],
  ];
  expect(information.filter(({ quiet }) => !quiet)).toEqual([]);
  const failures = [
    ...[
      errorNotice(new Error('out of memory')),
      refusedSceneNotice('#s=1', new Error('no joints')),
    ],
    ...[unreadableNotice('This link cannot be read', [], '#s=1'), hostFileNotice([])],
    unknownPageNotice('#/nowhere', act),
  ];
  expect(failures.filter(({ quiet }) => quiet)).toEqual([]);
});
