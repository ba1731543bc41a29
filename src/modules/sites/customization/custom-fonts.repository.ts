import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { CustomFontEntity, type CustomFontFace } from './custom-font.entity.js';

const COLUMNS = entityColumns(CustomFontEntity);
const SITES_WITH_FONT = `
  select site_id from site_customizations where organization_id = $1 and $2 in (settings #>> '{styling,font,id}', settings #>> '{styling,monospaceFont,id}')
  union all
  select ss.site_id from site_space_customizations c
    join site_spaces ss on ss.organization_id = c.organization_id and ss.id = c.site_space_id
  where c.organization_id = $1 and $2 in (c.overrides #>> '{styling,font,id}', c.overrides #>> '{styling,monospaceFont,id}')`;

/** Every query on `custom_fonts`. */
@Injectable()
export class CustomFontsRepository {
  constructor(private readonly db: Database) {}

  list(organizationId: string): Promise<CustomFontEntity[]> {
    return this.db.query<CustomFontEntity & { [column: string]: unknown }>(
      `select ${COLUMNS} from custom_fonts where organization_id = $1 order by created_at, id`,
      [organizationId],
    );
  }

  async find(organizationId: string, id: string): Promise<CustomFontEntity | null> {
    return this.db.queryFirst<CustomFontEntity & { [column: string]: unknown }>(
      `select ${COLUMNS} from custom_fonts where organization_id = $1 and id = $2`,
      [organizationId, id],
    );
  }

  async getForUpdate(organizationId: string, id: string): Promise<CustomFontEntity | null> {
    await this.db.query('select 1 from custom_fonts where organization_id = $1 and id = $2 for update', [
      organizationId,
      id,
    ]);
    return this.find(organizationId, id);
  }

  async insert(font: CustomFontEntity): Promise<void> {
    await this.db.manager.insert(CustomFontEntity, font);
  }

  /** Stores the font, and gives every site that uses it another version. */
  async update(organizationId: string, id: string, family: string, faces: CustomFontFace[]): Promise<void> {
    await this.db.execute(
      'update custom_fonts set family = $3, faces = $4 where organization_id = $1 and id = $2',
      [organizationId, id, family, storableJson(faces)],
    );
    await this.db.execute(
      `update sites set version = version + 1 where organization_id = $1 and id in (${SITES_WITH_FONT})`,
      [organizationId, id],
    );
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.execute('delete from custom_fonts where organization_id = $1 and id = $2', [
      organizationId,
      id,
    ]);
  }

  /** Keeps the fonts from being deleted until the transaction ends; answers those that exist. */
  async lock(organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    return new Set(
      await this.db.queryColumn<string>(
        'select id from custom_fonts where organization_id = $1 and id = any($2) order by id for share',
        [organizationId, [...ids]],
      ),
    );
  }

  /** Title of a site that uses the font, or null. */
  async findUse(organizationId: string, id: string): Promise<string | null> {
    return this.db.queryValue<string>(
      `select title from sites where organization_id = $1 and id in (${SITES_WITH_FONT}) order by title limit 1`,
      [organizationId, id],
    );
  }

  /** Ids of the sites that use each font, in the order of their titles. */
  listUses(organizationId: string): Promise<{ font: string; site: string }[]> {
    return this.db.query<{ font: string; site: string }>(
      `select u.font, s.id as site from sites s join (
         select site_id, unnest(array[settings #>> '{styling,font,id}', settings #>> '{styling,monospaceFont,id}']) as font
         from site_customizations where organization_id = $1
         union
         select ss.site_id, unnest(array[c.overrides #>> '{styling,font,id}', c.overrides #>> '{styling,monospaceFont,id}'])
         from site_space_customizations c
           join site_spaces ss on ss.organization_id = c.organization_id and ss.id = c.site_space_id
         where c.organization_id = $1
       ) u on u.site_id = s.id and u.font is not null
       where s.organization_id = $1 order by s.title, s.id`,
      [organizationId],
    );
  }

  /** The given blobs that belong to a font. */
  async findBlobs(organizationId: string, blobs: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct face ->> 'blob' as blob from custom_fonts, jsonb_array_elements(faces) face
      where organization_id = $1 and face ->> 'blob' = any($2)`,
      [organizationId, [...blobs]],
    );
  }
}
