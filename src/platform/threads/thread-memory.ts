import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Of the machine or the container; a container without a limit names none, or one beyond the machine. */
const memoryMb = Math.min(process.constrainedMemory() || Infinity, totalmem()) / MB;

/**
 * Memory that a thread for conversions may take beside that of the server; less than the minimum is not enough for
 * ordinary documents.
 */
export const THREAD_MEMORY_MB = Math.round(Math.min(1024, Math.max(256, memoryMb / 4)));
