/** A run cannot be done; the message is a sentence for its report. */
export class RunFailed extends Error {}
