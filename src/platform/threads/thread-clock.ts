import { readFileSync } from 'node:fs';
import { type EventLoopUtilityFunction, performance } from 'node:perf_hooks';

/** Linux counts the time of threads in hundredths of a second, whatever the machine. */
const TICK_MS = 10;
/** Places of `utime` and `stime` behind the name, which may itself hold spaces and brackets; see proc_pid_stat(5). */
const UTIME = 11;
const STIME = 12;

/**
 * Processor time that a thread has taken so far, in milliseconds; where the system does not tell, the time in which its
 * event loop was not idle.
 * @param threadId of the operating system; 0 when it is not known.
 */
export function threadTimeMs(threadId: number, utilization: EventLoopUtilityFunction): number {
  return (
    (threadId === 0 ? undefined : readTimeMs(`/proc/self/task/${threadId}/stat`)) ??
    Math.round(utilization().active)
  );
}

/** As `threadTimeMs`, of the thread that asks. */
export function ownTimeMs(): number {
  return readTimeMs('/proc/thread-self/stat') ?? Math.round(performance.eventLoopUtilization().active);
}

function readTimeMs(path: string): number | undefined {
  try {
    const stat = readFileSync(path, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[UTIME]) + Number(fields[STIME])) * TICK_MS;
  } catch {
    return undefined;
  }
}
