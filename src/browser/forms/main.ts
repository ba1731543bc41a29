for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) offerCopy(button);

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
