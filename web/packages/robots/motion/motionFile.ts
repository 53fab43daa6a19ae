import type { JointTrajectory } from '@iklab/run/history/records';
import type { MotionFormat } from './motionForms.ts';
import {
  type MotionExportScene,
  writeTrajectoryCsv,
  writeTrajectoryYaml,
} from './trajectoryText.ts';
import { writeBvh } from './writeBvh.ts';
import { writeBvhKeepingHierarchy } from './writeBvhKeepingHierarchy.ts';
import { writeMotionGlb } from './writeMotionGlb.ts';

export { findBvhText } from '../rig/readBvhText.ts';

export interface MotionFile {
  readonly content: string | Uint8Array;
  /** Sentences about differences between the written file and the scene, one per difference. */
  readonly remarks: readonly string[];
}

/**
 * Writes a run as a motion file. `source`: imported BVH file, if any; BVH output keeps its skeleton
 * if possible.
 */
export function writeMotionFile(
  form: MotionFormat,
  scene: MotionExportScene,
  trajectory: JointTrajectory,
  source: string | null = null,
): MotionFile {
  if (form === 'csv') return { content: writeTrajectoryCsv(scene, trajectory), remarks: [] };
  if (form === 'yaml') return { content: writeTrajectoryYaml(scene, trajectory), remarks: [] };
  if (form === 'glb') return { content: writeMotionGlb(scene, trajectory), remarks: [] };
  const sourceText = source === null ? null : writeBvhKeepingHierarchy(source, scene, trajectory);
  if (sourceText !== null) return { content: sourceText, remarks: [] };
  const remark = 'the mechanism is not that of the BVH file; its joints are those of the scene';
  return { content: writeBvh(scene, trajectory), remarks: source === null ? [] : [remark] };
}
