/** What `make` makes, made when it is asked for first and the same ever after. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
