import type { Specification } from '../processing/specification.js';
import { typeLabel } from '../blocks/schema-shape.js';
import type { MemberCount } from '../reference/member-count.js';
import { resolve } from '../reference/resolve.js';
import { type ReferenceMember, SchemaReader } from './reference-schema.js';

/** Some schemas of a specification, for pages that draw them as a reference. A class for the same reason as {@link OperationReference}. */
export class SchemasReference {
  readonly schemas: ReferenceMember[];

  /** @param isHeadless the page describes the schemas elsewhere. */
  constructor(
    specification: Specification,
    names: readonly string[],
    pointerTo: (name: string) => string,
    isHeadless = false,
    page?: MemberCount,
  ) {
    this.schemas = names.map((name) => {
      const reference = { $ref: pointerTo(name) };
      const member = new SchemaReader(specification, page).member(name, reference, {});
      // The type of the referenced schema, because the type of the reference would repeat its name.
      const type = typeLabel(specification, resolve(specification, reference));
      return { ...member, type, ...(isHeadless ? { description: [] } : {}) };
    });
  }
}
