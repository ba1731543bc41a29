export { OpenApiModule } from './openapi.module.js';
export { CreateSpecBody, PutSpecBody, UpdateSpecBody } from './openapi.dto.js';
export { sourceOf } from './spec-source.js';
export { MAX_SOURCE_SIZE } from './processing/source-fetch.js';
export { presentSpec } from './openapi.presenter.js';
export { OpenApiSpecs } from './openapi-specs.service.js';
export { OpenApiVersions } from './openapi-versions.service.js';
export type { FileRef, ReferencePlace } from './blocks/block-source.js';
export {
  type ExpandedDocument,
  OpenApiBlocks,
  type ShownSource,
  type UsedVersions,
} from './blocks/openapi-blocks.js';
export { OperationReference } from './reference-model/operation-reference.js';
export type {
  ReferenceBody,
  ReferenceContent,
  ReferenceParameter,
  ReferenceResponse,
} from './reference-model/reference.types.js';
export type { ReferenceMember, ReferenceSchema } from './reference-model/reference-schema.js';
export { SchemasReference } from './reference-model/schemas-reference.js';
export type { ReferenceSecurity } from './reference-model/security.js';
export type { ShownSpec, SpecRecord, SpecSource, SpecView, VersionRecord } from './openapi.types.js';
export type { Specification } from './processing/specification.js';
export type {} from './openapi.events.js';
