import type { EditorView } from 'prosemirror-view';
import { Popup } from '../menus/popup.js';
import type { PageContext } from '../page-context.js';
import { listSpecifications, type OperationData, OperationPicker } from './operation-picker.js';

let shared: Popup | undefined;

/** Asks which operation of an API a block shows, beside a position of the text. */
export async function chooseOperation(
  view: EditorView,
  context: PageContext,
  at: number,
  onChoose: (data: OperationData) => void,
): Promise<void> {
  const popup = (shared ??= new Popup('link-form'));
  const specifications = await listSpecifications(context).catch(() => []);
  popup.ask(
    view,
    'API operation',
    <OperationPicker
      context={context}
      specifications={specifications}
      onChoose={(data) => {
        popup.close();
        onChoose(data);
      }}
    />,
    view.coordsAtPos(at),
  );
}
