import { type Compare, type Filter, parse } from 'scim2-parse-filter';
import { likePattern } from '#modules/organizations/index.js';
import { ScimError } from './scim.errors.js';

/** An attribute that filters may name. */
export interface FilterColumn {
  /** SQL of its value, in lower case where case does not count. */
  sql: string;
  type: 'text' | 'exact' | 'boolean' | 'time';
  /** SQL for "equals", where an index serves it in another form. @param value the parameter. */
  equals?: (value: string) => string;
}

/** Attributes by their names in lower case, those of parts with a dot. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

const MAX_LENGTH = 2_000;
const ORDER = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

/**
 * A condition in SQL for a filter of SCIM.
 * @param values parameters of the statement, to which those of the filter are added.
 * @throws ScimError `invalidFilter` for a text that is not a filter, or names something that cannot be filtered by.
 */
export function filterSql(text: string, columns: FilterColumns, values: unknown[]): string {
  if (text.length > MAX_LENGTH || text.includes('\0'))
    throw invalid('it is too long, or holds a NUL character');
  return new FilterWriter(columns, values).write(read(text));
}

function read(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw invalid('write it like userName eq "ann@example.com"');
  }
}

function invalid(why: string): ScimError {
  return new ScimError('invalidFilter', `filter: ${why}.`);
}

class FilterWriter {
  constructor(
    private readonly columns: FilterColumns,
    private readonly values: unknown[],
  ) {}

  write(filter: Filter, within = ''): string {
    if ('filters' in filter)
      return `(${filter.filters.map((part) => this.write(part, within)).join(` ${filter.op} `)})`;
    if ('filter' in filter) return `(not coalesce(${this.write(filter.filter, within)}, false))`;
    if ('valFilter' in filter) return this.write(filter.valFilter, `${filter.attrPath}.`);
    const column = this.column(within + filter.attrPath);
    return 'compValue' in filter ? this.compare(filter, column) : `${column.sql} is not null`;
  }

  private column(path: string): FilterColumn {
    const name = path.slice(path.lastIndexOf(':') + 1).toLowerCase();
    const column = Object.hasOwn(this.columns, name) ? this.columns[name] : undefined;
    if (!column) throw invalid(`nothing can be found by "${path.slice(0, 100)}"`);
    return column;
  }

  private compare({ op, compValue, attrPath }: Compare, column: FilterColumn): string {
    if (compValue === null) {
      if (op === 'eq' || op === 'ne') return `${column.sql} is ${op === 'eq' ? '' : 'not '}null`;
      throw invalid(`"${op}" does not go with null`);
    }
    const value = this.value(attrPath, compValue, column);
    if (op === 'eq') return this.equals(column, value);
    if (op === 'ne') return `${column.sql} is distinct from $${this.values.push(value)}`;
    if (column.type === 'boolean') throw invalid(`"${op}" does not go with true and false`);
    if (op === 'co' || op === 'sw' || op === 'ew') {
      if (column.type === 'time') throw invalid(`"${op}" does not go with times`);
      return `${column.sql} like $${this.values.push(patternOf(op, String(value)))}`;
    }
    return `${column.sql} ${ORDER[op]} $${this.values.push(value)}`;
  }

  private equals({ sql, equals }: FilterColumn, value: unknown): string {
    const parameter = `$${this.values.push(value)}`;
    return equals?.(parameter) ?? `${sql} = ${parameter}`;
  }

  private value(path: string, value: unknown, { type }: FilterColumn): unknown {
    if (type === 'boolean') {
      const word = String(value).toLowerCase();
      if (word !== 'true' && word !== 'false') throw invalid(`"${path}" is true or false`);
      return word === 'true';
    }
    if (typeof value !== 'string') throw invalid(`"${path}" is a text`);
    if (type !== 'time') return type === 'text' ? value.toLowerCase() : value;
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) throw invalid(`"${path}" is a time such as 2026-01-31T12:00:00Z`);
    return time;
  }
}

function patternOf(op: 'co' | 'sw' | 'ew', text: string): string {
  const anywhere = likePattern(text);
  return anywhere.slice(op === 'sw' ? 1 : 0, op === 'ew' ? -1 : undefined);
}
