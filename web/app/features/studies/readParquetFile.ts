import type { Catalogue } from '@iklab/core/scenario/methods';
import type { LoadedStudyRows } from '@iklab/study/rows';
import { ParquetReader } from '@iklab/study/rows/parquetReader';
import { readRowsParquet } from '@iklab/study/rows/readRowsParquet';
import { startParquetWorker } from '../../browser/startParquetWorker.ts';
import { browserClock } from '../../browser/studyWorkers.ts';

/** Returns a message if the file has a fault. */
export const readParquetFile = (
  file: File,
  catalogue: Catalogue,
): Promise<LoadedStudyRows | string> =>
  readRowsParquet(file, catalogue, new ParquetReader(startParquetWorker(), browserClock));
