import { threadTime } from '../time/time.ts';

const DAY = 86_400_000;

/** "today 14:02", "yesterday 9:30", otherwise the date. */
export function formatDayTime(time: number, now = threadTime.date()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return `today ${clock}`;
  if (time >= midnight - DAY) return `yesterday ${clock}`;
  return date.toLocaleDateString([], { dateStyle: 'medium' });
}
