/** Vitest awaits this when it stops the process; it kills without a message whatever is still open. */
export function onWorkerEnd(work: () => Promise<void>): void {
  const worker = globalThis as unknown as {
    __vitest_worker__: { onCleanup: (work: () => Promise<void>) => void };
  };
  worker.__vitest_worker__.onCleanup(work);
}
