/** JSON of an OpenAPI 3.1 description, references included; only `openapi` and `info.title` are certain to be there. */
export interface Specification {
  openapi: string;
  info: { title: string; version?: string; description?: string };
  [member: string]: unknown;
}

/** A source that is no usable specification; the message is a sentence for people. */
export class UnreadableSpecification extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableSpecification';
  }
}
