import type { DocumentBlock } from '#modules/documents/index.js';
import { codeBlock, expandable, list, markdown, paragraph, runs } from '../computed/document-parts.js';
import type { Specification } from '../processing/specification.js';
import type { Operation } from '../reference/operations.js';
import type { MemberCount } from '../reference/member-count.js';
import { asList, asObject, asText, isObject, type JsonObject, resolve } from '../reference/resolve.js';
import { SchemaBlocks } from './schema-blocks.js';
import { exampleOf } from './schema-example.js';
import { typeLabel } from './schema-shape.js';
import type { ReferenceWords } from '#modules/words/index.js';
import { syntaxOf } from '../reference-model/operation-reference.js';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** Describes the parameters, body and responses of an operation, each with an example. */
export class OperationBlocks {
  private readonly schemas: SchemaBlocks;

  constructor(
    private readonly specification: Specification,
    private readonly words: ReferenceWords,
    page?: MemberCount,
  ) {
    this.schemas = new SchemaBlocks(specification, words, page);
  }

  /** @param isHeadless the page shows the title and description of the operation elsewhere. */
  describe(operation: Operation, isHeadless: boolean): DocumentBlock[] {
    const { summary, description, isDeprecated, definition } = operation;
    return [
      ...(isHeadless || summary === undefined ? [] : [title(summary)]),
      ...(isHeadless || !isDeprecated ? [] : [runs([{ text: this.words.deprecated, mark: 'italic' }])]),
      ...(isHeadless ? [] : markdown(description)),
      ...this.security(definition),
      ...PLACES.flatMap((place) => this.parameters(operation, place)),
      ...this.requestBody(definition),
      ...this.responses(definition),
    ];
  }

  private security(definition: JsonObject): DocumentBlock[] {
    const needed = definition['security'] ?? this.specification['security'];
    const names = new Set(asList(needed).flatMap((option) => Object.keys(asObject(option))));
    if (names.size === 0) return [];
    const list = [...names].flatMap((name, i) => [
      { text: i > 0 ? ', ' : ' ' },
      { text: name, mark: 'code' },
    ]);
    return [runs([{ text: `${this.words.authorization}:`, mark: 'bold' }, ...list])];
  }

  private parameters({ parameters }: Operation, place: (typeof PLACES)[number]): DocumentBlock[] {
    const found = parameters.filter((parameter) => parameter['in'] === place);
    if (found.length === 0) return [];
    const entries = found.map((parameter) => {
      const [media] = Object.values(asObject(parameter['content']));
      const schema = parameter['schema'] ?? asObject(media)['schema'];
      return this.schemas.entry(String(parameter['name']), parameter, schema);
    });
    return [title(this.words[`${place}Parameters`]), list(entries)];
  }

  private requestBody(definition: JsonObject): DocumentBlock[] {
    const body = resolve(this.specification, definition['requestBody']);
    const contents = this.contents(body);
    const description = markdown(asText(body['description']));
    return contents.length + description.length === 0
      ? []
      : [title(this.words.requestBody), ...description, ...contents];
  }

  private responses(definition: JsonObject): DocumentBlock[] {
    const responses = Object.entries(asObject(definition['responses']));
    if (responses.length === 0) return [];
    return [
      title(this.words.responses),
      ...responses.flatMap(([status, value]) => {
        const response = resolve(this.specification, value);
        const description = asText(response['description']);
        const headline = description === undefined ? status : `${status} ${description.split('\n', 1)[0]}`;
        const contents = this.contents(response);
        const isLong = description !== undefined && description.trim().includes('\n');
        const details = [...(isLong ? markdown(description) : []), ...contents];
        return [details.length > 0 ? expandable(headline, details) : paragraph(headline)];
      }),
    ];
  }

  private contents(holder: JsonObject): DocumentBlock[] {
    return Object.entries(asObject(holder['content'])).flatMap(([type, value]) => {
      const media = asObject(value);
      const example = exampleOf(this.specification, media);
      const hasSchema = isObject(media['schema']);
      const label = hasSchema ? ` ${typeLabel(this.specification, media['schema'])}` : '';
      return [
        runs([{ text: type, mark: 'code' }, { text: label }]),
        ...(hasSchema ? this.schemas.describe(media['schema']) : []),
        ...(example === undefined ? [] : [codeBlock(example, syntaxOf(type), this.words.example)]),
      ];
    });
  }
}

function title(text: string): DocumentBlock {
  return runs([{ text, mark: 'bold' }]);
}
