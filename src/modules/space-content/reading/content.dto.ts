import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';

@ApiSchema({ name: 'GitSyncBlob' })
export class GitBlobResource {
  @ApiProperty({ description: 'Id of the blob in the repository.' })
  oid: string;
  @ApiProperty({ description: 'Path in the repository.' })
  path: string;
}

@ApiSchema({ name: 'RevisionFileImageDimensions' })
export class DimensionsResource {
  @ApiProperty()
  width: number;
  @ApiProperty()
  height: number;
}

@ApiSchema({ name: 'RevisionFile' })
export class FileResource {
  @ApiProperty()
  id: string;
  @ApiProperty()
  name: string;
  @ApiProperty()
  contentType: string;
  @ApiProperty({ description: 'Works without a token, for about a week.' })
  downloadURL: string;
  @ApiProperty({ description: 'In bytes.' })
  size: number;
  @ApiPropertyOptional({ type: DimensionsResource })
  dimensions?: DimensionsResource;
  @ApiPropertyOptional({ type: GitBlobResource })
  git?: GitBlobResource;
}

@ApiSchema({ name: 'RevisionReusableContent' })
export class ReusableContentResource {
  @ApiProperty()
  id: string;
  @ApiProperty()
  title: string;
  @ApiPropertyOptional({ description: 'Id of its document; absent when it is empty.' })
  document?: string;
  @ApiPropertyOptional({ type: GitBlobResource })
  git?: GitBlobResource;
}

export class PageUrlsResource {
  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'RevisionPageLayoutOptions' })
export class PageLayoutResource {
  @ApiProperty({ enum: ['default', 'wide'] })
  width: 'default' | 'wide';
  @ApiProperty()
  cover: boolean;
  @ApiProperty({ enum: ['hero', 'full'] })
  coverSize: 'hero' | 'full';
  @ApiProperty({ enum: ['none'] })
  coverMask: 'none';
  @ApiProperty()
  title: boolean;
  @ApiProperty()
  description: boolean;
  @ApiProperty()
  tableOfContents: boolean;
  @ApiProperty()
  outline: boolean;
  @ApiProperty()
  pagination: boolean;
  @ApiProperty()
  metadata: boolean;
}

export class TagReferenceResource {
  @ApiProperty({ enum: ['tag'] })
  kind: 'tag';
  @ApiProperty({ description: 'Slug of the tag.' })
  tag: string;
}

@ApiSchema({ name: 'RevisionPageTag' })
export class PageTagResource {
  @ApiProperty({ type: TagReferenceResource })
  tag: TagReferenceResource;
  @ApiPropertyOptional({ description: 'True for the tag that is shown where there is room for one.' })
  primary?: boolean;
}

@ApiSchema({ name: 'RevisionTag' })
export class TagResource {
  @ApiProperty({ description: 'Names the tag for good.' })
  slug: string;
  @ApiProperty()
  label: string;
  @ApiProperty({ description: 'A colour of the palette.' })
  color: string;
  @ApiPropertyOptional()
  emoji?: string;
  @ApiPropertyOptional()
  icon?: string;
}

@ApiSchema({ name: 'RevisionTags' })
export class TagsResource {
  @ApiProperty({ type: [TagResource], description: 'At most 100.' })
  items: TagResource[];
}

/** The members that all kinds of pages share. */
class PageBaseResource {
  @ApiProperty()
  id: string;
  @ApiProperty()
  title: string;
  @ApiPropertyOptional()
  emoji?: string;
  @ApiPropertyOptional()
  icon?: string;
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  createdAt?: string;
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  updatedAt?: string;
  @ApiPropertyOptional({
    description: 'The expression that decides which readers see the page; for members.',
  })
  condition?: string;
}

const openObject = { type: 'object', additionalProperties: true } as const;

@ApiSchema({ name: 'RevisionPageLink' })
export class LinkPageResource extends PageBaseResource {
  @ApiProperty({ enum: ['link'] })
  kind: 'link';
  @ApiProperty({ enum: ['link'] })
  type: 'link';
  @ApiProperty({ ...openObject, description: 'Destination.' })
  target: object;
  @ApiPropertyOptional({ description: 'The address, for links out of the space.' })
  href?: string;
  @ApiPropertyOptional()
  hidden?: boolean;
}

@ApiSchema({ name: 'RevisionPageComputed' })
export class ComputedPageResource extends PageBaseResource {
  @ApiProperty({ enum: ['computed'] })
  type: 'computed';
  @ApiProperty({ ...openObject, description: 'Source of the pages.' })
  computed: object;
}

const children = {
  type: 'array',
  items: {
    oneOf: ['RevisionPageDocument', 'RevisionPageLink', 'RevisionPageComputed'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  },
} as const;

@ApiSchema({ name: 'RevisionPageDocument' })
@ApiExtraModels(LinkPageResource, ComputedPageResource)
export class DocumentPageResource extends PageBaseResource {
  @ApiProperty({ type: [PageTagResource] })
  tags: PageTagResource[];
  @ApiProperty({ enum: ['sheet'], deprecated: true })
  kind: 'sheet';
  @ApiProperty({ enum: ['document'] })
  type: 'document';
  @ApiProperty({ type: PageUrlsResource })
  urls: PageUrlsResource;
  @ApiProperty()
  slug: string;
  @ApiProperty({ description: 'Slugs from the top of the space down to this page.' })
  path: string;
  @ApiPropertyOptional()
  description?: string;
  @ApiProperty(children)
  pages: ChildPageResource[];
  @ApiPropertyOptional({ type: GitBlobResource })
  git?: GitBlobResource;
  @ApiProperty({ type: PageLayoutResource })
  layout: PageLayoutResource;
  @ApiPropertyOptional(openObject)
  cover?: object;
  @ApiPropertyOptional(openObject)
  variables?: Record<string, unknown>;
  @ApiPropertyOptional()
  hidden?: boolean;
  @ApiPropertyOptional()
  noIndex?: boolean;
  @ApiPropertyOptional()
  noRobotsIndex?: boolean;
  @ApiPropertyOptional({ ...openObject, description: 'Source of the text.' })
  computed?: object;
  @ApiPropertyOptional()
  computedSeed?: string;
  @ApiPropertyOptional({ description: 'Id of the document; absent when the page is empty.' })
  documentId?: string;
  @ApiPropertyOptional({ description: 'The text, with format=markdown.' })
  markdown?: string;
  @ApiPropertyOptional({ ...openObject, description: 'The text, with format=document.' })
  document?: object;
}

@ApiSchema({ name: 'RevisionPageGroup' })
@ApiExtraModels(DocumentPageResource)
export class GroupPageResource extends PageBaseResource {
  @ApiPropertyOptional({ type: [Object], description: 'For renderers: a group has no tags.' })
  tags?: object[];
  @ApiProperty({ enum: ['group'], deprecated: true })
  kind: 'group';
  @ApiProperty({ enum: ['group'] })
  type: 'group';
  @ApiProperty()
  slug: string;
  @ApiProperty()
  path: string;
  @ApiPropertyOptional()
  hidden?: boolean;
  @ApiPropertyOptional()
  noIndex?: boolean;
  @ApiPropertyOptional()
  noRobotsIndex?: boolean;
  @ApiProperty(children)
  pages: ChildPageResource[];
}

export type ChildPageResource = DocumentPageResource | LinkPageResource | ComputedPageResource;
export type PageResource = ChildPageResource | GroupPageResource;

/** Schema of a page of any kind, for `@ApiOkResponse`. */
export const anyPageSchema = {
  oneOf: [DocumentPageResource, GroupPageResource, LinkPageResource, ComputedPageResource].map((type) => ({
    $ref: getSchemaPath(type),
  })),
};

/** Schema of a page that has a path. */
export const pathPageSchema = {
  oneOf: [DocumentPageResource, GroupPageResource].map((type) => ({ $ref: getSchemaPath(type) })),
};

/** Schema of a rich text document. */
export const documentSchema = openObject;

@ApiExtraModels(DocumentPageResource, GroupPageResource, LinkPageResource, ComputedPageResource)
export class PageTreeResource {
  @ApiProperty({ type: 'array', items: anyPageSchema })
  pages: PageResource[];
}

@ApiSchema({ name: 'GitSyncCommit' })
export class GitCommitResource {
  @ApiProperty()
  oid: string;
  @ApiProperty()
  message: string;
  @ApiProperty({ description: 'True if the commit was an export of Bindery.' })
  createdByGitBook: boolean;
  @ApiPropertyOptional()
  url?: string;
  @ApiPropertyOptional()
  ref?: string;
}

export class RevisionUrlsResource {
  @ApiProperty({ format: 'uri' })
  app: string;
}

const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'];

/** A revision in a list, without its content. */
export class RevisionSummaryResource {
  @ApiProperty({ enum: ['revision'] })
  object: 'revision';
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: REVISION_TYPES })
  type: string;
  @ApiProperty({ type: [String] })
  parents: string[];
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;
  @ApiPropertyOptional({ description: 'Id of the user who made it.' })
  createdBy?: string;
  @ApiPropertyOptional({ description: 'Message of its author.' })
  message?: string;
  @ApiPropertyOptional({ description: 'Id of the change request that it merged.' })
  changeRequest?: string;
  @ApiPropertyOptional({ type: GitCommitResource })
  git?: GitCommitResource;
  @ApiProperty({ type: RevisionUrlsResource })
  urls: RevisionUrlsResource;
}

@ApiSchema({ name: 'Revision' })
export class RevisionResource extends PageTreeResource {
  @ApiProperty({ enum: ['revision'] })
  object: 'revision';
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: REVISION_TYPES })
  type: string;
  @ApiProperty({ type: [String] })
  parents: string[];
  @ApiProperty({ type: [FileResource] })
  files: FileResource[];
  @ApiProperty({ type: [ReusableContentResource] })
  reusableContents: ReusableContentResource[];
  @ApiProperty({ type: [TagResource] })
  tags: TagResource[];
  @ApiPropertyOptional(openObject)
  variables?: Record<string, unknown>;
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;
  @ApiPropertyOptional({ type: GitCommitResource })
  git?: GitCommitResource;
  @ApiPropertyOptional({ ...openObject, description: 'The change request, of a revision of type merge.' })
  mergedFrom?: object;
  @ApiProperty({ type: RevisionUrlsResource })
  urls: RevisionUrlsResource;
}
