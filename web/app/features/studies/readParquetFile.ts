import type { LoadedRows } from '@iklab/study';
import { ParquetReader } from '@iklab/study/parquetReader';
import { readRowsParquet } from '@iklab/study/readRowsParquet';
import type { Catalogue } from 'iklab/scenario';
import { startParquetWorker } from '../../browser/startParquetWorker.ts';
import { browserClock } from '../../browser/studyWorkers.ts';

/** Returns a message if the file is faulty. */
export const readParquetFile = (file: File, catalogue: Catalogue): Promise<LoadedRows | string> =>
  readRowsParquet(file, catalogue, new ParquetReader(startParquetWorker(), browserClock));
