import type { SaveState } from './saving/save-state.js';
import type { EditedPlace, Presence } from './saving/page-source.js';
import { base } from '../api.js';

/** The bar above the page, which the server has drawn: where the text goes, whether it is saved, who else is there. */
export class EditorBar {
  private readonly state = document.querySelector<HTMLElement>('[data-editor-state]');
  private readonly place = document.querySelector<HTMLElement>('[data-editing-place]');
  private readonly people = document.querySelector<HTMLElement>('[data-editor-people]');

  private readonly tools = document.querySelector<HTMLElement>('[data-editor-tools]');

  /** Adds a button for a tool; `ariaPressed` says whether the tool is shown. */
  addTool(text: string, title: string, onPress: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'editor-tool', textContent: text, title });
    button.ariaPressed = 'false';
    button.addEventListener('click', onPress);
    this.tools?.append(button);
    return button;
  }

  show(state: SaveState): void {
    if (!this.state) return;
    this.state.dataset['editorState'] = state.kind;
    this.state.replaceChildren(wordsOf(state));
    if (state.kind !== 'signed-out') return;
    const link = document.createElement('a');
    // The address of the page itself leads to the sign-in, and back.
    Object.assign(link, { href: location.href, textContent: 'Sign in' });
    this.state.append(' ', link);
  }

  notice(text: string): void {
    const notice = document.createElement('p');
    Object.assign(notice, { className: 'editor-notice', textContent: text });
    notice.setAttribute('role', 'status');
    document.getElementById('bdy-editor')?.prepend(notice);
  }

  /** The page is edited in a change request from now on; its address says so. */
  moveTo({ space, changeRequest }: EditedPlace): void {
    const root = `${base}/app/s/${space}`;
    const request = `${root}/~/changes/${changeRequest}`;
    const moved = (path: string): string => request + path.slice(root.length);
    history.replaceState(null, '', moved(location.pathname));
    this.place?.replaceChildren(`Change request #${changeRequest}`);
    const preview = document.querySelector<HTMLAnchorElement>('[data-editor-preview]');
    if (preview) preview.href = moved(preview.pathname) + preview.hash;
    const review = document.querySelector<HTMLAnchorElement>('[data-editor-review]');
    if (review) Object.assign(review, { href: `${request}/~/review`, hidden: false });
  }

  showPeople(people: readonly Presence[]): void {
    this.people?.replaceChildren(
      ...people.map(({ user: { displayName } }) => {
        const face = document.createElement('span');
        Object.assign(face, {
          className: 'editor-face',
          textContent: initials(displayName),
          title: displayName,
        });
        face.setAttribute('role', 'img');
        face.setAttribute('aria-label', `${displayName} is here`);
        return face;
      }),
    );
  }
}

function wordsOf(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return state.at
        ? `Saved ${state.at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`
        : '';
    case 'unsaved':
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Offline: kept in this browser';
    case 'conflict':
      return state.conflicts.length === 1
        ? '1 conflict to solve'
        : `${state.conflicts.length} conflicts to solve`;
    case 'signed-out':
      return 'You are signed out; your text is kept in this browser.';
    case 'refused':
      return `Not saved: ${state.message}`;
  }
}

export function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .slice(0, 2)
    .join('')
    .toUpperCase();
}
