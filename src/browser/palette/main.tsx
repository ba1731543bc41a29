import { render } from 'preact';
import { Palette } from './palette.js';

/** The link that leads to the search page where no script runs. */
const link = document.querySelector<HTMLAnchorElement>('a[data-palette]');

if (link) {
  const host = document.createElement('div');
  // The styles of the app are those of what is in its element.
  (document.querySelector('.app') ?? document.body).append(host);
  const organization = link.dataset['organization'] ?? '';
  let isOpen = false;
  const show = (opened: boolean): void => {
    isOpen = opened;
    render(
      opened ? (
        <Palette organization={organization} searchHref={link.href} onClose={() => show(false)} />
      ) : null,
      host,
    );
  };
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // The drawer of narrow screens would lie above the dialog.
    link.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
    show(true);
  });
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    // An editor with the focus answers some keys itself, such as that for a link.
    if (event.defaultPrevented) return;
    event.preventDefault();
    show(!isOpen);
  });
}
