import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { RemoteProblem } from '../../remote/remote-problem.js';
import type { ChoiceSource, ChosenRepository } from '../host-choices.js';
import { HostChoices } from '../host-choices.js';
import type {
  GitBranchesResource,
  GitRepositoriesResource,
  GitRepositoryFileResource,
} from './git-installation.dto.js';
import { presentRepository } from './git-installation.presenter.js';
import { GitInstallations } from './git-installations.service.js';
import type { InstalledProvider } from './pending-installation.entity.js';

/** The host does not let us look, and asking again would not change that. */
const BAD_GATEWAY = 502;

/** Repositories, branches and files of the host of an installation, for members who may sync its space. */
@Injectable()
export class InstallationChoices {
  constructor(
    private readonly installations: GitInstallations,
    private readonly choices: HostChoices,
  ) {}

  /** @throws NotFound, Forbidden; DomainError (502) where the host cannot be asked. */
  repositories(actor: Actor, id: string, provider: InstalledProvider): Promise<GitRepositoriesResource> {
    return this.asking(actor, id, provider, async (source) => ({
      items: (await this.choices.repositories(source)).map(presentRepository),
    }));
  }

  /** @throws as `repositories` */
  branches(
    actor: Actor,
    id: string,
    provider: InstalledProvider,
    chosen: ChosenRepository,
  ): Promise<GitBranchesResource> {
    return this.asking(actor, id, provider, async (source) => {
      const names = await this.choices.branches(source, chosen);
      if (!names) throw new NotFound('repository');
      return { items: names.map((name) => ({ name, ref: `refs/heads/${name}` })) };
    });
  }

  /** @throws as `repositories` */
  file(
    actor: Actor,
    id: string,
    provider: InstalledProvider,
    chosen: ChosenRepository,
    place: { path: string; ref: string },
  ): Promise<GitRepositoryFileResource> {
    return this.asking(actor, id, provider, async (source) => {
      const file = await this.choices.file(source, chosen, place);
      if (!file) throw new NotFound('file in the repository');
      const { name, path, sha, size } = file;
      return { name, path, sha, size };
    });
  }

  private async asking<T>(
    actor: Actor,
    id: string,
    provider: InstalledProvider,
    ask: (source: ChoiceSource) => Promise<T>,
  ): Promise<T> {
    const view = await this.installations.get(actor, id);
    if (view.provider !== provider) throw new NotFound('Git Sync installation of this provider');
    try {
      return await ask(await this.installations.sourceOf(actor, view));
    } catch (error) {
      if (error instanceof RemoteProblem) throw new DomainError(BAD_GATEWAY, error.message);
      throw error;
    }
  }
}
