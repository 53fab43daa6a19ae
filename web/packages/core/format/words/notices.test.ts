import { expect, test } from 'vitest';
import {
  hostConfigNotice,
  linkTooLargeNotice,
  missingMeshesNotice,
  movedFramesNotice,
  newVersionNotice,
  otherTabsNotice,
  refusedSceneNotice,
  restoredSceneNotice,
  sceneErrorNotice,
  studyCaseNotice,
  unknownPageNotice,
  unreadableNotice,
} from './notices.ts';

const act = (): void => {};

test('information is announced as a status, a failure as an alert', () => {
  const information = [
    ...[newVersionNotice(act), otherTabsNotice, studyCaseNotice('a study', 'problem 3', act)],
    ...[
      linkTooLargeNotice(true),
      missingMeshesNotice(2),
      movedFramesNotice,
      restoredSceneNotice(0, act),
    ],
  ];
  expect(information.filter(({ quiet }) => !quiet)).toEqual([]);
  const failures = [
    ...[
      sceneErrorNotice(new Error('out of memory')),
      refusedSceneNotice('#s=1', new Error('no joints')),
    ],
    ...[unreadableNotice('This link cannot be read', [], '#s=1'), hostConfigNotice([])],
    unknownPageNotice('#/nowhere', act),
  ];
  expect(failures.filter(({ quiet }) => quiet)).toEqual([]);
});
