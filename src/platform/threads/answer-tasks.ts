import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { threadTimeMs } from './thread-clock.js';
import { ThreadState } from './thread-state.js';

/** Half way to the least: the threads share what the event loop leaves, and still get on when it has no pause. */
const NICENESS = 10;

export interface TaskHandler<Task, Answer> {
  /** Loads what the task needs, which is not counted as time of the task. */
  load?(task: Task): Promise<unknown>;
  carryOut(task: Task): Answer | Promise<Answer>;
  /** Parts of the answer that are handed over and not copied. */
  transfers?(answer: Answer): TransferListItem[];
}

/**
 * Makes the module a thread for `WorkerThread`: each message is a task and gets one answer. The thread takes the processor
 * only when the event loop of the server does not want it, where the system lets a thread have a priority of its own.
 * What `carryOut` throws ends the thread: an outcome that is expected belongs into the answer.
 */
export function answerTasks<Task, Answer>(handler: TaskHandler<Task, Answer>): void {
  const state = new ThreadState(workerData as SharedArrayBuffer);
  state.threadId = ownThreadId();
  if (state.threadId !== 0) lowerPriority(state.threadId);
  parentPort?.on('message', (task: Task) => void answer(task));

  async function answer(task: Task): Promise<void> {
    await handler.load?.(task);
    state.beganMs = threadTimeMs(state.threadId, performance.eventLoopUtilization);
    const made = await handler.carryOut(task);
    parentPort?.postMessage(made, handler.transfers?.(made) ?? []);
  }
}

function ownThreadId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || 0;
  } catch {
    return 0;
  }
}

/** On Linux the priority of the id of a thread is that of the thread alone. */
function lowerPriority(threadId: number): void {
  try {
    setPriority(threadId, NICENESS);
  } catch {
    // The thread works with the priority that it has.
  }
}
