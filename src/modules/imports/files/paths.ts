import { posix } from 'node:path';

/** The path, or one with a number in it when it is taken, as a file or as a folder. */
export function uniquePath(path: string, taken: ReadonlySet<string>): string {
  const folders = new Set([...taken].map((one) => one.split('/')[0]));
  const isTaken = (candidate: string): boolean => taken.has(candidate) || folders.has(candidate);
  if (!isTaken(path)) return path;
  const ending = posix.extname(path);
  const base = path.slice(0, path.length - ending.length);
  for (let number = 2; ; number++) {
    const candidate = `${base}-${number}${ending}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** The one folder that holds everything, as in archives of a folder; empty without one. */
export function singleRoot(paths: ReadonlySet<string>): string {
  const tops = new Set(
    [...paths].map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')),
  );
  const [top = ''] = tops;
  return tops.size === 1 ? top : '';
}
