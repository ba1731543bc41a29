import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';
import { contentPath } from '../saving/page-source.js';

/** A file of the space. */
export interface UploadedFile {
  id: string;
  name: string;
  contentType: string;
}

const MAX_INLINE = 1_000_000;

interface Insertion {
  insertedFiles?: { id: string; name: string; contentType: string }[];
}

/** Stores a file with the content that is edited. @throws ApiError, Unreachable */
export async function uploadFile(context: PageContext, file: File): Promise<UploadedFile> {
  const contentType = file.type || 'application/octet-stream';
  const source =
    file.size <= MAX_INLINE ? { base64: await base64Of(file) } : { key: await put(context, file) };
  const answer = await api<Insertion>(contentPath(await context.writablePlace()), {
    method: 'POST',
    query: { compat: false },
    body: {
      changes: [
        { operation: 'insert_files', files: [{ name: file.name || 'image.png', contentType, ...source }] },
      ],
    },
  });
  return answer.insertedFiles![0]!;
}

async function put({ edited: { organization } }: PageContext, file: File): Promise<string> {
  const type = file.type || 'application/octet-stream';
  const upload = await api<{ key: string; uploadURL: string }>(`/orgs/${organization}/storage/upload`, {
    method: 'POST',
    body: { kind: 'content_file', file: { name: file.name, type, size: file.size } },
  });
  const sent = await fetch(upload.uploadURL, {
    method: 'PUT',
    body: file,
    headers: { 'Content-Type': type },
  });
  if (!sent.ok) throw new Error(`The file "${file.name}" could not be stored.`);
  return upload.key;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result as string).split(',')[1] ?? '');
    reader.onerror = () => reject(new Error(`The file "${file.name}" cannot be read.`));
    reader.readAsDataURL(file);
  });
}
