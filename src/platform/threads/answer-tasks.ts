import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { ownTimeMs } from './thread-clock.js';
import { ThreadState } from './thread-state.js';

/** Half way to the least: the threads share what the event loop leaves, and still get on when it has no pause. */
const NICENESS = 10;

export interface TaskHandler<Task, Answer> {
  /** Loads what the task needs, which is not counted as time of the task. */
  load?(task: Task): Promise<unknown>;
  carryOut(task: Task, ask: Ask): Answer | Promise<Answer>;
  /** Parts of the answer that are handed over and not copied. */
  transfers?(answer: Answer): TransferListItem[];
}

/** Asks whoever gave the task, who answers it with a `Reply`; one question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

/**
 * Makes the module a thread for `WorkerThread`: each message is a task and gets one answer. The thread runs at a lower
 * priority than the event loop of the server, on systems whose threads have priorities. An error thrown by `carryOut`
 * ends the thread: an expected outcome belongs in the answer.
 */
export function answerTasks<Task, Answer>(handler: TaskHandler<Task, Answer>): void {
  const state = new ThreadState(workerData as SharedArrayBuffer);
  state.threadId = ownThreadId();
  if (state.threadId !== 0) lowerPriority(state.threadId);
  let answered: ((answer: unknown) => void) | undefined;
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      answered = resolve;
      parentPort?.postMessage({ question });
    });
  parentPort?.on('message', (message: Task | { answer: unknown }) => {
    if (!answered) return void answer(message as Task);
    const take = answered;
    answered = undefined;
    take((message as { answer: unknown }).answer);
  });

  async function answer(task: Task): Promise<void> {
    await handler.load?.(task);
    state.beganMs = ownTimeMs();
    const made = await handler.carryOut(task, ask);
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
