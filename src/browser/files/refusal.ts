const MB = 1024 * 1024;

/** The reason why a form cannot take the files, in a sentence; null when it can. */
export function refusalOf(
  files: readonly { name: string; size: number }[],
  most: { files: number; bytes: number },
): string | null {
  if (files.length > most.files)
    return `These are ${files.length} files. At most ${most.files} can be uploaded at once.`;
  const large = files.filter(({ size }) => size > most.bytes).map(({ name }) => `“${name}”`);
  if (large.length === 0) return null;
  const verb = large.length === 1 ? 'is' : 'are';
  return `${large.join(', ')} ${verb} larger than ${most.bytes / MB} MB, so nothing was uploaded.`;
}
