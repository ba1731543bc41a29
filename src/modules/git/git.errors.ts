/** A run that cannot succeed, however often it is tried; the message is a sentence for whoever started it. */
export class ImportFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportFailed';
  }
}
