/** A text without what makes no difference to readers. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A summary without its title: sentences at its beginning that only repeat the title are left out. */
export function summaryBesides(title: string, summary: string): string {
  const said = bare(title);
  if (said === '') return summary;
  let rest = summary.trim();
  for (;;) {
    const [first = ''] = /^[^.!?。！？\n]*(?:[.!?。！？]+|\n|$)\s*/u.exec(rest) ?? [];
    if (first === '' || bare(first) !== said) return rest;
    rest = rest.slice(first.length);
  }
}
