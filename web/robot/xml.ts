/** An XML document as plain data, with the line of every element. */

/** The attributes and children are in document order; names keep their prefixes (`xacro:macro`). */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The character data between the children, joined. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
}
