/** Returns a function that calls `make` at its first call, and answers the same value from then on. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
