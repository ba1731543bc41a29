import { MoveBody } from '#modules/collections/index.js';
import { textOf, validBody } from '#modules/member-pages/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** The space or collection that a form moves. */
export interface MovedContent {
  kind: 'space' | 'collection';
  id: string;
}

/** The thing that a field names as `space:{id}` or `collection:{id}`. @throws BadRequest */
export function readContent(text: string): MovedContent {
  const [kind, id] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)];
  if ((kind !== 'space' && kind !== 'collection') || id === '')
    throw new BadRequest('The form does not say what to move; reload the page.');
  return { kind, id };
}

/**
 * The body of a move, from the fields `parent`, `before` and `after`. `parent` is empty for the top level; a form without it
 * moves within the present collection.
 * @throws BadRequest
 */
export function readMove(form: URLSearchParams): Promise<MoveBody> {
  const pointerOf = (name: string) => {
    const text = textOf(form, name);
    if (text === '') return undefined;
    const { kind, id } = readContent(text);
    return { type: kind, [kind]: id };
  };
  const [before, after] = [pointerOf('before'), pointerOf('after')];
  const parent = form.get('parent');
  return validBody(MoveBody, {
    ...(parent === null ? {} : { parent: parent.trim() === '' ? null : parent.trim() }),
    ...(before || after ? { position: { ...(before && { before }), ...(after && { after }) } } : {}),
  });
}
