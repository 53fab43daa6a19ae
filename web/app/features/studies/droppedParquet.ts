/** Rows in a dropped Parquet, which a worker of its own reads. */
import type { OpenedRows } from '@iklab/study';
import { ParquetReader } from '@iklab/study/parquetReader';
import { readRowsParquet } from '@iklab/study/parquetRows';
import type { Catalogue } from 'iklab/scenario';
import { parquetWorker } from '../../browser/parquetWorkers.ts';
import { browserClock } from '../../browser/studyWorkers.ts';

/** Or what is wrong with the file. */
export const readDroppedParquet = (
  file: File,
  catalogue: Catalogue,
): Promise<OpenedRows | string> =>
  readRowsParquet(file, catalogue, new ParquetReader(parquetWorker(), browserClock));
