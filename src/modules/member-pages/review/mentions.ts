/** A member who can be named. */
export interface Nameable {
  id: string;
  displayName: string;
}

/**
 * Markdown in which `@` and the name of a member became a mention. Longer names come first, so that `@Ann Lee` is not
 * Ann; names inside of code stay as they are.
 */
export function withMentions(markdown: string, members: readonly Nameable[]): string {
  if (!markdown.includes('@')) return markdown;
  const named = members
    .filter(({ displayName }) => displayName.trim() !== '')
    .toSorted((one, other) => other.displayName.length - one.displayName.length)
    .map((member) => ({ ...member, lower: member.displayName.toLocaleLowerCase() }));
  return markdown
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : nameIn(part, named)))
    .join('');
}

/** A name within brackets has escaped ones only: to look further than the next bracket took seconds for a text of brackets. */
const MENTION = /\[(?:\\.|[^[\]\\])*\]\(bindery:user\/([\w-]{1,64}) "mention"\)/g;

/** The way back from `withMentions`; Markdown that names would not lead back to stays as it is. */
export function withNames(markdown: string, members: readonly Nameable[]): string {
  const spelled = markdown.replace(MENTION, (whole, id: string) => {
    const member = members.find((one) => one.id === id);
    return member ? `@${member.displayName}` : whole;
  });
  const idsIn = (text: string): string => [...text.matchAll(MENTION)].map(([, id]) => id).join(' ');
  return idsIn(withMentions(spelled, members)) === idsIn(markdown) ? spelled : markdown;
}

function nameIn(text: string, members: readonly (Nameable & { lower: string })[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(/(?<=^|[\s(])@/g)) {
    const member = index < done ? undefined : members.find((one) => isNamedAt(text, index + 1, one));
    if (!member) continue;
    const { displayName, id } = member;
    const words = displayName.replace(/[[\]\\]/g, '\\$&');
    parts.push(text.slice(done, index), `[${words}](bindery:user/${id} "mention")`);
    done = index + 1 + displayName.length;
  }
  return parts.join('') + text.slice(done);
}

function isNamedAt(text: string, at: number, { lower }: { lower: string }): boolean {
  const end = at + lower.length;
  return (
    text.slice(at, end).toLocaleLowerCase() === lower && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}
