import {
  CheckRepositoryBody,
  ConnectRepositoryBody,
  type RepositoryCheck,
  UpdateConnectionBody,
} from '#modules/git/index.js';
import { type FormAction, textOf, validBody } from '#modules/member-pages/index.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { changedFields } from '../changed-fields.js';
import type { GitUrls } from './git-urls.js';
import type { ConnectedPlace } from './git-view.types.js';
import { isSshAddress } from './set-up-page.js';

/**
 * Asks a repository for its branches; null for one over SSH, which opens once its key is let in.
 * @throws BadRequest with a sentence where it cannot be asked.
 */
export async function checkRepository(
  place: ConnectedPlace,
  form: URLSearchParams,
): Promise<RepositoryCheck | null> {
  if (isSshAddress(textOf(form, 'url'))) return null;
  const body = await validBody(CheckRepositoryBody, { url: textOf(form, 'url'), ...accessIn(form) });
  return place.check(body);
}

/** Forms of the page about the connection, by the names of their buttons. */
export function connectionActions(place: ConnectedPlace): Record<string, FormAction> {
  const pause = (paused: boolean) => update(place, { paused });
  return {
    connect: {
      done: 'The repository is connected.',
      run: async (form) => {
        const body = { url: textOf(form, 'url'), ...accessIn(form), ...placeIn(form) };
        const valid = await validBody(ConnectRepositoryBody, body);
        await place.connect(valid);
      },
    },
    sync: {
      done: 'A sync has begun, or was waiting already.',
      run: async () => void (await connected(place, () => place.sync())),
    },
    pause: { done: 'The connection is paused.', run: () => pause(true) },
    resume: { done: 'The connection goes on.', run: () => pause(false) },
  };
}

/** Forms of the settings of the connection. */
export function settingsActions(
  place: ConnectedPlace,
  urls: Pick<GitUrls, 'root'>,
): Record<string, FormAction> {
  return {
    save: {
      done: 'The settings are saved.',
      run: async (form) => {
        const changes = changedFields(form, ['url', 'branch', 'folder', 'commitMessage']);
        const token = textOf(form, 'addressToken');
        if (token !== '' && !('url' in changes))
          throw new BadRequest(
            'Token for another address: the address did not change. Replace the token of this one below.',
          );
        const access = token === '' ? {} : { token, username: textOf(form, 'addressUsername') };
        if (Object.keys(changes).length > 0) await update(place, { ...changes, ...access });
      },
    },
    token: {
      done: 'The token is replaced.',
      run: (form) => update(place, { token: '', ...accessIn(form) }),
    },
    pulls: {
      done: 'The use of pull requests is saved.',
      run: (form) => {
        const pullRequestComments = form.has('pullRequestComments');
        return update(place, { ...filledIn(form, ['pullRequests']), pullRequestComments });
      },
    },
    disconnect: {
      done: '',
      run: async () => {
        await connected(place, () => place.disconnect());
        return `${urls.root}?done=disconnect`;
      },
    },
  };
}

async function update(place: ConnectedPlace, body: object): Promise<void> {
  const valid = await validBody(UpdateConnectionBody, body);
  await connected(place, () => place.update(valid));
}

/** Fields that open the repository, as far as they are filled in. */
function accessIn(form: URLSearchParams): Record<string, string> {
  return filledIn(form, ['provider', 'token', 'username']);
}

function placeIn(form: URLSearchParams): Record<string, string> {
  return filledIn(form, ['branch', 'folder', 'priority', 'commitMessage']);
}

function filledIn(form: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, textOf(form, name)]).filter(([, value]) => value !== ''),
  );
}

/** Somebody else may have disconnected the repository while the page was open. @throws Conflict */
async function connected<T>({ word }: ConnectedPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict(`The ${word} is not connected to a repository any more.`);
    throw error;
  }
}
