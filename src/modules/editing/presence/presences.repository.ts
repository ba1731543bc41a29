import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { PresenceBody } from './presence.dto.js';

/** An open editor. */
export interface EditorPlace {
  organizationId: string;
  spaceId: string;
  /** Empty for the main content of the space. */
  changeRequestId: string;
  /** Id of the page or the reusable content. */
  text: string;
  userId: string;
  client: string;
}

/** Another open editor of the same text, with its user. */
export interface PresentRow {
  id: string;
  displayName: string;
  email: string;
  photoUrl: string | null;
  client: string;
  block: string | null;
  selection: PresenceBody['selection'] | null;
  typing: boolean;
  seenAt: Date;
  [column: string]: unknown;
}

const MAX_PEOPLE = 100;
const TEXT = `p.text_id = $1 and p.space_id = $2 and p.change_request_id = $3 and p.organization_id = $4`;

const valuesOf = (at: EditorPlace): unknown[] => [
  ...[at.text, at.spaceId, at.changeRequestId, at.organizationId, at.userId, at.client],
];

/** Every query on `presences`. */
@Injectable()
export class PresencesRepository {
  constructor(private readonly db: Database) {}

  /** Notes where an editor is, and answers the others that were there since `since`; one statement. */
  note(
    at: EditorPlace,
    { block, selection, typing }: PresenceBody,
    now: Date,
    since: Date,
  ): Promise<PresentRow[]> {
    return this.db.query<PresentRow>(
      `with noted as (
         insert into presences as p (text_id, space_id, change_request_id, organization_id, user_id, client,
           block, selection, typing, seen_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (text_id, space_id, change_request_id, user_id, client, organization_id) do update
         set block = excluded.block, selection = excluded.selection, typing = excluded.typing, seen_at = excluded.seen_at
       )
       select u.id, u.display_name as "displayName", u.email, u.photo_url as "photoUrl", p.client, p.block, p.selection,
         p.typing, p.seen_at as "seenAt"
       from presences p join users u on u.id = p.user_id
       where ${TEXT} and p.seen_at > $11 and (p.user_id, p.client) <> ($5, $6)
       order by u.display_name, p.user_id, p.client limit ${MAX_PEOPLE}`,
      [
        ...valuesOf(at),
        block ?? null,
        selection ? storableJson(selection) : null,
        typing ?? false,
        now,
        since,
      ],
    );
  }

  async remove(at: EditorPlace): Promise<void> {
    await this.db.execute(
      `delete from presences p where ${TEXT} and p.user_id = $5 and p.client = $6`,
      valuesOf(at),
    );
  }

  /** Deletes what nobody has said again since. */
  async removeBefore(time: Date): Promise<void> {
    await this.db.execute('delete from presences where seen_at < $1', [time]);
  }
}
