import type { OpenApiSpecEntity } from './openapi-spec.entity.js';
import type { OpenApiVersionEntity } from './openapi-version.entity.js';

/** A specification without its text. */
export type SpecRecord = Readonly<
  Omit<OpenApiSpecEntity, 'sourceText' | 'sourceEtag' | 'sourceLastModified' | 'deletionId'>
>;

/** A version without its contents. */
export type VersionRecord = Readonly<
  Pick<OpenApiVersionEntity, 'organizationId' | 'id' | 'specId' | 'createdAt'>
>;

/** What a server tells of a source, by which it can say later whether that changed. */
export interface SourceState {
  etag: string | null;
  lastModified: string | null;
}

/** A source that is to be read. */
export interface WaitingSource extends SourceState {
  url: string | null;
  text: string | null;
}

/** What pages show of a specification, which may be deleted. */
export interface ShownSpec {
  slug: string;
  specId: string;
  versionId: string;
  isDeleted: boolean;
  /** Another text, that sorts later, whenever pages come out differently. */
  state: string;
}

export type SpecSource = { url: string } | { text: string };

/** A specification as somebody sees it. */
export interface SpecView {
  spec: SpecRecord;
  permissions: { view: boolean; edit: boolean };
}
