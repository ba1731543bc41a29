/**
 * Takes out of pasted HTML what word processors add and nobody sees: comments, classes and styles of Word, empty paragraphs,
 * the wrapper of Google Docs. Lists of Word, which are paragraphs with a bullet, become lists.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('meta, style, script, link, title, xml, o\\:p'))
    element.remove();
  makeLists(page);
  for (const element of page.querySelectorAll<HTMLElement>('[style*="mso-"], [class^="Mso"]')) {
    element.removeAttribute('class');
    element.removeAttribute('style');
  }
  return page.body.innerHTML;
}

function makeLists(page: Document): void {
  const lists: HTMLElement[] = [];
  for (const item of page.querySelectorAll<HTMLElement>('p[style*="mso-list"], p.MsoListParagraph')) {
    const level = Number(/level(\d+)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);
    const marker = item.querySelector('[style*="mso-list:Ignore"]');
    const isNumbered = /^\s*(\d+|[a-z])[.)]/i.test(marker?.textContent ?? item.textContent ?? '');
    marker?.remove();
    const previous = item.previousElementSibling;
    if (!previous || !lists.includes(previous as HTMLElement)) lists.length = 0;
    lists.length = Math.min(lists.length, level);
    while (lists.length < level) {
      const list = page.createElement(isNumbered ? 'ol' : 'ul');
      const parent = lists.at(-1)?.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      lists.push(list);
    }
    const entry = page.createElement('li');
    entry.append(...item.childNodes);
    lists.at(-1)!.append(entry);
    item.remove();
  }
}
