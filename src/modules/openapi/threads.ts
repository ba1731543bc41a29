/* The part of this module that threads may load: pure functions, without the database. */
export type { BlockSource } from './blocks/block-source.js';
export type { ReadSource } from './blocks/describe-block.js';
export { fillSpecifications, specificationsIn } from './blocks/fill-specifications.js';
export type { Specification } from './processing/specification.js';
export { OperationReference } from './reference-model/operation-reference.js';
export { SchemasReference } from './reference-model/schemas-reference.js';
export type {
  ReferenceBody,
  ReferenceContent,
  ReferenceParameter,
  ReferenceResponse,
} from './reference-model/reference.types.js';
export type { ReferenceMember, ReferenceSchema } from './reference-model/reference-schema.js';
export type { ReferenceSecurity } from './reference-model/security.js';
