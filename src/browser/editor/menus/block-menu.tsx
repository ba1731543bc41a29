import type { Node } from 'prosemirror-model';
import { type Command, NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'preact/hooks';
import { deleteBlock, duplicateBlock, moveBlock, setData } from '../editing/commands.js';
import { turnInto } from '../editing/turn-into.js';
import type { PageContext } from '../page-context.js';
import { type BlockRange, rangeAt } from '../reusable/block-range.js';
import { makeReusable } from '../reusable/reusable-commands.js';
import { ReusableTitle } from '../reusable/reusable-forms.js';
import { DataForm, hasForm } from './data-form.js';
import { askForOperation } from '../sources/ask-for-operation.js';
import { PropertiesForm } from '../sources/properties-form.js';
import type { Popup } from './popup.js';

const KINDS = [
  { name: 'paragraph', title: 'Text' },
  { name: 'heading_1', title: 'Heading 1' },
  { name: 'heading_2', title: 'Heading 2' },
  { name: 'heading_3', title: 'Heading 3' },
  { name: 'list_unordered', title: 'Bulleted list' },
  { name: 'list_ordered', title: 'Numbered list' },
  { name: 'list_tasks', title: 'Task list' },
  { name: 'hint', title: 'Hint' },
  { name: 'blockquote', title: 'Quote' },
  { name: 'code_block', title: 'Code' },
] as const;

const ACTIONS: readonly { title: string; command: Command; isDanger?: true }[] = [
  { title: 'Move up', command: moveBlock(-1) },
  { title: 'Move down', command: moveBlock(1) },
  { title: 'Duplicate', command: duplicateBlock },
  { title: 'Delete', command: deleteBlock, isDanger: true },
];

/** Opens the menu of the block at a position: its kind, its settings, and what can be done with it. */
export function openBlockMenu(view: EditorView, popup: Popup, at: number, context: PageContext): void {
  const run = (command: Command) => {
    const selection = NodeSelection.create(view.state.doc, at);
    view.dispatch(view.state.tr.setSelection(selection));
    command(view.state, view.dispatch);
    popup.close();
  };
  const change = (changes: Record<string, unknown>) => {
    setData(at, changes)(view.state, view.dispatch);
    draw();
  };
  const chooseOther = () => {
    popup.close();
    void askForOperation(view, context, at, (data) => setData(at, { ...data })(view.state, view.dispatch));
  };
  const draw = () => {
    const node = view.state.doc.nodeAt(at);
    if (!node) return popup.hide();
    const range = rangeAt(view.state, at);
    const anchor = view.nodeDOM(at);
    const { left, top } = (anchor instanceof HTMLElement ? anchor : view.dom).getBoundingClientRect();
    popup.ask(
      view,
      'Block',
      <>
        <Kind name={node.type.name} onChange={(name) => run(turnInto(at, name))} />
        {hasForm(node) && <DataForm node={node} context={context} onChange={change} />}
        <SourceForm node={node} onChange={change} onOther={chooseOther} />
        <div class="block-actions" role="group" aria-label="Actions">
          {ACTIONS.map(({ title, command, isDanger }) => (
            <button type="button" class={isDanger && 'is-danger'} onClick={() => run(command)}>
              {title}
            </button>
          ))}
        </div>
        {range && (
          <MakeReusable
            range={range}
            onMake={(title) => {
              popup.close();
              void makeReusable(view, context, range, title);
            }}
          />
        )}
      </>,
      { left, top, bottom: top + 24 },
    );
  };
  draw();
}

function Kind({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <label class="block-kind">
      <span>Turn into</span>
      <select value={name} onChange={({ currentTarget: { value } }) => onChange(value)}>
        {!KINDS.some((kind) => kind.name === name) && <option value={name}>–</option>}
        {KINDS.map((kind) => (
          <option value={kind.name}>{kind.title}</option>
        ))}
      </select>
    </label>
  );
}

/** The settings of a block whose content comes from an integration or a specification. */
function SourceForm({
  node,
  onChange,
  onOther,
}: {
  node: Node;
  onChange: (changes: Record<string, unknown>) => void;
  onOther: () => void;
}) {
  if (node.type.name === 'integration') {
    const { props } = node.attrs['data'] as { props: Record<string, unknown> };
    return <PropertiesForm properties={props} onChange={(changed) => onChange({ props: changed })} />;
  }
  if (node.type.name !== 'openapi_operation') return null;
  return (
    <div class="block-actions">
      <button type="button" onClick={onOther}>
        Choose the operation…
      </button>
    </div>
  );
}

/** Turns blocks into a reusable content, once they have a title. */
function MakeReusable({ range, onMake }: { range: BlockRange; onMake: (title: string) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking) return <ReusableTitle onMake={onMake} />;
  const count = range.blocks.length;
  return (
    <div class="block-actions">
      <button type="button" onClick={() => setIsAsking(true)}>
        Make {count === 1 ? 'it' : `${count} blocks`} reusable…
      </button>
    </div>
  );
}
