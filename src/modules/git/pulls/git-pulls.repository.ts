import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { GitPullCommentEntity } from './git-pull-comment.entity.js';
import { GitPullEntity } from './git-pull.entity.js';

export type GitPull = Readonly<GitPullEntity>;
export type PullChanges = Partial<Omit<GitPull, 'organizationId' | 'id' | 'connectionId' | 'spaceId'>>;
export type SharedComment = Readonly<GitPullCommentEntity>;
type Row = GitPullEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(GitPullEntity, 'p');
const COMMENT_COLUMNS = entityColumns(GitPullCommentEntity, 'c');

/** Every query on `git_pulls` and `git_pull_comments`. */
@Injectable()
export class GitPullsRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, connectionId: string, number: number): Promise<GitPull | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_pulls p where p.organization_id = $1 and p.connection_id = $2 and p.number = $3`,
      [organizationId, connectionId, number],
    );
  }

  async findInSpace(organizationId: string, spaceId: string, number: number): Promise<GitPull | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_pulls p where p.organization_id = $1 and p.space_id = $2 and p.number = $3`,
      [organizationId, spaceId, number],
    );
  }

  async findOfChangeRequest(organizationId: string, changeRequestId: string): Promise<GitPull | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_pulls p where p.organization_id = $1 and p.change_request_id = $2`,
      [organizationId, changeRequestId],
    );
  }

  /** The open pull requests of a space, or all of them; the newest first. */
  async listOfSpace(
    organizationId: string,
    spaceId: string,
    { isOpen, limit }: { isOpen: boolean; limit: number },
  ): Promise<GitPull[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_pulls p
       where p.organization_id = $1 and p.space_id = $2 and ($3 = false or p.state = 'open')
       order by p.number desc limit $4`,
      [organizationId, spaceId, isOpen, limit],
    );
  }

  async countOpen(organizationId: string, connectionId: string): Promise<number> {
    const sql = `select count(*)::int from git_pulls
      where organization_id = $1 and connection_id = $2 and state = 'open'`;
    return (await this.db.queryValue<number>(sql, [organizationId, connectionId])) ?? 0;
  }

  async lock({ organizationId, id }: GitPull): Promise<GitPull | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_pulls p where p.organization_id = $1 and p.id = $2 for update`,
      [organizationId, id],
    );
  }

  /** Leaves one that is there as it is. */
  async insert(pull: GitPull): Promise<void> {
    await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(GitPullEntity)
      .values(pull as object)
      .orIgnore()
      .execute();
  }

  async update({ organizationId, id }: GitPull, changes: PullChanges): Promise<void> {
    await this.db.manager.update(GitPullEntity, { organizationId, id }, changes as object);
  }

  async listComments({ organizationId, id }: GitPull): Promise<SharedComment[]> {
    return this.db.query<GitPullCommentEntity & { [column: string]: unknown }>(
      `select ${COMMENT_COLUMNS} from git_pull_comments c where c.organization_id = $1 and c.pull_id = $2`,
      [organizationId, id],
    );
  }

  /** False when the comment is noted already. */
  async insertComment(comment: SharedComment): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(GitPullCommentEntity)
      .values(comment as object)
      .orIgnore()
      .returning('host_id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  async updateComment(
    { organizationId, pullId, hostId }: SharedComment,
    changes: Pick<SharedComment, 'said'>,
  ): Promise<void> {
    await this.db.manager.update(GitPullCommentEntity, { organizationId, pullId, hostId }, changes);
  }

  async deleteComment({ organizationId, pullId, hostId }: SharedComment): Promise<void> {
    await this.db.manager.delete(GitPullCommentEntity, { organizationId, pullId, hostId });
  }
}
