import { threadTime } from '../time/time.ts';

const DAY = 86_400_000;

/**
 * Formats a time as "today 14:02", "yesterday 9:30" or the date; `time` in milliseconds since 1970.
 */
export function formatDayTime(time: number, now = threadTime.date()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return `today ${clock}`;
  if (time >= midnight - DAY) return `yesterday ${clock}`;
  return date.toLocaleDateString([], { dateStyle: 'medium' });
}
