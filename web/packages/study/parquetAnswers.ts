/**
 * A Parquet as hyparquet reads it, column after column. A damaged or hostile one may keep that for ever, or
 * have it make room for more than there is: it is read where it can be ended (`parquetQuestions.ts`).
 */
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { MAX_ROWS_BYTES } from './openedRows.ts';

/** What a file says of itself. */
export interface ParquetHead {
  readonly rows: number;
  readonly names: readonly string[];
  /** Of its metadata, under `iklab`. */
  readonly manifest: string | undefined;
  /** Its columns are as long as they can be. */
  readonly bounded: boolean;
}

/** Values of a column from row `from` on. */
export interface ColumnPiece {
  readonly from: number;
  readonly values: ArrayLike<unknown>;
}

export type ParquetRequest =
  | { readonly bytes: ArrayBuffer }
  /** Of the file that was opened before. */
  | { readonly column: string };

/** Answers requests; each throws where the file cannot be read. */
export class ParquetAnswers {
  #file: ArrayBuffer = new ArrayBuffer(0);
  #metadata: FileMetaData | undefined;

  async answer(request: ParquetRequest): Promise<ParquetHead | readonly ColumnPiece[]> {
    return 'bytes' in request ? this.#open(request.bytes) : this.#column(request.column);
  }

  #open(bytes: ArrayBuffer): ParquetHead {
    const metadata = parquetMetadata(bytes);
    [this.#file, this.#metadata] = [bytes, metadata];
    return {
      rows: Number(metadata.num_rows),
      names: metadata.schema.slice(1).map(({ name }) => name),
      manifest: metadata.key_value_metadata?.find(({ key }) => key === 'iklab')?.value,
      bounded: isBounded(metadata),
    };
  }

  async #column(name: string): Promise<readonly ColumnPiece[]> {
    const pieces: ColumnPiece[] = [];
    await parquetRead({
      file: this.#file,
      ...(this.#metadata && { metadata: this.#metadata }),
      columns: [name],
      onChunk: ({ columnData, rowStart }) => pieces.push({ from: rowStart, values: columnData }),
    });
    return pieces;
  }
}

/** Whether what it says of its columns is what they can be: nothing is made room for that is not there. */
function isBounded({ row_groups: groups, num_rows: all }: FileMetaData): boolean {
  const rows = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  return (
    rows === all &&
    groups.every(({ num_rows: own, columns }) =>
      columns.every(
        ({ meta_data: of }) =>
          of !== undefined &&
          of.num_values === own &&
          of.total_uncompressed_size <= BigInt(MAX_ROWS_BYTES),
      ),
    )
  );
}
