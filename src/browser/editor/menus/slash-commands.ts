import type { EditorView } from 'prosemirror-view';
import { NodeSelection } from 'prosemirror-state';
import { schema } from '../document/index.js';
import { insertBlocks } from '../editing/commands.js';
import { insertFiles } from '../editing/paste-files.js';
import type { PageContext } from '../page-context.js';
import type { SlashEntry } from './slash-menu.js';
import { openReusablePicker } from '../reusable/reusable-forms.js';
import { askForOperation } from '../sources/ask-for-operation.js';
import { IntegrationEntries } from '../sources/integration-blocks.js';
import { openBlockMenu } from './block-menu.js';
import { openInlineForm } from './inline-form.js';
import { Popup } from './popup.js';

const INLINES = [
  { title: 'Emoji', detail: 'A small picture in the line', name: 'emoji', data: { code: '1f600' } },
  { title: 'Icon', detail: 'A symbol in the line', name: 'icon', data: { icon: 'star' } },
  {
    title: 'Formula in the line',
    detail: 'Mathematics in TeX',
    words: 'math inline',
    name: 'inline_math',
    data: { formula: 'x' },
  },
  {
    title: 'Expression',
    detail: 'The value of a variable',
    words: 'variable',
    name: 'expression',
    data: { expression: '' },
  },
  {
    title: 'Button',
    detail: 'A link that looks like a button',
    name: 'button',
    data: { label: 'Button', kind: 'primary', ref: { kind: 'url', url: 'https://example.com' } },
  },
];

/** The entries of the slash menu that ask for something first, and those of integrations. */
export class SlashCommands {
  private readonly integrations: IntegrationEntries;

  constructor(private readonly context: PageContext) {
    this.integrations = new IntegrationEntries(context, (at, view) =>
      openBlockMenu(view, popup(), at, context),
    );
  }

  /** The entries that have all words of a query; `redraw` is called when there are others. */
  find(query: string, redraw: () => void): SlashEntry[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return [...this.entries(), ...this.integrations.list(redraw)].filter(({ title, words: more = '' }) =>
      words.every((word) => `${title} ${more}`.toLowerCase().includes(word)),
    );
  }

  private entries(): (SlashEntry & { words?: string })[] {
    const { context } = this;
    return [
      {
        title: 'Image',
        detail: 'A picture from this device',
        words: 'picture photo upload',
        run: (view) => chooseFiles(view, context, 'image/*'),
      },
      {
        title: 'File',
        detail: 'A file to download',
        words: 'attachment upload download',
        run: (view) => chooseFiles(view, context, ''),
      },
      {
        title: 'Reusable content',
        detail: 'A text that several pages show',
        words: 'include snippet shared synced',
        run: (view) => openReusablePicker(view, context),
      },
      {
        title: 'API operation',
        detail: 'From an OpenAPI specification',
        words: 'openapi swagger endpoint',
        run: (view) =>
          void askForOperation(view, context, view.state.selection.from, (data) =>
            insertBlocks([schema.nodes['openapi_operation']!.create({ data })])(view.state, view.dispatch),
          ),
      },
      ...INLINES.map(({ name, data, ...entry }) => ({
        ...entry,
        run: (view: EditorView) => insertInline(view, context, name, data),
      })),
    ];
  }
}

let shared: Popup | undefined;

function popup(): Popup {
  return (shared ??= new Popup('block-menu'));
}

function chooseFiles(view: EditorView, context: PageContext, accept: string): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple: true });
  input.addEventListener('change', () => void insertFiles(view, context, [...(input.files ?? [])]));
  input.click();
}

function insertInline(view: EditorView, context: PageContext, name: string, data: object): void {
  const { from } = view.state.selection;
  const tr = view.state.tr.replaceSelectionWith(schema.nodes[name]!.create({ data }), false);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
  openInlineForm(view, context, from);
}
