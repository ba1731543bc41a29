const FOLLOW_MS = 3_000;

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) offerCopy(button);
showLocalTimes();
if (document.querySelector('[data-follow]')) setInterval(follow, FOLLOW_MS);

/**
 * Loads the page again, which says how far something on the server is: scripts may not read pages. It waits while somebody reads in a part
 * that they opened.
 */
function follow(): void {
  if (!document.hidden && !document.querySelector('main details[open]')) location.reload();
}

/** Shows times in the time zone of the browser, and lets forms that ask for days say which zone that is. */
function showLocalTimes(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = `${time.textContent} UTC`;
    time.textContent = words.format(new Date(time.dateTime));
  }
  for (const name of document.querySelectorAll('[data-zone-name]')) name.textContent = zone;
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-zone]')) field.value = zone;
}

/** Shows the button of a text to hand on, which copies it. */
function offerCopy(button: HTMLButtonElement): void {
  const field = button.parentElement?.querySelector<HTMLElement>('input, pre');
  if (!field) return;
  const words = button.textContent;
  const name = button.getAttribute('aria-label') ?? words;
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(textOf(field)).then(
      () => {
        button.textContent = 'Copied';
        button.setAttribute('aria-label', 'Copied');
        setTimeout(() => {
          button.textContent = words;
          button.setAttribute('aria-label', name);
        }, 2_000);
      },
      // Without the permission, the text is selected for the keyboard.
      () => (field instanceof HTMLInputElement ? field.select() : getSelection()?.selectAllChildren(field)),
    );
  });
}

function textOf(field: HTMLElement): string {
  return field instanceof HTMLInputElement ? field.value : (field.textContent ?? '');
}
