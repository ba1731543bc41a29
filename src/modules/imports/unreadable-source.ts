/** A file or page that cannot be made a page of ours; the message is a sentence for the report. */
export class UnreadableSource extends Error {}
