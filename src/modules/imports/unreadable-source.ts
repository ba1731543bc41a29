import type { Logger } from '#platform/logging/logger.js';

/** A file or page that cannot be made a page of ours; the message is a sentence for the report. */
export class UnreadableSource extends Error {}

/** The sentence for what could not be read; the log tells more of what was not foreseen, which is given as `otherwise`. */
export function unreadableReason(error: unknown, otherwise: string, logger: Logger): string {
  if (error instanceof UnreadableSource) return error.message;
  logger.warn('Something of an import cannot be read', { err: error });
  return otherwise;
}

export const UNREADABLE_PAGE = 'The page is built in a way that cannot be read.';
export const UNREADABLE_FILE = 'The file cannot be read; it is damaged or of another type.';
