/** JSON of an OpenAPI 3.1 description with its references; only `openapi` and `info.title` are certain to exist. */
export interface Specification {
  openapi: string;
  info: { title: string; version?: string; description?: string };
  [member: string]: unknown;
}

/** A source that is not a usable specification; the message is a sentence for people. */
export class UnreadableSpecification extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableSpecification';
  }
}
