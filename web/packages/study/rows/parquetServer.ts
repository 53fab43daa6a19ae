/**
 * Reads a Parquet file with hyparquet, by column. A worker runs the reader, because a hostile file
 * can make the reader hang.
 */
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { MAX_ROWS_FILE_BYTES } from './loadedStudyRows.ts';

export interface ParquetSummary {
  readonly rows: number;
  readonly names: readonly string[];
  /** Text under the key `iklab` of the file's metadata; undefined if there is none. */
  readonly manifest: string | undefined;
  /** True if the declared sizes of the columns are possible. */
  readonly bounded: boolean;
}

/** Consecutive values of a column of a Parquet file, from row `from` on. */
export interface ParquetColumnChunk {
  readonly from: number;
  readonly values: ArrayLike<unknown>;
}

export type ParquetRequest =
  | { readonly bytes: ArrayBuffer }
  /** Request for a column of the open file. */
  | { readonly column: string };

/** Reads one Parquet file inside a worker; a request throws if the file cannot be read. */
export class ParquetServer {
  #file: ArrayBuffer = new ArrayBuffer(0);
  #metadata: FileMetaData | undefined;

  async answer(request: ParquetRequest): Promise<ParquetSummary | readonly ParquetColumnChunk[]> {
    return 'bytes' in request ? this.#open(request.bytes) : this.#column(request.column);
  }

  #open(bytes: ArrayBuffer): ParquetSummary {
    const metadata = parquetMetadata(bytes);
    [this.#file, this.#metadata] = [bytes, metadata];
    return {
      rows: Number(metadata.num_rows),
      names: metadata.schema.slice(1).map(({ name }) => name),
      manifest: metadata.key_value_metadata?.find(({ key }) => key === 'iklab')?.value,
      bounded: hasPlausibleSizes(metadata),
    };
  }

  async #column(name: string): Promise<readonly ParquetColumnChunk[]> {
    const pieces: ParquetColumnChunk[] = [];
    await parquetRead({
      file: this.#file,
      ...(this.#metadata && { metadata: this.#metadata }),
      columns: [name],
      onChunk: ({ columnData, rowStart }) => pieces.push({ from: rowStart, values: columnData }),
    });
    return pieces;
  }
}

/** Returns whether the declared column sizes are possible, before memory is allocated. */
function hasPlausibleSizes({ row_groups: groups, num_rows: all }: FileMetaData): boolean {
  const rows = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  return (
    rows === all &&
    groups.every(({ num_rows: groupRows, columns }) =>
      columns.every(
        ({ meta_data: metadata }) =>
          metadata !== undefined &&
          metadata.num_values === groupRows &&
          metadata.total_uncompressed_size <= BigInt(MAX_ROWS_FILE_BYTES),
      ),
    )
  );
}
