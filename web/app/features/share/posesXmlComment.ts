/** Pose of a method: values of the independent joints, in radians, or metres if prismatic. */
export interface PoseOfMethod {
  readonly label: string;
  readonly values: readonly number[];
}

/** Returns one XML comment per pose. Replaces double hyphens, which would end the comment. */
export const posesXmlComment = (names: readonly string[], poses: readonly PoseOfMethod[]): string =>
  poses
    .map(({ label, values }) => {
      const joints = values.map((value, i) => `${names[i]} ${value}`).join(', ');
      return `<!-- ${escapeHyphens(`Pose of ${label}, rad and m: ${joints}`)} -->\n`;
    })
    .join('');

const escapeHyphens = (text: string): string =>
  text.replaceAll(/-(?=-)/g, '- ').replace(/-$/, '- ');
