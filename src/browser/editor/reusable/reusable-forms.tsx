import type { EditorView } from 'prosemirror-view';
import { insertBlocks } from '../editing/commands.js';
import type { PageContext } from '../page-context.js';
import { Picker } from '../menus/picker.js';
import { Popup } from '../menus/popup.js';
import { referenceTo } from './reusable-commands.js';
import { findReusable, type ReusableChoice } from './reusable-contents.js';

let shared: Popup | undefined;

/** Asks which reusable content to show where the cursor is. */
export function openReusablePicker(view: EditorView, context: PageContext): void {
  const popup = (shared ??= new Popup('link-form'));
  const onChoose = ({ ref }: ReusableChoice) => {
    insertBlocks([referenceTo(ref)])(view.state, view.dispatch);
    popup.close();
  };
  popup.ask(
    view,
    'Reusable content',
    <Picker
      label="Title of a reusable content"
      placeholder="Search a reusable content"
      find={(query) => findReusable(context, query)}
      onChoose={onChoose}
    />,
    view.coordsAtPos(view.state.selection.from),
  );
}

/** Asks for the title of a new reusable content. */
export function ReusableTitle({ onMake }: { onMake: (title: string) => void }) {
  return (
    <form
      class="data-form"
      onSubmit={(event) => {
        event.preventDefault();
        const title = (new FormData(event.currentTarget).get('title') as string).trim();
        if (title !== '') onMake(title);
      }}
    >
      <label>
        <span>Title</span>
        <input type="text" name="title" required maxLength={300} ref={(field) => field?.focus()} />
      </label>
      <button class="button button-small">Make reusable</button>
    </form>
  );
}
