import type { Request } from 'express';

/** The members of a layer of Express' router that this file reads. */
interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Methods that routes have for the request's path; empty when no route has this path. */
export function allowedMethods(request: Request): string[] {
  const { stack } = (request.app as unknown as { router: { stack: Layer[] } }).router;
  const methods = stack
    .filter((layer) => layer.route && layer.match(request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  return [...new Set(methods.map((method) => method.toUpperCase()))].filter((method) => method !== '_ALL');
}
