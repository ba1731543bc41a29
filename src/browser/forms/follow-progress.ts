const VISIBLE = 2_000;
const HIDDEN = 15_000;

/**
 * Shows how far something on the server is, which the page says in an element with `data-follow`: the page is asked for again and again, and
 * its element replaces the one that is shown. Once the page has none any more, the whole page is loaded again, with the outcome.
 */
export async function followProgress(place: HTMLElement): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? HIDDEN : VISIBLE));
    const page = await ask();
    if (page === null) continue;
    const next = page.querySelector<HTMLElement>('[data-follow]');
    if (!next) return location.reload();
    if (next.textContent !== place.textContent) place.replaceChildren(...next.childNodes);
  }
}

/** Null while the server is away. */
async function ask(): Promise<Document | null> {
  const response = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return null;
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
