/** SDF files with one model, in which the elements start at line 3, for tests. */
import { readRobot } from '../readRobot.ts';
import type { Read, Reading, Robot } from '../robot.ts';
import { folderWith } from '../testFolder.ts';

type Files = Readonly<Record<string, string>>;

export function read(text: string, others: Files = {}, reading: Reading = {}): Read<Robot> {
  const folder = folderWith({ ...others, 'r.sdf': text });
  const found = readRobot(folder, 'r.sdf', new Map(), 'held', reading);
  return found.ok ? { ...found, value: found.value.robot } : found;
}
export const model = (body: string, version = '1.12', attributes = '') =>
  `<sdf version="${version}">\n<model name="m"${attributes}>\n${body}\n</model></sdf>`;
export function parsed(body: string, version?: string, attributes?: string, others?: Files): Robot {
  const found = read(model(body, version, attributes), others);
  if (!found.ok) throw new Error(JSON.stringify(found.faults));
  return found.value;
}
export const messagesOf = (found: Read<unknown>): string[] =>
  (found.ok ? found.remarks : found.faults).map(
    ({ line, element, reason }) => `${line} ${element}: ${reason}`,
  );

export const link = (name: string, pose = '', attributes = '') =>
  `<link name="${name}"><pose ${attributes}>${pose}</pose></link>`;
export const joint = (name: string, between: string, more = '', type = 'revolute') => {
  const [parent, child] = between.split(' ');
  return `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${more}</joint>`;
};
export const axis = (xyz: string, more = '', name = 'axis') =>
  `<${name}><xyz>${xyz}</xyz>${more}</${name}>`;
export const ends = (lower: string, upper: string) =>
  `<limit><lower>${lower}</lower><upper>${upper}</upper></limit>`;
