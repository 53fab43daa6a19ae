/** Whether all methods still continue from one common start pose. */

import { applyDocumentEdit, setTargetCoordinate } from '@iklab/core/document/edits';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { Session } from './session.ts';

const engine = await testEngine();

test.each([
  ['four-ways', false],
  ['double-y', true],
])(
  '%s: sameStart is true until a target is moved, and again after a restart',
  (preset, follows) => {
    const session = new Session(engine, makePresetTestScene(preset, engine));
    expect(session.isFollowing).toBe(follows);
    const advance20 = (): void => {
      for (let frame = 0; frame < 20; frame++) session.advance();
    };
    advance20();
    expect(session.hasSameStart).toBe(true); // also if the targets move automatically
    const next = applyDocumentEdit(
      session.scene.scenario,
      setTargetCoordinate(0, 0, 1.5),
      engine.catalogue,
    );
    if (!next.ok) throw new Error(next.faults[0]?.reason);
    session.applyScene(resolveScenario(next.value));
    advance20();
    expect(session.hasSameStart).toBe(false);
    session.restart();
    advance20();
    expect(session.hasSameStart).toBe(true);
    session.close();
  },
);
