/** An archive that cannot be used; the message is a sentence. */
export class ArchiveError extends Error {}
