import { Readable } from 'node:stream';
import { AUDIT_ACTIONS, type AuditEvent } from '#modules/audit/index.js';
import type { Urls } from '#platform/http/urls.js';
import { csvLine } from '#platform/text/csv.js';
import { presentAuditEventDetails } from '../audit-event.presenter.js';
import type { AuditExportFormat } from './export-formats.js';

const TYPES: Record<AuditExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const COLUMNS: readonly (readonly [name: string, cell: (event: AuditEvent) => string | null])[] = [
  ['occurredAt', (event) => event.occurredAt.toISOString()],
  ['action', (event) => event.action],
  ['what', (event) => (AUDIT_ACTIONS as Record<string, string>)[event.action] ?? event.action],
  ['actorType', (event) => event.actorType],
  ['actorId', (event) => event.actorId],
  ['actor', (event) => event.actorLabel],
  ['source', (event) => event.source],
  ['address', (event) => event.address],
  ['targetType', (event) => event.targetType],
  ['targetId', (event) => event.targetId],
  ['target', (event) => event.targetLabel],
  ['changes', (event) => JSON.stringify(event.changes)],
  ['requestId', (event) => event.requestId],
  ['id', (event) => event.id],
];

/** A file of entries of the audit log, written while it is read. */
export interface AuditExport {
  stream: Readable;
  type: string;
  name: string;
}

/** Writes entries as a file: CSV with a line of names, or a line of JSON each, as the API answers single entries. */
export function auditExport(
  events: AsyncIterable<AuditEvent>,
  format: AuditExportFormat,
  urls: Urls,
): AuditExport {
  const lines = format === 'csv' ? csvLines(events) : jsonLines(events, urls);
  return {
    stream: Readable.from(lines, { objectMode: false }),
    type: TYPES[format],
    name: `audit-log.${format}`,
  };
}

async function* csvLines(events: AsyncIterable<AuditEvent>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(COLUMNS.map(([name]) => name)));
  for await (const event of events) yield Buffer.from(csvLine(COLUMNS.map(([, cell]) => cell(event) ?? '')));
}

async function* jsonLines(events: AsyncIterable<AuditEvent>, urls: Urls): AsyncGenerator<Buffer> {
  for await (const event of events)
    yield Buffer.from(`${JSON.stringify(presentAuditEventDetails(event, urls))}\n`);
}
