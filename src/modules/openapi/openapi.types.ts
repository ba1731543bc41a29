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

/** The validators that a server sent with a source, by which it can later tell whether the source changed. */
export interface SourceState {
  etag: string | null;
  lastModified: string | null;
}

/** A source that waits to be read. */
export interface WaitingSource extends SourceState {
  url: string | null;
  text: string | null;
}

/** The version that pages show of a specification, which may be deleted. */
export interface ShownSpec {
  slug: string;
  specId: string;
  versionId: string;
  isDeleted: boolean;
  /** Changes whenever pages change; the later state sorts later. */
  state: string;
}

export type SpecSource = { url: string } | { text: string };

/** A specification with the permissions of an actor. */
export interface SpecView {
  spec: SpecRecord;
  permissions: { view: boolean; edit: boolean };
}
