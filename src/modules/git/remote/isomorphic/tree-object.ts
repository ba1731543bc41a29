export interface TreeObjectEntry {
  mode: string;
  /** Its bytes, one a character: names need not be UTF-8. */
  name: string;
  oid: string;
}

const FOLDER = '40000';
const ID_BYTES = 20;

/** Reads a folder as Git stores it, whatever the names in it are: the library refuses odd ones. @throws for other objects. */
export function parseTree(bytes: Buffer): TreeObjectEntry[] {
  const entries: TreeObjectEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const [space, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)];
    if (space < 0 || end < space || end + ID_BYTES >= bytes.length) throw new Error('Not a folder of Git.');
    entries.push({
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('latin1', space + 1, end),
      oid: bytes.toString('hex', end + 1, end + 1 + ID_BYTES),
    });
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

/** A folder as Git stores it. */
export function treeBytes(entries: readonly TreeObjectEntry[]): Buffer {
  const sorted = [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return Buffer.concat(
    sorted.map(({ mode, name, oid }) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')]),
    ),
  );
}

export function isFolder({ mode }: { mode: string }): boolean {
  return mode === FOLDER || mode === `0${FOLDER}`;
}

/** Git compares the names of folders as if a slash were at their ends. */
function sortKey(entry: TreeObjectEntry): string {
  return isFolder(entry) ? `${entry.name}/` : entry.name;
}
