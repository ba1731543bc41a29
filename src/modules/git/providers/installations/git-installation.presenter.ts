import type { Urls } from '#platform/http/urls.js';
import type { HostRepository } from '../clients/host-client.js';
import type { GitInstallationResource, GitRepositoryResource } from './git-installation.dto.js';
import type { InstallationView } from './git-installation.types.js';

export function presentInstallation(view: InstallationView, urls: Urls): GitInstallationResource {
  const { provider, settings, status, target } = view;
  const { branch, folder, commitMessage, priority } = settings;
  const { id, createdAt, createdBy, updatedAt } = view.connection ?? view.pending;
  const { connection } = view;
  const parent = connection && 'siteConnectionId' in connection ? connection.siteConnectionId : null;
  return {
    object: 'git-sync-installation',
    id,
    ...(parent === null ? {} : { parentInstallationId: parent }),
    provider,
    providerConfiguration: {
      ...presentRepositoryId(view),
      ...(branch === undefined ? {} : { branch: `refs/heads/${branch}` }),
      ...(settings.host === undefined ? {} : { customInstanceURL: settings.host }),
    },
    ...(folder === undefined ? {} : { projectDirectory: folder }),
    ...(commitMessage === undefined ? {} : { commitMessageTemplate: commitMessage }),
    ...(priority === undefined ? {} : { priority: priority === 'git' ? 'git' : 'gitbook' }),
    target:
      target.type === 'space' ? { type: 'space', spaceId: target.id } : { type: 'site', siteId: target.id },
    status,
    createdAt: createdAt.toISOString(),
    createdBy,
    updatedAt: updatedAt.toISOString(),
    urls: { location: urls.api('git', 'installations', id) },
  };
}

export function presentRepository(repository: HostRepository): GitRepositoryResource {
  const { id, owner, name, defaultBranch } = repository;
  return {
    id: Number(id),
    accountName: owner,
    repositoryName: name,
    fullName: `${owner}/${name}`,
    defaultBranch,
  };
}

function presentRepositoryId({ provider, settings: { repositoryId } }: InstallationView) {
  if (repositoryId === undefined) return {};
  const id = Number(repositoryId);
  return provider === 'github' ? { repositoryId: id } : { projectId: id };
}
