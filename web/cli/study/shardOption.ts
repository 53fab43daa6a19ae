import { MAX_SHARDS, type Shard, WHOLE_STUDY } from '@iklab/study';
import { quote } from 'iklab/scenario';
import { UsageError } from '../errors.ts';

/** Reads `--shard I/N`. */
export function shardOf(text: string | undefined): Shard {
  if (text === undefined) return WHOLE_STUDY;
  const [, index, of] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && of !== undefined && index >= 1 && index <= of && of <= MAX_SHARDS)
    return { index, of };
  const reason = `must be I/N with I from 1 to N, and N at most ${MAX_SHARDS}`;
  throw new UsageError(`--shard ${reason}; got ${quote(text)}`);
}
