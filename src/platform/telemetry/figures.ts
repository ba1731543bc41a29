import type { Registry } from 'prom-client';

const registries = new Set<Registry>();

/** Has the figures of a registry sent too, where metrics are sent. */
export function shareFigures(registry: Registry): void {
  registries.add(registry);
}

/** The registries of this process. */
export function sharedFigures(): ReadonlySet<Registry> {
  return registries;
}
