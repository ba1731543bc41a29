import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestUser } from './factories.js';
import { upload } from './imports.js';
import type { TestApp } from './test-app.js';

/** A real web font. */
export const FONT_FILE = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/dm-mono/files/dm-mono-latin-400-normal.woff2'),
);

/** Uploads a font with one weight; answers its id. */
export async function buildFont(test: TestApp, user: TestUser, organizationId: string): Promise<string> {
  const file = { name: 'own.woff2', type: 'font/woff2', content: FONT_FILE };
  const storageKey = await upload(test, user, organizationId, file, 'customization_font');
  const body = { fontFamily: 'Own', fontFaces: [{ weight: 400, storageKey }] };
  const answer = await user.api.put(`/v1/orgs/${organizationId}/fonts`, body);
  if (answer.status !== 201) throw new Error(`The font was refused: ${answer.text}`);
  return answer.body.id as string;
}
