import { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Actor, AuthenticatedRequest } from './actor.js';

/** The answer that a read would get at this moment. */
export interface InnerRead {
  status: number;
  /** Of the representation, where it has one. */
  etag?: string;
}

/** The members of Express' router that this file reads. */
interface Layer {
  route?: {
    methods: Record<string, boolean>;
    dispatch(request: Request, response: Response, done: (error?: unknown) => void): void;
  };
  match(path: string): { params: Record<string, string> } | false;
}

/** Headers of a write that would mean something else with a read. */
const OF_THE_WRITE =
  /^(?:content-.*|transfer-encoding|if-.*|idempotency-key|prefer|range|expect|accept|upgrade)$/;

/**
 * Asks, within a request that writes, for the answer that `GET` would get at `path`: by the same route, guard and presenter as a request
 * from outside, but for the token, which was read, and counted, already.
 * @param path with its query.
 * @param actor the caller, as the guard found them.
 * @returns null where no route reads this path.
 */
export async function readInside(
  request: AuthenticatedRequest,
  path: string,
  actor: Actor,
): Promise<InnerRead | null> {
  const found = routeOf(request, path.split('?', 1)[0] ?? '');
  if (!found) return null;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OF_THE_WRITE.test(name)),
  );
  const members = { method: 'GET', url: path, originalUrl: path, params: found.params, headers, actor };
  const inner = Object.create(request, {
    ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value, writable: true }])),
    // Nothing is left of the body to be read.
    body: { value: undefined, writable: true },
    complete: { value: true, writable: true },
    route: { value: undefined, writable: true },
  }) as Request;
  return new Promise((resolve, reject) => {
    const response = answerTo(inner, request, () => {
      const etag = response.getHeader('ETag');
      resolve({ status: response.statusCode, ...(typeof etag === 'string' ? { etag } : {}) });
    });
    found.route.dispatch(inner, response, (error) =>
      reject(error instanceof Error ? error : new Error(`No route answered GET ${path}.`)),
    );
  });
}

function routeOf(
  request: Request,
  path: string,
): { route: NonNullable<Layer['route']>; params: Record<string, string> } | undefined {
  const { stack } = (request.app as unknown as { router: { stack: Layer[] } }).router;
  for (const layer of stack) {
    const match = layer.route?.methods['get'] ? layer.match(path) : false;
    if (match && layer.route) return { route: layer.route, params: match.params };
  }
  return undefined;
}

/** An answer that nobody is sent. */
function answerTo(inner: Request, outer: Request, end: () => void): Response {
  const response = new ServerResponse(inner) as unknown as Response;
  Object.setPrototypeOf(response, Object.getPrototypeOf(outer.res as Response) as object);
  response.req = inner;
  response.json = (outer.res as Response).json;
  response.write = () => true;
  response.end = () => {
    end();
    return response;
  };
  return response;
}
