import type { Specification } from '../processing/specification.js';
import { type ReferenceMember, SchemaReader } from './reference-schema.js';

/** Some schemas of a specification, for pages that draw them as a reference. A class for the reason that {@link OperationReference} is one. */
export class SchemasReference {
  readonly schemas: ReferenceMember[];

  constructor(specification: Specification, names: readonly string[], pointerTo: (name: string) => string) {
    this.schemas = names.map((name) =>
      new SchemaReader(specification).member(name, { $ref: pointerTo(name) }, {}),
    );
  }
}
