import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Contract {
  components: { schemas: Record<string, { enum?: string[] }> };
}

/** The values of an enumeration of the published contract. */
export function publishedEnum(name: string): string[] {
  const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
  const { schemas } = (JSON.parse(readFileSync(file, 'utf8')) as Contract).components;
  const values = schemas[name]?.enum;
  if (!values) throw new Error(`The contract has no enumeration "${name}".`);
  return values;
}
