import { refusalOf } from './refusal.js';

const form = document.querySelector<HTMLFormElement>('form[data-most-files]');
const field = form?.querySelector<HTMLInputElement>('input[type=file]');
if (form && field) takeDrops(form, field);

/** Files that are dropped anywhere on the page are chosen in the form, which sends them as it sends all others. */
function takeDrops(upload: HTMLFormElement, files: HTMLInputElement): void {
  const status = document.createElement('p');
  status.className = 'file-status';
  status.setAttribute('role', 'status');
  upload.querySelector('.member-hint')?.append(' Files can also be dropped anywhere on this page.');
  upload.append(status);
  const limits = { files: Number(upload.dataset['mostFiles']), bytes: Number(upload.dataset['mostBytes']) };
  const show = (isOver: boolean) => upload.classList.toggle('is-drop', isOver);

  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    show(true);
  });
  addEventListener('dragleave', (event) => {
    // Other leaves are those from one element of the page to the next.
    if (event.relatedTarget === null) show(false);
  });
  addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    show(false);
    const hasFolder = Array.from(dataTransfer.items).some((item) => item.webkitGetAsEntry()?.isDirectory);
    if (hasFolder) {
      status.textContent = 'Folders cannot be dropped here. Drop the files that are in them.';
      return;
    }
    files.files = dataTransfer.files;
    upload.requestSubmit();
  });
  upload.addEventListener('submit', (event) => {
    const chosen = Array.from(files.files ?? []);
    const refusal = refusalOf(chosen, limits);
    if (refusal !== null) event.preventDefault();
    status.textContent =
      refusal ??
      (chosen.length === 1 ? `Uploading ${chosen[0]!.name}…` : `Uploading ${chosen.length} files…`);
  });
  // A page that comes back with the button of the browser uploads nothing any more.
  addEventListener('pageshow', () => (status.textContent = ''));
}
