import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'preact/hooks';
import { newId, schema } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { findTargets, LinkTargets, type Target } from './link-targets.js';
import { Picker } from './picker.js';
import { Popup } from './popup.js';

const popup = () => (shared ??= new Popup('link-form'));
let shared: Popup | undefined;

/** Opens the form for links on Ctrl+K, and on a click on a link. */
export function linkOpener(context: PageContext): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        const isOpening = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
        if (!isOpening || (view.state.selection.empty && !linkAround(view))) return false;
        event.preventDefault();
        event.stopPropagation();
        openLinkForm(view, context);
        return true;
      },
      handleClick(view, _, event) {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        if (isLink && linkAround(view)) openLinkForm(view, context);
        return false;
      },
    },
  });
}

/** Asks for the target of the selected words, or of the link around the cursor. */
export function openLinkForm(view: EditorView, context: PageContext): void {
  const around = linkAround(view);
  const { from, to } = view.state.selection.empty && around ? around : view.state.selection;
  const set = (ref: object | null) => {
    const type = schema.marks['link']!;
    const tr = view.state.tr.removeMark(from, to, type);
    const data = { ...around?.data, ref };
    if (ref) tr.addMark(from, to, type.create({ data, rest: around?.rest ?? {}, id: newId() }));
    view.dispatch(tr);
    popup().close();
  };
  const targets = new LinkTargets(context);
  const form = <LinkForm targets={targets} current={around?.data['ref']} onChoose={set} />;
  popup().ask(view, 'Link', form, view.coordsAtPos(from));
}

interface LinkRange {
  from: number;
  to: number;
  data: Record<string, unknown>;
  rest: object;
}

/** The link at the cursor, as far as it reaches. */
function linkAround({ state }: EditorView): LinkRange | null {
  const { $from } = state.selection;
  const mark = schema.marks['link']!.isInSet([...$from.marks(), ...($from.nodeAfter?.marks ?? [])]);
  if (!mark) return null;
  let [from, to] = [0, 0];
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    if (to === 0) from = offset;
    to = offset + node.nodeSize;
  });
  const start = $from.start();
  const { data, rest } = mark.attrs as { data: Record<string, unknown>; rest: object };
  return { from: start + from, to: start + to, data, rest };
}

interface LinkFormProps {
  targets: LinkTargets;
  current: unknown;
  onChoose: (ref: object | null) => void;
}

function LinkForm({ targets, current, onChoose }: LinkFormProps) {
  const [page, setPage] = useState<Target | null>(null);
  const id = page && (page.ref as { page: string }).page;
  const find = async (query: string): Promise<Target[]> =>
    findTargets(query, page ? [page] : await targets.pages(), await targets.headings(id ?? undefined));
  const address = (current as { url?: string } | undefined)?.url;
  return (
    <>
      <Picker
        key={id}
        label={page ? `Headings of ${page.title}` : 'Page, heading or address'}
        placeholder={page ? `A heading of ${page.title}` : 'Search a page, or paste an address'}
        value={page ? '' : address}
        find={find}
        onChoose={({ ref }) => onChoose(ref)}
        onMore={setPage}
      />
      {current !== undefined && (
        <button type="button" class="button button-secondary button-small" onClick={() => onChoose(null)}>
          Remove the link
        </button>
      )}
    </>
  );
}
