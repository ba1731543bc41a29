import { Unreachable } from '../api.js';

/**
 * Loads a part of the editor that few people need.
 * @throws Unreachable without a connection, or after an upgrade of the server has replaced the part.
 */
export async function loadPart<Part>(loading: Promise<Part>): Promise<Part> {
  return loading.catch(() => {
    throw new Unreachable(
      'This part of the editor could not be loaded. Check the connection, or reload the page.',
    );
  });
}
