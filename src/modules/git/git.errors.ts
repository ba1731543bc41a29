/** A run that cannot succeed, however often it is tried; the message is a sentence for whoever started it. */
export class ImportFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportFailed';
  }
}

/** A file of a folder that cannot be made a page; the message says why, as what follows its name. Everything else is imported. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableFile';
  }
}
