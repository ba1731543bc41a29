import { Column, type ColumnOptions, type ValueTransformer } from 'typeorm';
import { storable } from './storable-json.js';

const STORABLE: ValueTransformer = { to: storable, from: (value: unknown) => value };

/** A `jsonb` column: values that the ORM writes to it become such as the database takes. */
export function JsonColumn(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, type: 'jsonb', transformer: STORABLE });
}
