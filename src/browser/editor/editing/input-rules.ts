import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { newId, schema } from '../document/index.js';

const { nodes, marks } = schema;

/** Markdown, as people type it, becomes what it means. */
export function markdownRules(): Plugin {
  return inputRules({
    rules: [
      ...[1, 2, 3].map((level) =>
        textblockTypeInputRule(new RegExp(`^#{${level}}\\s$`), nodes[`heading_${level}`]!),
      ),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes['list_unordered']!),
      wrappingInputRule(
        /^(\d+)[.)]\s$/,
        nodes['list_ordered']!,
        ([, first]) => ({ data: first === '1' ? {} : { start: Number(first) } }),
        ([, first], list) => list.childCount + Number(list.attrs['data'].start ?? 1) === Number(first),
      ),
      taskRule(),
      wrappingInputRule(/^\s*>\s$/, nodes['blockquote']!),
      textblockTypeInputRule(/^```([\w+#-]*)\s$/, nodes['code_block']!, ([, syntax]) => ({
        data: syntax ? { syntax } : {},
      })),
      dividerRule(),
      markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, marks['bold']!),
      markRule(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, marks['italic']!),
      markRule(/(?:^|[^_\w])(_([^_\s](?:[^_]*[^_\s])?)_)$/, marks['italic']!),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, marks['code']!),
      markRule(/(?:^|[^~])(~~([^~\s](?:[^~]*[^~\s])?)~~)$/, marks['strikethrough']!),
      linkRule(),
    ],
  });
}

/** `[ ]` or `[x]` at the beginning of an item, or of a paragraph. */
function taskRule(): InputRule {
  return new InputRule(/^\[([ xX]?)\]\s$/, (state, [, box], start, end) => {
    const $start = state.doc.resolve(start);
    const checked = box?.toLowerCase() === 'x';
    const tr = state.tr.delete(start, end);
    const depth = $start.depth - 1;
    if (depth > 0 && $start.node(depth).type.name === 'list_item') {
      const list = $start.node(depth - 1);
      if (list.childCount > 1 && list.type.name !== 'list_tasks') return null;
      tr.setNodeMarkup($start.before(depth - 1), nodes['list_tasks']);
      return tr.setNodeAttribute($start.before(depth), 'data', { checked });
    }
    const range = tr.doc.resolve(start).blockRange();
    if (!range) return null;
    return tr.wrap(range, [
      { type: nodes['list_tasks']! },
      { type: nodes['list_item']!, attrs: { data: { checked } } },
    ]);
  });
}

function dividerRule(): InputRule {
  return new InputRule(/^(---|\*\*\*|___)$/, (state, _, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.parent.type.name !== 'paragraph' || $start.parent.content.size !== end - start) return null;
    const tr = state.tr.replaceWith($start.before(), $start.after(), [
      nodes['divider']!.create(),
      nodes['paragraph']!.create(),
    ]);
    return tr.setSelection(TextSelection.near(tr.doc.resolve($start.before() + 1)));
  });
}

/** The first group is what is replaced, the second what stays and gets the mark. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, replaced = '', text = ''] = match;
    const from = start + whole.length - replaced.length;
    if (!state.doc.resolve(from).parent.type.allowsMarkType(type)) return null;
    if (state.doc.rangeHasMark(from, end, marks['code']!)) return null;
    const open = replaced.indexOf(text);
    const tr = state.tr;
    // The last character of the match is not in the document yet.
    if (from + open + text.length < end) tr.delete(from + open + text.length, end);
    tr.delete(from, from + open);
    return tr.addMark(from, from + text.length, type.create()).removeStoredMark(type);
  });
}

function linkRule(): InputRule {
  return new InputRule(/(?:^|[^!])(\[([^\]]+)\]\((https?:\/\/[^\s)]+)\))$/, (state, match, start, end) => {
    const [whole, replaced = '', text = '', url] = match;
    const from = start + whole.length - replaced.length;
    const link = marks['link']!.create({ data: { ref: { kind: 'url', url } }, id: newId() });
    return state.tr.replaceWith(from, end, schema.text(text, [link])).removeStoredMark(link);
  });
}
