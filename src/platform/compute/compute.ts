import { availableParallelism } from 'node:os';
import { ComputePool } from './compute-pool.js';
import { THREAD_MEMORY_MB } from '../threads/thread-memory.js';

const MAX_THREADS = 4;

/** The event loop keeps a processor. */
const threadsEach = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));

/** The one pool of the process. One more thread than an organization may have is there for another one at any time. */
export const compute = new ComputePool({
  threads: threadsEach + 1,
  threadsEach,
  memoryMb: THREAD_MEMORY_MB,
  keptMb: 128,
  mostWaitingEach: 16,
  mostWaiting: 256,
});
