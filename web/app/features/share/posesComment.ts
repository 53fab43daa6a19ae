/** A pose that a method shows: of each joint that moves, radians, or metres of one that slides. */
export interface PoseOfMethod {
  readonly label: string;
  readonly values: readonly number[];
}

/** A line of XML for each: two hyphens in a row would end it. */
export const posesComment = (names: readonly string[], poses: readonly PoseOfMethod[]): string =>
  poses
    .map(({ label, values }) => {
      const joints = values.map((value, i) => `${names[i]} ${value}`).join(', ');
      return `<!-- ${safe(`Pose of ${label}, rad and m: ${joints}`)} -->\n`;
    })
    .join('');

const safe = (text: string): string => text.replaceAll(/-(?=-)/g, '- ').replace(/-$/, '- ');
