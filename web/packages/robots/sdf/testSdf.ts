/** SDF files with one model, in which the elements start at line 3, for tests. */
import { requireValue } from '@iklab/core/scenario/testing';
import { readRobot } from '../readRobot.ts';
import type { DescriptionOptions, ReadResult, Robot } from '../robot.ts';
import { makeTextFolder } from '../testFolder.ts';

type TextFiles = Readonly<Record<string, string>>;

export function readSdfText(
  text: string,
  otherFiles: TextFiles = {},
  reading: DescriptionOptions = {},
): ReadResult<Robot> {
  const folder = makeTextFolder({ ...otherFiles, 'r.sdf': text });
  const found = readRobot(folder, 'r.sdf', new Map(), 'held', reading);
  return found.ok ? { ...found, value: found.value.robot } : found;
}
export const makeSdfModel = (body: string, version = '1.12', attributes = '') =>
  `<sdf version="${version}">\n<model name="m"${attributes}>\n${body}\n</model></sdf>`;
export function readSdfModelText(
  body: string,
  version?: string,
  attributes?: string,
  otherFiles?: TextFiles,
): Robot {
  return requireValue(readSdfText(makeSdfModel(body, version, attributes), otherFiles));
}
export const listReadMessages = (found: ReadResult<unknown>): string[] =>
  (found.ok ? found.remarks : found.faults).map(
    ({ line, element, reason }) => `${line} ${element}: ${reason}`,
  );

export const makeSdfLink = (name: string, pose = '', attributes = '') =>
  `<link name="${name}"><pose ${attributes}>${pose}</pose></link>`;
export const makeSdfJoint = (name: string, between: string, more = '', type = 'revolute') => {
  const [parent, child] = between.split(' ');
  return `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${more}</joint>`;
};
export const makeSdfAxis = (xyz: string, more = '', name = 'axis') =>
  `<${name}><xyz>${xyz}</xyz>${more}</${name}>`;
export const makeSdfLimit = (lower: string, upper: string) =>
  `<limit><lower>${lower}</lower><upper>${upper}</upper></limit>`;
