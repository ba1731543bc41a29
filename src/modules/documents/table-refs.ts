import { isContentRef } from './content-ref.js';
import type { ContentRef, DocumentData } from './document.types.js';
import { idValue, valueRef } from './markdown/table-values.js';
import { isRecord, mapList } from './values.js';

/**
 * Replaces every reference in the cells of a table; returns the same object when nothing changed. `visit` also receives
 * the type of the column.
 */
export function mapTableRefs(
  data: DocumentData,
  visit: (ref: ContentRef, column: string) => ContentRef,
): DocumentData {
  const { records, definition } = data;
  if (!isRecord(records) || !isRecord(definition)) return data;
  let changed = false;
  const mapped = Object.entries(records).map(([id, record]): [string, unknown] => {
    if (!isRecord(record) || !isRecord(record['values'])) return [id, record];
    let { values } = record;
    for (const [column, value] of Object.entries(values)) {
      const stored = definition[column];
      const type = isRecord(stored) ? String(stored['type']) : '';
      const next = mapValue(type, value, (ref) => visit(ref, type));
      if (next === value) continue;
      if (values === record['values']) values = { ...values };
      values[column] = next;
    }
    if (values === record['values']) return [id, record];
    changed = true;
    return [id, { ...record, values }];
  });
  return changed ? { ...data, records: Object.fromEntries(mapped) } : data;
}

function mapValue(type: string, value: unknown, visit: (ref: ContentRef) => ContentRef): unknown {
  if ((type === 'files' || type === 'users') && Array.isArray(value)) {
    return mapList(value as unknown[], (one) => {
      if (typeof one !== 'string') return one;
      const ref = valueRef(type, one);
      const mapped = visit(ref);
      return mapped === ref ? one : idValue(mapped);
    });
  }
  if (type !== 'content-ref' && type !== 'image') return value;
  if (isContentRef(value)) return visit(value);
  if (!isRecord(value) || !isContentRef(value['ref'])) return value;
  const mapped = visit(value['ref']);
  return mapped === value['ref'] ? value : { ...value, ref: mapped };
}
