import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Storage } from '#modules/storage/index.js';
import { gitBlobId } from '../folder/file-tree.js';
import { ImportFailed } from '../git.errors.js';
import type { CommitTree } from '../sync/commit-tree.js';
import type { FileIds } from '../sync/git-connection.entity.js';
import type { FolderChange } from './folder-change.js';

/** The files that a commit changes, and what the folder has then. */
export interface FolderCommitFiles {
  write: AsyncGenerator<{ path: string; bytes: Buffer }>;
  remove: string[];
  renames: { from: string; to: string }[];
  /** Blob ids of all files of the folder, complete once `write` was read to its end. */
  ids: FileIds;
}

type KeptFile = Exclude<FolderChange, { kind: 'remove' }>;

/** Makes changes of a folder those of a commit. */
@Injectable()
export class FolderCommit {
  constructor(private readonly storage: Storage) {}

  /**
   * @param tree the folder as it is.
   * @param folder its path in the repository; empty for all of it.
   */
  of(
    organizationId: string,
    changes: readonly FolderChange[],
    tree: CommitTree,
    folder: string,
  ): FolderCommitFiles {
    const ids = { ...tree.ids };
    const inRepository = (path: string): string => posix.join(folder, path);
    const remove: string[] = [];
    const renames: { from: string; to: string }[] = [];
    for (const change of changes) {
      const from = change.kind === 'remove' ? change.path : change.from;
      if (from === undefined) continue;
      delete ids[from];
      if (change.kind === 'remove') remove.push(inRepository(from));
      else renames.push({ from: inRepository(from), to: inRepository(change.path) });
    }
    const bytesOf = (change: KeptFile) => this.bytesOf(organizationId, change, tree);
    async function* write(): AsyncGenerator<{ path: string; bytes: Buffer }> {
      for (const change of changes) {
        if (change.kind === 'remove') continue;
        const bytes = await bytesOf(change);
        if (!bytes) throw new ImportFailed(`The file ${change.path} is missing in storage.`);
        ids[change.path] = gitBlobId(bytes);
        yield { path: inRepository(change.path), bytes };
      }
    }
    return { write: write(), remove, renames, ids };
  }

  private async bytesOf(organizationId: string, change: KeptFile, tree: CommitTree): Promise<Buffer | null> {
    if (change.kind === 'write') return Buffer.from(change.text);
    if (change.kind === 'store') return this.storage.read(organizationId, change.blob);
    return tree.read(change.from);
  }
}
