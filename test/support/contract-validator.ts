import { Ajv, type ValidateFunction } from 'ajv';
import formatsPlugin from 'ajv-formats';

type Json = unknown;
type Schema = Record<string, Json>;

interface OpenApiDocument {
  paths: Record<string, Record<string, { responses?: Record<string, Json>; operationId?: string }>>;
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Json> };
}

interface DeclaredResponse {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface ContractProblem {
  /** `GET /spaces/{spaceId} 200`. */
  operation: string;
  /** The place in the body, as a JSON pointer with indexes replaced by `*`. */
  at: string;
  message: string;
}

interface Route {
  method: string;
  template: string;
  pattern: RegExp;
  literals: number;
}

/** Validates responses against an OpenAPI 3.0 document: declared status, valid body, no undeclared member. */
export class ContractValidator {
  private readonly ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: true,
    logger: false,
    // Optimizing the code takes a third of the time to make it, and most of it runs only a few times.
    code: { optimize: false },
  });
  private readonly routes: Route[] = [];
  private readonly validators = new Map<string, ValidateFunction | null>();
  /** The values that `collect` found, by schema and keyword. */
  private readonly found = new Map<Schema, Map<string, Json[]>>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly prefix = '',
  ) {
    formatsPlugin.default(this.ajv);
    this.ajv.addFormat('int32', true).addFormat('binary', true);
    const schemas = Object.fromEntries(
      Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
        name,
        toJsonSchema(schema),
      ]),
    );
    this.ajv.addSchema({ $id: 'contract', components: { schemas } });
    for (const [template, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) this.routes.push(toRoute(method, template));
    }
    this.routes.sort((a, b) => b.literals - a.literals);
  }

  /** `GET /spaces/{spaceId}` for a request, or undefined when the document has no such operation. */
  operationOf(method: string, path: string): string | undefined {
    const route = this.find(method, path);
    return route && `${route.method.toUpperCase()} ${route.template}`;
  }

  /** All problems of one response; empty when it is as declared. */
  validate(method: string, path: string, status: number, body: Json): ContractProblem[] {
    const route = this.find(method, path);
    if (!route) return [];
    const name = `${route.method.toUpperCase()} ${route.template}`;
    const operation = `${name} ${status}`;
    const responses = this.document.paths[route.template]?.[route.method]?.responses ?? {};
    const declared = (responses[status] ?? responses['default']) as DeclaredResponse | undefined;
    const response = declared && this.resolveResponse(declared);
    if (!response) return [{ operation, at: '', message: 'this status is not declared' }];
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return [];
    return [...this.schemaProblems(operation, schema, body), ...this.extraOf(operation, [schema], body, '')];
  }

  /** A response that is declared by its name. The published contract does so for errors, whose codes it confuses (409 in a 400). */
  private resolveResponse(response: DeclaredResponse): DeclaredResponse {
    const name = response.$ref?.split('/').pop();
    if (name === undefined) return response;
    const isOurs = this.prefix === '';
    return isOurs ? (this.document.components?.responses?.[name] as DeclaredResponse) : {};
  }

  private find(method: string, path: string): Route | undefined {
    if (!path.startsWith(this.prefix)) return undefined;
    const rest = path.slice(this.prefix.length) || '/';
    return this.routes.find((route) => route.method === method.toLowerCase() && route.pattern.test(rest));
  }

  private schemaProblems(operation: string, schema: Schema, body: Json): ContractProblem[] {
    let validator = this.validators.get(operation);
    if (validator === undefined) {
      validator = this.ajv.compile(toJsonSchema(schema));
      this.validators.set(operation, validator);
    }
    if (!validator || validator(body)) return [];
    return (validator.errors ?? []).map((error) => ({
      operation,
      at: error.instancePath.replace(/\/\d+/g, '/*'),
      message: `${error.message ?? 'is wrong'} ${JSON.stringify(error.params)}`,
    }));
  }

  private extraOf(operation: string, schemas: Schema[], value: Json, at: string): ContractProblem[] {
    if (typeof value !== 'object' || value === null || schemas.length === 0) return [];
    if (Array.isArray(value)) {
      const items = this.collectAll(schemas, 'items') as Schema[];
      return value.flatMap((entry) => this.extraOf(operation, items, entry, `${at}/*`));
    }
    const properties = this.collectAll(schemas, 'properties') as Record<string, Schema>[];
    const isOpen =
      properties.length === 0 ||
      this.collectAll(schemas, 'additionalProperties').some((extra) => extra !== false);
    return Object.entries(value).flatMap(([key, member]) => {
      const declared = properties.flatMap((set) => (set[key] ? [set[key]] : []));
      if (declared.length > 0) return this.extraOf(operation, declared, member, `${at}/${key}`);
      return isOpen ? [] : [{ operation, at: `${at}/${key}`, message: 'is not declared' }];
    });
  }

  /** Each value once: the blocks of a document name the same schemas many times, and their own blocks again. */
  private collectAll(schemas: Schema[], keyword: string): Json[] {
    return [...new Set(schemas.flatMap((schema) => this.collectOnce(schema, keyword)))];
  }

  private collectOnce(schema: Schema, keyword: string): Json[] {
    const known = this.found.get(schema) ?? new Map<string, Json[]>();
    const values = known.get(keyword) ?? this.collect(schema, keyword);
    this.found.set(schema, known.set(keyword, values));
    return values;
  }

  /** Values of `keyword` in the schema and in all schemas that it contains. */
  private collect(schema: Schema, keyword: string, depth = 0): Json[] {
    if (depth > 20) return [];
    const found: Json[] = keyword in schema ? [schema[keyword]] : [];
    if (typeof schema['$ref'] === 'string') {
      const name = schema['$ref'].split('/').pop() ?? '';
      const target = this.document.components?.schemas?.[name];
      if (target) found.push(...this.collect(target, keyword, depth + 1));
    }
    for (const part of ['allOf', 'anyOf', 'oneOf']) {
      for (const entry of (schema[part] as Schema[] | undefined) ?? [])
        found.push(...this.collect(entry, keyword, depth + 1));
    }
    return found;
  }
}

function toRoute(method: string, template: string): Route {
  const segments = template.split('/');
  const pattern = segments
    .map((segment) => (segment.includes('{') ? '[^/]+' : segment.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
    .join('/');
  const literals = segments.filter((segment) => !segment.includes('{')).length;
  return { method, template, pattern: new RegExp(`^${pattern}$`), literals };
}

/** OpenAPI 3.0 to JSON Schema: `nullable`, references, and `oneOf` whose alternatives overlap by design. */
function toJsonSchema(node: Json): Schema {
  if (Array.isArray(node)) return node.map(toJsonSchema) as unknown as Schema;
  if (typeof node !== 'object' || node === null) return node as unknown as Schema;
  const result: Schema = {};
  if (isContentFree(node as Schema)) return { type: 'object', not: { anyOf: CONTENT } };
  for (const [key, value] of Object.entries(node)) {
    if (key === 'nullable' || key === 'discriminator' || key === 'example' || key === 'default') continue;
    if (key === '$ref' && typeof value === 'string') result['$ref'] = value.replace('#/', 'contract#/');
    else if (key === 'enum') result['enum'] = value;
    else result[key === 'oneOf' ? 'anyOf' : key] = toJsonSchema(value);
  }
  return (node as Schema)['nullable'] === true ? { anyOf: [result, { type: 'null' }] } : result;
}

const CONTENT = ['markdown', 'document'].map((name) => ({ required: [name] }));

/**
 * The alternative for absent content: an object that allows no members at all. The contract combines it with the
 * members of a page or comment, so literally nothing could match; it means "neither of the others".
 */
function isContentFree(schema: Schema): boolean {
  return schema['title'] === 'Empty' && schema['additionalProperties'] === false;
}
