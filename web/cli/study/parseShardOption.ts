import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { MAX_SHARDS } from '@iklab/study/document';
import { type Shard, WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import { UsageError } from '../errors.ts';

/** Parses `--shard I/N`; a missing option means the whole study. */
export function parseShardOption(text: string | undefined): Shard {
  if (text === undefined) return WHOLE_STUDY_SHARD;
  const [, index, total] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (
    index !== undefined &&
    total !== undefined &&
    index >= 1 &&
    index <= total &&
    total <= MAX_SHARDS
  )
    return { index, of: total };
  const reason = `must be I/N with I from 1 to N, and N at most ${MAX_SHARDS}`;
  throw new UsageError(`--shard ${reason}; got ${quoteInOneLine(text)}`);
}
