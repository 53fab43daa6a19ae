import type { OpenedRows } from '@iklab/study';
import { ParquetReader } from '@iklab/study/parquetReader';
import { readRowsParquet } from '@iklab/study/parquetRows';
import type { Catalogue } from 'iklab/scenario';
import { parquetWorker } from '../../browser/parquetWorkers.ts';
import { browserClock } from '../../browser/studyWorkers.ts';

/** Returns a message if the file is faulty. */
export const readDroppedParquet = (
  file: File,
  catalogue: Catalogue,
): Promise<OpenedRows | string> =>
  readRowsParquet(file, catalogue, new ParquetReader(parquetWorker(), browserClock));
