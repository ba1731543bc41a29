import { ArchiveError } from './archive-error.js';

/** Folders that are never content, and not worth their space. */
export const IGNORED = /(^|\/)(\.git|node_modules|\.DS_Store|__MACOSX)(\/|$)/;

/**
 * A path below the folder, or nothing for the folder itself.
 * @throws ArchiveError for one that leads out.
 */
export function safePath(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (name.startsWith('/') || name.includes('\0') || name.includes('\\') || parts.includes('..'))
    throw new ArchiveError(`The archive holds a path that leads out of it: "${name.slice(0, 200)}".`);
  return parts.join('/');
}
