import type { Urls } from '#platform/http/urls.js';
import type { SpaceResource, SpaceUrlsResource, SpaceVisitorAuthResource } from './space.dto.js';
import { type SpaceRecord, type SpaceView, visibilityOf } from './space.types.js';

/** A space in the form of the API. */
export function presentSpace({ space, permissions }: SpaceView, urls: Urls): SpaceResource {
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: visibilityOf(space),
    createdAt: space.createdAt.toISOString(),
    updatedAt: space.updatedAt.toISOString(),
    ...(space.archivedAt === null ? {} : { archivedAt: space.archivedAt.toISOString() }),
    ...(space.deletedAt === null ? {} : { deletedAt: space.deletedAt.toISOString() }),
    editMode: space.editMode,
    mergeRules: space.mergeRules,
    urls: presentUrls(space, urls),
    organization: space.organizationId,
    ...(space.parentId === null ? {} : { parent: space.parentId }),
    ...(space.language === null ? {} : { language: space.language }),
    ...(space.gitSync === null ? {} : { gitSync: space.gitSync }),
    ...(space.publishedVisibility === 'visitor-auth' ? { visitorAuth: presentVisitorAuth(space) } : {}),
    revision: space.revisionId,
    defaultLevel: space.defaultLevel,
    comments: space.commentsOpen,
    changeRequests: space.changeRequests,
    changeRequestsOpen: space.changeRequestsOpen,
    changeRequestsDraft: space.changeRequestsDraft,
    permissions,
  };
}

function presentVisitorAuth({ publishedIntegration: integration }: SpaceRecord): SpaceVisitorAuthResource {
  return integration === null ? { backend: 'custom' } : { backend: 'integration', integration };
}

function presentUrls(space: SpaceRecord, urls: Urls): SpaceUrlsResource {
  const location = urls.api('spaces', space.id);
  const { publishedUrl } = space;
  const published = publishedUrl?.startsWith('/') ? urls.base + publishedUrl : publishedUrl;
  const isPublic = space.publishedVisibility === 'public';
  return {
    location,
    app: urls.app('s', space.id),
    ...(published ? { published } : {}),
    ...(published && isPublic ? { public: published } : {}),
    ...(space.icon === null ? {} : { icon: space.icon }),
  };
}
