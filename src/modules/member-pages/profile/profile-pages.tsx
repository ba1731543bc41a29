import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { UpdateUserBody, Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { DtoPipe } from '#platform/http/validation.pipe.js';
import { PostForm, readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { accountTabs } from './account-tabs.js';
import { Face } from '../shell/face.js';

/** `/app/profile`: the name and the picture that others see of a member. */
@Injectable()
export class ProfilePages {
  private readonly rules = new DtoPipe();

  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly users: Users,
  ) {}

  /** @throws Forbidden for a form of another site, or a token without the scope. */
  @AppRoute('/profile', {
    forms: true,
    scopes: ['user:read'],
    formScopes: ['user:write'],
    operations: ['updateUserById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    if (message.method !== 'POST') return this.page(request, {});
    const form = await readOwnForm(message);
    const typed = {
      displayName: (form.get('displayName') ?? '').trim(),
      photoURL: (form.get('photoURL') ?? '').trim(),
    };
    try {
      const body = {
        displayName: typed.displayName,
        photoURL: typed.photoURL === '' ? null : typed.photoURL,
      };
      const read = (await this.rules.transform(body, {
        type: 'body',
        metatype: UpdateUserBody,
      })) as UpdateUserBody;
      const { actor } = request;
      await this.users.updateProfile(actor, actor.userId, {
        displayName: read.displayName,
        photoUrl: read.photoURL ?? null,
      });
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof Forbidden)) throw error;
      return this.page(request, { typed, problem: error.message }, error.status);
    }
    const location = `${this.config.basePath}/app/profile?saved`;
    return { kind: 'redirect', status: 303, location, isComplete: true };
  }

  private async page(
    request: MemberRequest,
    { typed, problem }: { typed?: { displayName: string; photoURL: string }; problem?: string },
    status = 200,
  ): Promise<SiteAnswer> {
    const user = await this.users.getUser(request.actor.userId);
    const { displayName, photoURL } = typed ?? {
      displayName: user.displayName,
      photoURL: user.photoUrl ?? '',
    };
    return this.shell.page(
      request,
      { title: 'Profile', tabs: accountTabs(this.config.basePath, ''), status },
      <>
        {request.query.has('saved') && <p role="status">Your profile is saved.</p>}
        {problem !== undefined && (
          <p class="member-problem" role="alert">
            {problem}
          </p>
        )}
        <p class="face-name">
          <Face person={user} size="large" />
          <span>{user.email}</span>
        </p>
        <ProfileForm base={this.config.basePath} displayName={displayName} photoURL={photoURL} />
      </>,
    );
  }
}

function ProfileForm({
  base,
  displayName,
  photoURL,
}: {
  base: string;
  displayName: string;
  photoURL: string;
}) {
  return (
    <PostForm action={`${base}/app/profile`} class="member-form">
      <label for="displayName">Name</label>
      <input
        id="displayName"
        name="displayName"
        value={displayName}
        maxLength={64}
        required
        autocomplete="name"
      />
      <label for="photoURL">Address of a picture</label>
      <p class="member-hint" id="photo-hint">
        It is shown to everybody in your organizations. Without one they see the first letters of your name.
      </p>
      <input
        id="photoURL"
        name="photoURL"
        type="url"
        value={photoURL}
        placeholder="https://"
        aria-describedby="photo-hint"
      />
      <button type="submit" class="button button-primary button-medium">
        Save
      </button>
    </PostForm>
  );
}
