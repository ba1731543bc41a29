import type { Urls } from '#platform/http/urls.js';
import type { GlossaryEntryResource } from './glossary.dto.js';
import type { GlossaryEntry } from './glossary-operations.js';

/** An entry of a glossary as the API shows it. */
export function presentGlossaryEntry(entry: GlossaryEntry, urls: Urls): GlossaryEntryResource {
  return {
    object: 'glossary-entry',
    id: entry.id,
    translations: entry.translations,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
    urls: { location: urls.api('orgs', entry.organizationId, 'translations-glossary', entry.id) },
  };
}
