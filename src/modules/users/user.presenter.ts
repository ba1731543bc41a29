import type { Urls } from '#platform/http/urls.js';
import type { UserResource } from './user.dto.js';
import type { User } from './users.repository.js';

/**
 * The wire form of a user; whoever may see a user also sees the mail address, as all members of an organization do. Readers
 * of sites see a name.
 */
export function presentUser(
  user: Pick<User, 'id' | 'displayName' | 'email' | 'photoUrl'>,
  urls: Urls,
  { isForReader = false } = {},
): UserResource {
  return {
    object: 'user',
    id: user.id,
    displayName: user.displayName,
    ...(isForReader ? {} : { email: user.email }),
    ...(user.photoUrl === null ? {} : { photoURL: user.photoUrl }),
    urls: { location: urls.api('users', user.id) },
  };
}
