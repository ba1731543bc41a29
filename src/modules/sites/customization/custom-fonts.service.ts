import { Injectable, type OnModuleInit } from '@nestjs/common';
import { requireMember } from '#modules/organizations/index.js';
import { BlobReferences, Storage, Uploads } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { type Actor, type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest, Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { CustomFontEntity, type CustomFontFace } from './custom-font.entity.js';
import { CustomFontsRepository } from './custom-fonts.repository.js';

const MAX_FONTS = 100;

/** One weight in a request; without a key, the file that the font has for it stays. */
export interface FontFaceInput {
  weight: number;
  storageKey: string | null;
}

export interface FontView {
  font: CustomFontEntity;
  canEdit: boolean;
}

/** Fonts that an organization uploads for its sites. Their files are public: every reader of such a site gets them. */
@Injectable()
export class CustomFonts implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly fonts: CustomFontsRepository,
    private readonly uploads: Uploads,
    private readonly storage: Storage,
    private readonly references: BlobReferences,
  ) {}

  onModuleInit(): void {
    this.references.register((organizationId, blobs) => this.fonts.findBlobs(organizationId, blobs));
  }

  async list(actor: Actor, organizationId: string): Promise<FontView[]> {
    const canEdit = mayEdit(requireMember(actor, organizationId));
    return (await this.fonts.list(organizationId)).map((font) => ({ font, canEdit }));
  }

  /** Ids of the sites that use each font; members see those of the sites that they see. @throws NotFound for strangers */
  async listUses(actor: Actor, organizationId: string): Promise<ReadonlyMap<string, string[]>> {
    requireMember(actor, organizationId);
    const uses = new Map<string, string[]>();
    for (const { font, site } of await this.fonts.listUses(organizationId))
      uses.set(font, [...(uses.get(font) ?? []), site]);
    return uses;
  }

  /** True for members who may change fonts. @throws NotFound for strangers */
  mayEdit(actor: Actor, organizationId: string): boolean {
    return mayEdit(requireMember(actor, organizationId));
  }

  /** @throws NotFound for strangers, Forbidden for members who may not change fonts. */
  requireEditor(actor: Actor, organizationId: string): void {
    requireEditor(actor, organizationId);
  }

  /** @throws NotFound */
  async get(actor: Actor, organizationId: string, id: string): Promise<FontView> {
    const canEdit = mayEdit(requireMember(actor, organizationId));
    const font = await this.fonts.find(organizationId, id);
    if (!font) throw new NotFound('font');
    return { font, canEdit };
  }

  /** @throws BadRequest for an upload that does not exist or is not a web font. */
  async create(
    actor: Actor,
    organizationId: string,
    { fontFamily, fontFaces }: { fontFamily: string; fontFaces: FontFaceInput[] },
  ): Promise<FontView> {
    requireEditor(actor, organizationId);
    const faces = await this.readFaces(actor, organizationId, fontFaces, []);
    const font = Object.assign(new CustomFontEntity(), {
      organizationId,
      id: newId(),
      family: fontFamily,
      faces,
      createdAt: this.clock.now(),
    });
    return this.db.transaction(async () => {
      if ((await this.fonts.list(organizationId)).length >= MAX_FONTS)
        throw new Conflict(`An organization has at most ${MAX_FONTS} fonts; delete one first.`);
      await this.fonts.insert(font);
      return { font, canEdit: true };
    });
  }

  /** Changes only what is given; pages that use the font show it with the next request. */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    { fontFamily, fontFaces }: { fontFamily?: string; fontFaces?: FontFaceInput[] },
  ): Promise<FontView> {
    requireEditor(actor, organizationId);
    const before = await this.fonts.find(organizationId, id);
    if (!before) throw new NotFound('font');
    const faces = fontFaces && (await this.readFaces(actor, organizationId, fontFaces, before.faces));
    return this.db.transaction(async () => {
      const font = await this.fonts.getForUpdate(organizationId, id);
      if (!font) throw new NotFound('font');
      if (faces && JSON.stringify(font.faces) !== JSON.stringify(before.faces))
        throw new Conflict('fontFaces: somebody else has just changed this font; read it again.');
      font.family = fontFamily ?? font.family;
      font.faces = faces ?? font.faces;
      await this.fonts.update(organizationId, id, font.family, font.faces);
      return { font, canEdit: true };
    });
  }

  /** Deletes the font; succeeds for an unknown one. @throws Conflict while a site uses it. */
  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireEditor(actor, organizationId);
    await this.db.transaction(async () => {
      if (!(await this.fonts.getForUpdate(organizationId, id))) return;
      const title = await this.fonts.findUse(organizationId, id);
      if (title !== null)
        throw new Conflict(`The site "${title}" uses this font; give it another one first.`);
      await this.fonts.delete(organizationId, id);
    });
  }

  /** A file of a font, for anybody; null when the font has no such file. */
  async findFile(organizationId: string, id: string, file: string): Promise<CustomFontFace | null> {
    const font = await this.fonts.find(organizationId, id);
    return font?.faces.find(({ blob, format }) => `${blob}.${format}` === file) ?? null;
  }

  private async readFaces(
    actor: Actor,
    organizationId: string,
    inputs: FontFaceInput[],
    existing: CustomFontFace[],
  ): Promise<CustomFontFace[]> {
    if (new Set(inputs.map(({ weight }) => weight)).size < inputs.length)
      throw new BadRequest('fontFaces: each weight may stand there once.');
    const faces: CustomFontFace[] = [];
    for (const [index, { weight, storageKey }] of inputs.entries()) {
      const at = `fontFaces[${index}].storageKey`;
      if (storageKey === null) {
        const kept = existing.find((face) => face.weight === weight);
        if (!kept) throw new BadRequest(`${at}: the font has no file for the weight ${weight}; upload one.`);
        faces.push(kept);
        continue;
      }
      const keys = [storageKey];
      const [upload] = await this.uploads.requireUpload(
        organizationId,
        actor.userId,
        'customization_font',
        keys,
        at,
      );
      const bytes = upload && (await this.storage.read(organizationId, upload.blob));
      const format = bytes && formatOf(bytes);
      if (!upload || !format)
        throw new BadRequest(`${at}: the file is not a web font; upload it as WOFF2 or WOFF.`);
      faces.push({ weight, blob: upload.blob, format });
    }
    return faces.sort((a, b) => a.weight - b.weight);
  }
}

/** By content, whatever the name says. */
function formatOf(bytes: Buffer): CustomFontFace['format'] | null {
  const signature = bytes.subarray(0, 4).toString('latin1');
  if (signature === 'wOF2') return 'woff2';
  return signature === 'wOFF' ? 'woff' : null;
}

function mayEdit(role: Role | null): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf('create');
}

function requireEditor(actor: Actor, organizationId: string): void {
  if (!mayEdit(requireMember(actor, organizationId)))
    throw new Forbidden('Changing fonts needs the role "create" or higher.');
}
