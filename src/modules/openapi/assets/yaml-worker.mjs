/*
 * Turns YAML into JSON in a thread of its own: what comes from anywhere may take a thousand times its size in memory,
 * and minutes, and neither may be those of the process. Answers `{ json }` or `{ error }`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

/** Twice the largest source: a specification that repeats itself, not one that is made to. */
const MOST_CHARACTERS = 20_000_000;

parentPort?.postMessage(read(workerData));

function read(text) {
  try {
    const value = parse(text, { maxAliasCount: 100, logLevel: 'error' });
    if (sizeOf(value, new Map()) > MOST_CHARACTERS)
      return { error: `Its aliases unfold to more than ${MOST_CHARACTERS / 1_000_000} million characters.` };
    // JSON unfolds aliases, and turns what it cannot say (dates, symbols) into what it can.
    return { json: JSON.stringify(value) ?? 'null' };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

/** Length as JSON, about. Parts that are shared are in memory once, and are measured once. */
function sizeOf(value, known) {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 2;
  const measured = known.get(value);
  if (measured !== undefined) return measured;
  // One that holds itself is refused by whoever writes it as JSON.
  known.set(value, 0);
  let size = 2;
  for (const name in value) size += (Array.isArray(value) ? 1 : name.length + 3) + sizeOf(value[name], known);
  known.set(value, size);
  return size;
}
