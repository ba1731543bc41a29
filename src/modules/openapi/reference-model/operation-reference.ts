import type { DocumentBlock } from '#modules/documents/index.js';
import { exampleOf, valueOf } from '../blocks/schema-example.js';
import { typeLabel } from '../blocks/schema-shape.js';
import { codeBlock, codeText, markdown } from '../computed/document-parts.js';
import type { Specification } from '../processing/specification.js';
import type { MemberCount } from '../reference/member-count.js';
import type { Operation } from '../reference/operations.js';
import { asList, asObject, asText, isObject, type JsonObject, resolve } from '../reference/resolve.js';
import { SchemaReader } from './reference-schema.js';
import type {
  ReferenceBody,
  ReferenceCall,
  ReferenceContent,
  ReferenceParameter,
  ReferenceResponse,
} from './reference.types.js';
import { requestSamples } from './request-samples.js';
import { type ReferenceSecurity, securityOf } from './security.js';
import { type ReferenceServer, serversOf } from './servers.js';

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'];

/**
 * An operation or webhook of a specification, for pages that draw it as a reference. A class, so that no stored
 * document can pretend to hold one.
 */
export class OperationReference implements ReferenceCall {
  readonly method: string;
  readonly path: string;
  readonly isDeprecated: boolean;
  readonly title?: string;
  readonly description: DocumentBlock[];
  readonly servers: ReferenceServer[];
  readonly security: ReferenceSecurity[];
  readonly parameters: ReferenceParameter[];
  readonly body?: ReferenceBody;
  readonly responses: ReferenceResponse[];
  /** The request in several languages, as code with a title; empty for webhooks. */
  readonly samples: { title: string; block: DocumentBlock }[];
  private readonly schemas: SchemaReader;

  /** @param isHeadless the page shows the title and description of the operation elsewhere. */
  constructor(
    private readonly specification: Specification,
    operation: Operation,
    { isHeadless, isWebhook }: { isHeadless: boolean; isWebhook: boolean },
    page?: MemberCount,
  ) {
    const { definition } = operation;
    this.schemas = new SchemaReader(specification, page);
    this.method = operation.method;
    this.path = operation.path;
    this.isDeprecated = operation.isDeprecated;
    this.title = isHeadless ? undefined : operation.summary;
    this.description = isHeadless ? [] : markdown(operation.description);
    this.servers = isWebhook ? [] : serversOf(specification, operation);
    this.security = isWebhook ? [] : securityOf(specification, definition);
    this.parameters = operation.parameters.flatMap((parameter) => this.parameter(parameter));
    this.body = this.readBody(definition);
    this.responses = this.readResponses(definition);
    const given = isWebhook ? [] : samplesOf(definition);
    const samples = isWebhook || given.length > 0 ? given : requestSamples(this, this.body);
    this.samples = samples.map(({ label, syntax, code }) => ({
      title: label,
      block: untitled(codeBlock(code, syntax, '')),
    }));
  }

  /** All code blocks of the reference. */
  get codeBlocks(): DocumentBlock[] {
    const contents = [...(this.body?.contents ?? []), ...this.responses.flatMap((one) => one.contents)];
    return [...this.samples.map(({ block }) => block), ...contents.flatMap((one) => one.exampleBlock ?? [])];
  }

  private parameter(parameter: JsonObject): ReferenceParameter[] {
    const place = String(parameter['in']);
    if (!PLACES.includes(place)) return [];
    const [media] = Object.values(asObject(parameter['content']));
    const schema = parameter['schema'] ?? asObject(media)['schema'];
    const member = this.schemas.member(String(parameter['name']), schema, parameter);
    const made = place === 'path' || member.isRequired ? valueOf(this.specification, schema) : undefined;
    const example = member.example ?? (made === undefined || made === 'text' ? undefined : codeText(made));
    return [{ ...member, example, in: place as ReferenceParameter['in'] }];
  }

  private readBody(definition: JsonObject): ReferenceBody | undefined {
    const body = resolve(this.specification, definition['requestBody']);
    const contents = this.contents(body);
    const description = markdown(asText(body['description']));
    if (contents.length + description.length === 0) return undefined;
    return { isRequired: body['required'] === true, description, contents };
  }

  private readResponses(definition: JsonObject): ReferenceResponse[] {
    return Object.entries(asObject(definition['responses'])).map(([status, value]) => {
      const response = resolve(this.specification, value);
      const text = asText(response['description'])?.trim();
      return {
        status,
        title: text?.split('\n', 1)[0] ?? '',
        description: text?.includes('\n') ? markdown(text) : [],
        headers: Object.entries(asObject(response['headers'])).map(([name, header]) => {
          const described = resolve(this.specification, header);
          return this.schemas.member(name, described['schema'], described);
        }),
        contents: this.contents(response),
      };
    });
  }

  private contents(holder: JsonObject): ReferenceContent[] {
    return Object.entries(asObject(holder['content'])).map(([type, value]) => {
      const media = asObject(value);
      const example = exampleOf(this.specification, media);
      const hasSchema = isObject(media['schema']);
      return {
        type,
        label: hasSchema ? typeLabel(this.specification, media['schema']) : '',
        schema: hasSchema ? this.schemas.schema(media['schema']) : undefined,
        ...(example === undefined
          ? {}
          : { example, exampleBlock: untitled(codeBlock(example, syntaxOf(type), '')) }),
      };
    });
  }
}

/** Samples from the specification itself. */
function samplesOf(definition: JsonObject): { label: string; syntax: string; code: string }[] {
  const given = definition['x-codeSamples'] ?? definition['x-code-samples'];
  return asList(given).flatMap((value) => {
    const { lang, label, source } = asObject(value);
    const code = asText(source);
    const language = asText(lang) ?? 'text';
    return code === undefined
      ? []
      : [{ label: asText(label) ?? language, syntax: language.toLowerCase(), code }];
  });
}

function untitled(block: DocumentBlock): DocumentBlock {
  const { title: _, ...data } = block.data;
  return { ...block, data };
}

/** The language in which examples of a media type are highlighted; undefined for other types. */
export function syntaxOf(type: string): string | undefined {
  if (/json/i.test(type)) return 'json';
  if (/xml/i.test(type)) return 'xml';
  return /yaml/i.test(type) ? 'yaml' : undefined;
}
