/** Longer files are no pointers. */
export const LFS_POINTER_BYTES = 1024;

/** Answers whether a file names another one that Git LFS keeps elsewhere. */
export function isLfsPointer(bytes: Buffer): boolean {
  return (
    bytes.length <= LFS_POINTER_BYTES &&
    bytes.toString('latin1', 0, 60).startsWith('version https://git-lfs.github.com/spec/v1')
  );
}
