/* Carries out tasks of the pool, in a thread; see compute-pool.ts. */
import { getHeapStatistics } from 'node:v8';
import { DomainError } from '../http/errors.js';
import { type Ask, answerTasks } from '../threads/answer-tasks.js';
import type { ComputeAnswer, ComputeCall, ComputeFailure } from './compute-task.js';

const MB = 1024 * 1024;

type Exports = Record<string, ((input: unknown, ask: Ask) => unknown) | undefined>;

const loaded = new Map<string, Exports>();

answerTasks<ComputeCall, ComputeAnswer>({ load, carryOut, transfers });

async function load({ module }: ComputeCall): Promise<void> {
  if (!loaded.has(module)) loaded.set(module, (await import(module)) as Exports);
}

async function carryOut(call: ComputeCall, ask: Ask): Promise<ComputeAnswer> {
  const made = await outcomeOf(call, ask);
  return { ...made, heapMb: getHeapStatistics().total_heap_size / MB };
}

async function outcomeOf(
  { module, exportName, input }: ComputeCall,
  ask: Ask,
): Promise<Omit<ComputeAnswer, 'heapMb'>> {
  try {
    const work = loaded.get(module)?.[exportName];
    if (!work) throw new Error(`${module} exports no "${exportName}".`);
    return { output: await work(input, ask) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): ComputeFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, ...(error instanceof DomainError && { status: error.status }) };
}

/** Array buffers of the output, directly or in one of its members, that can be transferred instead of copied. */
function transfers({ output }: ComputeAnswer): ArrayBuffer[] {
  const parts: unknown[] =
    typeof output === 'object' && output !== null ? [output, ...Object.values(output)] : [];
  const own = parts.flatMap((part) =>
    part instanceof Uint8Array && part.byteLength === part.buffer.byteLength ? [part.buffer] : [],
  );
  return own.filter((buffer) => buffer instanceof ArrayBuffer);
}
