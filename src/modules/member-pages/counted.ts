/** A number with its noun, such as `1 space` or `3 spaces`. @param plural the noun with an s where it is absent. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
