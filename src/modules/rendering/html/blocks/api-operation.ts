import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type {
  OperationReference,
  ReferenceContent,
  ReferenceParameter,
  ReferenceResponse,
  ReferenceSecurity,
} from '#modules/openapi/threads.js';
import { memberList, schemaTree } from './api-schema.js';
import { renderIcon } from '../icons.js';
import type { RenderState } from '../render-state.js';
import { tabGroup } from './tab-group.js';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** An operation or webhook as a reference: its parameters, its responses, and how to call it. */
export function apiOperation(operation: OperationReference, state: RenderState): ElementContent[] {
  const { words } = state;
  return [
    ...(operation.isDeprecated ? [h('p', { class: 'api-deprecated' }, words.deprecated)] : []),
    ...(operation.title ? [h('p', { class: 'api-title' }, operation.title)] : []),
    ...state.blocks(operation.description),
    ...callBox(operation, state),
    ...security(operation.security, state),
    ...PLACES.flatMap((place) => parameters(operation, place, state)),
    ...requestBody(operation, state),
    ...responses(operation.responses, state),
  ];
}

/** Examples of the request, and the box in which a script lets readers send one. */
function callBox(operation: OperationReference, state: RenderState): ElementContent[] {
  const { servers, samples } = operation;
  if (samples.length === 0) return [];
  for (const { url } of servers) state.needs.servers.add(new URL(url).origin);
  const tryIt =
    servers.length === 0
      ? []
      : [
          h('div', { class: 'api-try', dataTry: tryItData(operation) }, [
            h('button', { type: 'button', class: 'button button-primary button-small' }, [
              renderIcon('play'),
              h('span', state.words.tryIt),
            ]),
          ]),
        ];
  const tabs = samples.map(({ title, block }) => ({
    id: state.freshId('sample'),
    title,
    label: [h('span', title)],
    content: state.blocks([block]),
  }));
  return [h('div', { class: 'api-call' }, [tabGroup(tabs, 'tabs api-samples'), ...tryIt])];
}

/** Data from which the script builds the form and the request. */
function tryItData({
  method,
  path,
  servers,
  parameters,
  security: schemes,
  body,
}: OperationReference): string {
  return JSON.stringify({
    method: method.toUpperCase(),
    path,
    servers: servers.map(({ url }) => url),
    parameters: parameters.map(({ name, in: place, isRequired, choices, example, default: preset }) => ({
      name,
      in: place,
      isRequired,
      choices,
      example: place === 'path' || isRequired ? (preset ?? example) : undefined,
    })),
    security: schemes.map(({ name, kind, parameter }) => ({ name, kind, parameter })),
    body: body?.contents[0] && { type: body.contents[0].type, example: body.contents[0].example },
  });
}

function security(schemes: readonly ReferenceSecurity[], state: RenderState): ElementContent[] {
  if (schemes.length === 0) return [];
  const entries = schemes.map(({ name, label, parameter, scopes, description }) =>
    h('li', { class: 'api-member' }, [
      h('div', { class: 'api-member-head' }, [
        h('code', { class: 'api-member-name' }, parameter ?? name),
        h('span', { class: 'api-member-type' }, parameter ? `${label} · ${name}` : label),
      ]),
      ...(scopes.length > 0
        ? [
            h(
              'p',
              { class: 'api-facts' },
              scopes.map((scope) => h('code', scope)),
            ),
          ]
        : []),
      ...state.blocks(description),
    ]),
  );
  return [heading(state.words.authorization), h('ul', { class: 'api-members' }, entries)];
}

function parameters(
  { parameters: all }: OperationReference,
  place: (typeof PLACES)[number],
  state: RenderState,
): ElementContent[] {
  const { words } = state;
  const titles = {
    path: words.pathParameters,
    query: words.queryParameters,
    header: words.headerParameters,
    cookie: words.cookieParameters,
  };
  const own = all.filter((one: ReferenceParameter) => one.in === place);
  return own.length === 0 ? [] : [heading(titles[place]), memberList(own, state)];
}

function requestBody({ body }: OperationReference, state: RenderState): ElementContent[] {
  if (!body) return [];
  return [
    heading(state.words.requestBody, body.isRequired ? state.words.required : undefined),
    ...state.blocks(body.description),
    ...body.contents.flatMap((content) => contentParts(content, state)),
  ];
}

function responses(all: readonly ReferenceResponse[], state: RenderState): ElementContent[] {
  if (all.length === 0) return [];
  const first = all.findIndex(({ status }) => status.startsWith('2'));
  return [
    heading(state.words.responses),
    ...all.map((response, index) => responseBox(response, index === first, state)),
  ];
}

function responseBox(response: ReferenceResponse, isOpen: boolean, state: RenderState): Element {
  const { status, title, description, headers, contents } = response;
  const head = [
    h('span', { class: `api-status api-status-${/^[1-5]/.test(status) ? status[0] : 'x'}` }, status),
    h('span', title),
  ];
  const body = [
    ...state.blocks(description),
    ...(headers.length > 0 ? [memberList(headers, state)] : []),
    ...contents.flatMap((content) => contentParts(content, state)),
  ];
  if (body.length === 0) return h('p', { class: 'api-response api-response-plain' }, head);
  return h('details', { class: 'api-response', open: isOpen }, [
    h('summary', [renderIcon('chevron-right', { className: 'chevron' }), ...head]),
    h('div', { class: 'api-response-body' }, body),
  ]);
}

/** The schema and an example of a media type. */
function contentParts(content: ReferenceContent, state: RenderState): ElementContent[] {
  const { type, label, schema, exampleBlock } = content;
  return [
    h('p', { class: 'api-content' }, [
      h('code', type),
      ...(label ? [h('span', { class: 'api-member-type' }, label)] : []),
    ]),
    ...(schema ? [schemaTree(schema, state)] : []),
    ...(exampleBlock
      ? [
          h('details', { class: 'api-example' }, [
            h('summary', [
              renderIcon('chevron-right', { className: 'chevron' }),
              h('span', state.words.example),
            ]),
            ...state.blocks([exampleBlock]),
          ]),
        ]
      : []),
  ];
}

function heading(text: string, note?: string): Element {
  return h('p', { class: 'api-heading' }, [
    text,
    ...(note ? [h('span', { class: 'api-required' }, note)] : []),
  ]);
}
