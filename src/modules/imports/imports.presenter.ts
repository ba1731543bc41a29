import type { ItemReport } from './import-progress.js';
import type { ContentImportRunResource, ImportItemResource } from './imports.dto.js';
import type { ImportRun } from './imports.repository.js';
import type { ImportView } from './imports.service.js';

/** An import with its report. */
export function presentImport({ run, items }: ImportView): ContentImportRunResource {
  const pages = items.flatMap(({ pageId, source }) =>
    pageId === null ? [] : [{ id: pageId, sourceURL: source, type: 'page' as const }],
  );
  return { ...presentImportSummary(run), pages, items: items.map(presentItem) };
}

/** An import in a list. */
export function presentImportSummary(run: ImportRun): Omit<ContentImportRunResource, 'pages' | 'items'> {
  const { id, status, source, startedAt, endedAt, error, spaceId, changeRequestId, pageId } = run;
  return {
    id,
    status,
    createdAt: run.createdAt.toISOString(),
    createdBy: run.actorId,
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(status === 'completed' && endedAt ? { completedAt: endedAt.toISOString() } : {}),
    source:
      source.type === 'website'
        ? { type: source.type, url: source.url }
        : { type: source.type, files: source.files },
    target: {
      space: spaceId,
      ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
      ...(pageId === null ? {} : { page: pageId }),
    },
    ...(error === null ? {} : { error }),
    ...(run.landedChangeRequestId === null ? {} : { changeRequest: run.landedChangeRequestId }),
    ...(run.revisionId === null ? {} : { revision: run.revisionId }),
  };
}

function presentItem({ source, status, reason, title, pageId }: ItemReport): ImportItemResource {
  return {
    source,
    status,
    ...(reason === null ? {} : { message: reason }),
    ...(title === null ? {} : { title }),
    ...(pageId === null ? {} : { page: pageId }),
  };
}
