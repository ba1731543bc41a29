import './editor.css';
import './settings/settings.css';
import { ApiError } from '../api.js';
import { PageEditor } from './page-editor.js';
import type { EditedText } from './edited-text.js';

const place = document.getElementById('bdy-editor');
if (place) void start(place);

async function start(element: HTMLElement): Promise<void> {
  try {
    await PageEditor.open(element, JSON.parse(element.dataset['text'] ?? '{}') as EditedText);
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'The text cannot be read at the moment.';
    const notice = document.createElement('p');
    notice.className = 'editor-notice';
    notice.setAttribute('role', 'alert');
    notice.textContent = `${message} Reload to try again.`;
    element.prepend(notice);
    throw error;
  }
}
