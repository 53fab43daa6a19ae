import { expect, test } from 'vitest';
import { formatDayTime } from './formatDayTime.ts';

const at = (day: number, hour: number): number => new Date(2024, 4, day, hour, 5).getTime();

test('shows the time of day for today and yesterday, the date for older times', () => {
  const now = at(15, 14);
  expect(formatDayTime(at(15, 0), now)).toMatch(/^today \d/);
  expect(formatDayTime(at(14, 23), now)).toMatch(/^yesterday \d/);
  expect(formatDayTime(at(13, 14), now)).toContain('2024');
  expect(formatDayTime(at(13, 14), now)).not.toMatch(/today|yesterday/);
});
