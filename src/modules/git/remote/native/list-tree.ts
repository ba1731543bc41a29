import { DEEPEST_FOLDER, type ListedFile, MAX_FILES, MAX_FOLDERS } from '../check-tree.js';
import { RemoteProblem } from '../remote-problem.js';

const SLASH = 47;

/** Reads what `git ls-tree -r -t -z` says, and ends it where there is no end to be expected. */
export class TreeListing {
  readonly files: ListedFile[] = [];
  private folders = 0;
  private rest: Buffer = Buffer.alloc(0);

  /** @throws RemoteProblem `too-large`. */
  readonly take = (chunk: Buffer): void => {
    let bytes: Buffer = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0)) {
      this.add(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    this.rest = Buffer.from(bytes);
  };

  private add(line: Buffer): void {
    const tab = line.indexOf(9);
    const [mode = '', type, oid = ''] = line.toString('latin1', 0, tab).split(' ');
    const path = Buffer.from(line.subarray(tab + 1));
    if (type !== 'tree') this.files.push({ path, mode, oid });
    else if (++this.folders >= MAX_FOLDERS)
      throw new RemoteProblem('too-large', `The repository has more than ${MAX_FOLDERS} folders.`);
    else if (depthOf(path) > DEEPEST_FOLDER)
      throw new RemoteProblem(
        'too-large',
        `The repository has folders in each other more than ${DEEPEST_FOLDER} deep.`,
      );
    if (this.files.length > MAX_FILES)
      throw new RemoteProblem('too-large', `The repository has more than ${MAX_FILES} files.`);
  }
}

function depthOf(path: Buffer): number {
  let depth = 1;
  for (const byte of path) if (byte === SLASH) depth += 1;
  return depth;
}
