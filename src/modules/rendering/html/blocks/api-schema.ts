import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { ReferenceMember, ReferenceSchema } from '#modules/openapi/threads.js';
import { renderIcon } from '../icons.js';
import type { RenderState } from '../render-state.js';
import { fill } from '#modules/words/index.js';

/** Members of a schema or parameters in a list; their own schemas are folded. */
export function memberList(members: readonly ReferenceMember[], state: RenderState): Element {
  return h(
    'ul',
    { class: 'api-members' },
    members.map((one) => member(one, state)),
  );
}

/** The structure of a schema. */
export function schemaTree(schema: ReferenceSchema, state: RenderState): Element {
  const { words } = state;
  return h('div', { class: 'api-schema' }, [
    ...(schema.members.length > 0 ? [memberList(schema.members, state)] : []),
    ...(schema.variants.length > 0
      ? [
          h('p', { class: 'api-facts' }, words.oneOf),
          h(
            'ul',
            { class: 'api-members' },
            schema.variants.map(({ label, below }) =>
              h('li', { class: 'api-member' }, [
                h('div', { class: 'api-member-head' }, [h('code', { class: 'api-member-name' }, label)]),
                ...(below ? [folded(label, below, state)] : []),
              ]),
            ),
          ),
        ]
      : []),
    ...(schema.isCut ? [h('p', { class: 'api-facts' }, words.more)] : []),
  ]);
}

function member(one: ReferenceMember, state: RenderState): Element {
  const { words } = state;
  const notes = [
    ...(one.isRequired ? [h('span', { class: 'api-required' }, words.required)] : []),
    ...(one.isDeprecated ? [h('span', { class: 'api-note api-deprecated' }, words.deprecated)] : []),
    ...(one.access
      ? [h('span', { class: 'api-note' }, one.access === 'read' ? words.readOnly : words.writeOnly)]
      : []),
    ...(one.isRecursive ? [h('span', { class: 'api-note' }, words.asAbove)] : []),
  ];
  return h('li', { class: 'api-member' }, [
    h('div', { class: 'api-member-head' }, [
      h('code', { class: 'api-member-name' }, one.name),
      h('span', { class: 'api-member-type' }, one.type),
      ...notes,
    ]),
    ...state.blocks(one.description),
    ...memberFacts(one, state),
    ...(one.below ? [folded(one.name, one.below, state)] : []),
  ]);
}

/** The values that a member may have, its default and its example. */
export function memberFacts(
  { choices, constraints, default: preset, example }: ReferenceMember,
  { words }: RenderState,
): ElementContent[] {
  const fact = (label: string, values: readonly string[]): Element =>
    h('p', { class: 'api-facts' }, [`${label}: `, ...codes(values)]);
  return [
    ...(choices.length > 0 ? [fact(words.allowed, choices)] : []),
    ...(preset === undefined ? [] : [fact(words.default, [preset])]),
    ...(constraints.length > 0 ? [h('p', { class: 'api-facts' }, codes(constraints))] : []),
    ...(example === undefined || example === preset || choices.length > 0
      ? []
      : [fact(words.example, [example])]),
  ];
}

/** Values with spaces between them, for copying and for screen readers. */
function codes(values: readonly string[]): ElementContent[] {
  return values.flatMap((value, i) =>
    i > 0 ? [{ type: 'text', value: ' ' }, h('code', value)] : [h('code', value)],
  );
}

function folded(name: string, below: ReferenceSchema, state: RenderState): Element {
  const { words } = state;
  return h('details', { class: 'api-below' }, [
    h('summary', [
      renderIcon('chevron-right', { className: 'chevron' }),
      h('span', [
        fill(words.showMembers, { name: words.members }),
        h('span', { class: 'visually-hidden' }, ` (${name})`),
      ]),
    ]),
    schemaTree(below, state),
  ]);
}
