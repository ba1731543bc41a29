import type { OpenApiSpecEntity } from './openapi-spec.entity.js';
import type { OpenApiVersionEntity } from './openapi-version.entity.js';

/** A specification without its text. */
export type SpecRecord = Readonly<Omit<OpenApiSpecEntity, 'sourceText'>>;

/** A version without its contents. */
export type VersionRecord = Readonly<
  Pick<OpenApiVersionEntity, 'organizationId' | 'id' | 'specId' | 'createdAt'>
>;

export type SpecSource = { url: string } | { text: string };

/** A specification as somebody sees it. */
export interface SpecView {
  spec: SpecRecord;
  permissions: { view: boolean; edit: boolean };
}
