/** A member who can be named. */
export interface Nameable {
  id: string;
  displayName: string;
}

/** The members whose names go on with a character, and the member whose name ends here. */
interface NameNode {
  next: Map<string, NameNode>;
  member?: Nameable;
}

/** Members by the characters of their names, made once for many texts. */
export class NamedMembers {
  private readonly byId = new Map<string, Nameable>();
  private readonly root: NameNode = { next: new Map() };

  constructor(members: readonly Nameable[]) {
    for (const member of members) {
      if (!this.byId.has(member.id)) this.byId.set(member.id, member);
      if (member.displayName.trim() !== '') this.add(member);
    }
  }

  find(id: string): Nameable | undefined {
    return this.byId.get(id);
  }

  /**
   * The member with the longest name that stands at a place of a text, and its number of characters there, as units. It
   * takes steps for the characters of a name, not for each member.
   */
  findAt(text: string, start: number): { member: Nameable; length: number } | null {
    let node: NameNode | undefined = this.root;
    let found: { member: Nameable; length: number } | null = null;
    for (let at = start; at < text.length;) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      node = node.next.get(folded(character));
      if (!node) break;
      at += character.length;
      if (node.member && !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2)))
        found = { member: node.member, length: at - start };
    }
    return found;
  }

  /** Of members with the same name, the first is meant. */
  private add(member: Nameable): void {
    let node = this.root;
    for (const character of member.displayName) {
      const key = folded(character);
      const next: NameNode = node.next.get(key) ?? { next: new Map() };
      node.next.set(key, next);
      node = next;
    }
    node.member ??= member;
  }
}

/**
 * Markdown in which `@` and the name of a member became a mention. Longer names come first, so that `@Ann Lee` is not
 * Ann; names inside of code stay as they are.
 */
export function withMentions(markdown: string, members: NamedMembers): string {
  if (!markdown.includes('@')) return markdown;
  return markdown
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : nameIn(part, members)))
    .join('');
}

/**
 * A name within brackets has escaped ones only, and an end: to look further than the next bracket, or for no end, took
 * seconds for a text of brackets.
 */
const MENTION = /\[(?:\\.|[^[\]\\]){0,200}\]\(bindery:user\/([\w-]{1,64}) "mention"\)/g;

/** The way back from `withMentions`; Markdown that names would not lead back to stays as it is. */
export function withNames(markdown: string, members: NamedMembers): string {
  const spelled = markdown.replace(MENTION, (whole, id: string) => {
    const member = members.find(id);
    return member ? `@${member.displayName}` : whole;
  });
  const idsIn = (text: string): string => [...text.matchAll(MENTION)].map(([, id]) => id).join(' ');
  return idsIn(withMentions(spelled, members)) === idsIn(markdown) ? spelled : markdown;
}

function nameIn(text: string, members: NamedMembers): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(/(?<=^|[\s(])@/g)) {
    const found = index < done ? null : members.findAt(text, index + 1);
    if (!found) continue;
    const { displayName, id } = found.member;
    const words = displayName.replace(/[[\]\\]/g, '\\$&');
    parts.push(text.slice(done, index), `[${words}](bindery:user/${id} "mention")`);
    done = index + 1 + found.length;
  }
  return parts.join('') + text.slice(done);
}

/** A character whatever its case; both forms of a small sigma are one. */
function folded(character: string): string {
  return character.toLocaleLowerCase().replace('ς', 'σ');
}
