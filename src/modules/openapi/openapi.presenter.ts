import type { Urls } from '#platform/http/urls.js';
import type { SpecContentResource, SpecResource, SpecVersionResource } from './openapi.dto.js';
import type { VersionView } from './openapi-versions.service.js';
import type { SpecRecord, SpecView } from './openapi.types.js';

/** A specification as the API shows it. */
export function presentSpec({ spec, permissions }: SpecView, urls: Urls): SpecResource {
  const location = urls.api('orgs', spec.organizationId, 'openapi', spec.slug);
  const published = publicUrl(spec, urls);
  return {
    object: 'openapi-spec',
    id: spec.id,
    createdAt: spec.createdAt.toISOString(),
    updatedAt: spec.updatedAt.toISOString(),
    slug: spec.slug,
    ...(spec.sourceUrl === null ? {} : { sourceURL: spec.sourceUrl }),
    processingState: spec.processingState,
    visibility: spec.visibility,
    ...(spec.lastVersionId === null ? {} : { lastVersion: spec.lastVersionId }),
    ...(spec.lastProcessedAt === null ? {} : { lastProcessedAt: spec.lastProcessedAt.toISOString() }),
    ...(spec.lastErrorCode === null ? {} : { lastProcessErrorCode: spec.lastErrorCode }),
    lastProcessedErrors: spec.lastErrors.map(({ message, code }) => ({ message, ...(code ? { code } : {}) })),
    lastProcessedErrorCount: spec.lastErrorCount,
    permissions: { view: permissions.view, edit: permissions.edit },
    urls: {
      location,
      app: urls.app('o', spec.organizationId, 'openapi', spec.slug),
      ...(published === null ? {} : { published }),
    },
  };
}

export function presentVersion({ spec, version }: VersionView, urls: Urls): SpecVersionResource {
  const path = ['orgs', spec.organizationId, 'openapi', spec.slug, 'versions', version.id] as const;
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt.toISOString(),
    url: urls.api(...path, 'content'),
    urls: { location: urls.api(...path) },
  };
}

/**
 * Presents a version as one file with everything bundled: a `SpecContentResource`, around the stored JSON of the
 * specification. Parsing megabytes only to write them again would block the event loop.
 */
export function contentText(
  { spec, version }: VersionView,
  json: string,
  urls: Urls,
  { isForReader = false } = {},
): string {
  const path = ['orgs', spec.organizationId, 'openapi', spec.slug, 'versions', version.id] as const;
  const entry = { dir: './', filename: 'openapi.json', isEntrypoint: true, references: [] };
  const url = urls.api(...path, 'content');
  // Readers of sites may not see the address of the source.
  const source = isForReader ? url : (spec.sourceUrl ?? url);
  const rest: Omit<SpecContentResource, 'filesystem'> = {
    url,
    urls: { source, public: publicUrl(spec, urls) },
  };
  const file = `${JSON.stringify(entry).slice(0, -1)},"specification":${json}}`;
  return `{"filesystem":[${file}],${JSON.stringify(rest).slice(1)}`;
}

/** The media type of a source (YAML by RFC 9512). */
export function mediaTypeOf(source: string): string {
  return /^\uFEFF?\s*\{/.test(source) ? 'application/json' : 'application/yaml';
}

function publicUrl({ organizationId, slug, visibility }: SpecRecord, urls: Urls): string | null {
  return visibility === 'public' ? urls.at('~openapi', organizationId, slug) : null;
}
