import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Memory of the machine, or of the container if that is less. A container without a limit reports 0, or more than the machine has. */
const availableMb = Math.min(process.constrainedMemory() || Infinity, totalmem()) / MB;

/**
 * Memory that a thread for conversions may use in addition to that of the server: a quarter of the memory, within limits.
 * With less than the lower limit, ordinary documents cannot be converted.
 */
export const THREAD_MEMORY_MB = Math.round(Math.min(1024, Math.max(256, availableMb / 4)));
