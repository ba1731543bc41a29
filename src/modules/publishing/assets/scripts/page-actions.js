// Actions for the page as a whole.
import { announce, copy, loadWords, onClick } from './dom.js';

async function copyPage(button) {
  try {
    const response = await fetch(button.dataset.copyPage);
    if (!response.ok) throw new Error(String(response.status));
    await copy(await response.text(), button);
    announce((await loadWords()).copied);
  } catch {
    location.assign(button.dataset.copyPage);
  }
}

export function listen() {
  onClick('[data-copy-text]', (button) => void copy(button.dataset.copyText, button));
  onClick('[data-copy-page]', (button) => void copyPage(button));
}
