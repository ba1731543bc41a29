import { Injectable } from '@nestjs/common';
import {
  ContentStore,
  type ContentTag,
  type PageTag,
  type PageType,
  slugOf,
  uniqueSlug,
} from '#modules/content/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import type { ChangeBatch } from './change-batch.js';
import type { PageFieldsInput } from './page-fields.dto.js';
import type { DeleteTagChange, InsertTagChange, UpdateTagChange } from './tag-changes.dto.js';

/** Tags of one space; more are a vocabulary that nobody looks through. */
const MAX_TAGS = 100;

type TagChange = InsertTagChange | UpdateTagChange | DeleteTagChange;
type TagLooks = Pick<InsertTagChange, 'color' | 'icon' | 'emoji'>;

/** Plans the changes of the tags of a space, and of the tags on its pages. */
@Injectable()
export class TagPlanner {
  constructor(private readonly content: ContentStore) {}

  /** @throws BadRequest naming the field. */
  plan(batch: ChangeBatch, change: TagChange, at: string): Promise<void> {
    if (change.operation === 'insert_tag') return this.insert(batch, change, at);
    return change.operation === 'update_tag'
      ? this.update(batch, change, at)
      : this.delete(batch, change, at);
  }

  private async insert(batch: ChangeBatch, change: InsertTagChange, at: string): Promise<void> {
    const tags = await this.tagsOf(batch);
    const isTaken = (slug: string): boolean => tags.some((tag) => tag.slug === slug);
    const label = freeLabel(tags, change.label, undefined, `${at}.label`);
    if (change.slug !== undefined && isTaken(change.slug))
      throw new BadRequest(`${at}.slug: this space has a tag ${change.slug} already; choose another slug.`);
    if (tags.length >= MAX_TAGS)
      throw new BadRequest(`${at}: a space can have at most ${MAX_TAGS} tags; delete one first.`);
    const slug = change.slug ?? uniqueSlug(slugOf(label), isTaken);
    this.put(batch, { slug, label, ...looksOf(change, {}, at) });
    batch.outcomes.push({ object: 'created_tag', tag: slug });
  }

  private async update(batch: ChangeBatch, change: UpdateTagChange, at: string): Promise<void> {
    const before = await this.find(batch, change.tag, `${at}.tag`);
    const { slug } = before;
    const label =
      change.label === undefined
        ? before.label
        : freeLabel(await this.tagsOf(batch), change.label, slug, `${at}.label`);
    this.put(batch, { slug, label, ...looksOf(change, before, at) });
    batch.outcomes.push({ object: 'updated_tag', tag: slug });
  }

  private async delete(batch: ChangeBatch, change: DeleteTagChange, at: string): Promise<void> {
    const { slug } = await this.find(batch, change.tag, `${at}.tag`);
    batch.tags = (await this.tagsOf(batch)).filter((tag) => tag.slug !== slug);
    batch.edits.push({ type: 'deleteTag', tag: slug });
    batch.outcomes.push({ object: 'deleted_tag', tag: slug });
  }

  /**
   * The tags that a change puts on a page, instead of those before.
   * @param type that of the page; absent for one that the batch inserts.
   * @throws BadRequest for a page that has no tags, a tag that the space has not, one that is named twice, or two that are primary.
   */
  async readPageTags(
    batch: ChangeBatch,
    { tags: given }: PageFieldsInput,
    type: PageType | undefined,
    at: string,
  ): Promise<{ tags?: PageTag[] }> {
    if (given === undefined) return {};
    if (type !== undefined && type !== 'document')
      throw new BadRequest(`${at}.tags: a page of type ${type} has no tags.`);
    const tags: PageTag[] = [];
    for (const [index, { tag: ref, primary }] of (given ?? []).entries()) {
      const item = `${at}.tags[${index}]`;
      const place = `${item}.tag`;
      if (ref.kind !== 'tag')
        throw new BadRequest(
          `${place} must be a reference to a tag, such as { "kind": "tag", "tag": "new" }.`,
        );
      if (ref.space !== undefined && ref.space !== batch.scope.spaceId)
        throw new BadRequest(`${place}.space: a page has tags of its own space only.`);
      const { slug } = await this.find(batch, ref.tag, place);
      if (tags.some(({ tag }) => tag.tag === slug))
        throw new BadRequest(`${place}: the page has the tag ${slug} once already; leave one out.`);
      if (primary && tags.some((tag) => tag.primary))
        throw new BadRequest(`${item}.primary: one tag of a page is primary; leave it out here.`);
      tags.push({ tag: { kind: 'tag', tag: slug }, ...(primary ? { primary } : {}) });
    }
    // A page without tags has no such field.
    return { tags: (tags.length > 0 ? tags : null) as PageTag[] };
  }

  private put(batch: ChangeBatch, tag: ContentTag): void {
    const tags = batch.tags ?? [];
    const at = tags.findIndex(({ slug }) => slug === tag.slug);
    batch.tags = at < 0 ? [...tags, tag] : tags.with(at, tag);
    batch.edits.push({ type: 'putTag', tag });
  }

  /** The tags of the base, after the changes planned so far. */
  private async tagsOf(batch: ChangeBatch): Promise<readonly ContentTag[]> {
    const { organizationId } = batch.branch;
    batch.tags ??= (await this.content.readSettings(organizationId, batch.base.snapshot)).tags;
    return batch.tags;
  }

  private async find(batch: ChangeBatch, slug: string, at: string): Promise<ContentTag> {
    const tag = (await this.tagsOf(batch)).find((one) => one.slug === slug);
    if (!tag) throw new BadRequest(`${at}: this space has no tag ${slug}; make it with insert_tag first.`);
    return tag;
  }
}

/** @param own slug of the tag that may keep its label. */
function freeLabel(tags: readonly ContentTag[], given: string, own: string | undefined, at: string): string {
  const label = given.trim();
  if (label === '') throw new BadRequest(`${at} must have a letter that can be seen.`);
  const same = tags.find((tag) => tag.label.toLowerCase() === label.toLowerCase() && tag.slug !== own);
  if (same)
    throw new BadRequest(`${at}: this space has a tag “${same.label}” already; choose another label.`);
  return label;
}

/** The looks of a tag after a change: an icon takes the place of an emoji, and an emoji that of an icon. */
function looksOf(
  { color, icon, emoji }: TagLooks,
  before: TagLooks,
  at: string,
): Omit<ContentTag, 'slug' | 'label'> {
  if (icon && emoji) throw new BadRequest(`${at}.emoji: a tag has an icon or an emoji; leave one out.`);
  const looks = {
    color: color ?? before.color,
    icon: (icon === undefined && !emoji ? before.icon : icon) ?? undefined,
    emoji: (emoji === undefined && !icon ? before.emoji : emoji) ?? undefined,
  };
  return withoutUndefined(looks) as Omit<ContentTag, 'slug' | 'label'>;
}
