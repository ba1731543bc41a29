import { MAX_FILE_SIZE } from '../storage.js';

export const UPLOAD_KINDS = ['customization_font', 'import_file', 'content_file'] as const;

/** Purpose of an upload; each kind is accepted by one operation only. */
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** The client's description of the file it is going to send. */
export interface UploadedFile {
  name: string;
  type: string;
  size: number;
}

const MB = 1024 * 1024;
const OCTETS = 'application/octet-stream';
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'bmp', 'ico'];
const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed', 'application/x-zip'];
const TEXT_TYPES = ['text/markdown', 'text/x-markdown', 'text/plain'];
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Media types that go with an ending; a client that does not know better may always send octets. */
const IMPORT_TYPES: Record<string, readonly string[]> = {
  md: TEXT_TYPES,
  mdx: [...TEXT_TYPES, 'text/mdx'],
  markdown: TEXT_TYPES,
  txt: ['text/plain'],
  html: ['text/html', 'application/xhtml+xml'],
  htm: ['text/html', 'application/xhtml+xml'],
  docx: [WORD_TYPE, 'application/zip'],
  zip: ZIP_TYPES,
  ...Object.fromEntries(IMAGES.map((ending) => [ending, ['image/*']])),
};

const FONT_TYPES = ['font/*', 'application/font-*', 'application/x-font-*'];
const FONT_ENDINGS = ['woff2', 'woff', 'ttf', 'otf'];

interface KindRules {
  maxSize: number;
  /** By ending; absent where any file will do. */
  types?: Record<string, readonly string[]>;
}

const RULES: Record<UploadKind, KindRules> = {
  import_file: { maxSize: MAX_FILE_SIZE, types: IMPORT_TYPES },
  content_file: { maxSize: MAX_FILE_SIZE },
  customization_font: {
    maxSize: 5 * MB,
    types: Object.fromEntries(FONT_ENDINGS.map((ending) => [ending, FONT_TYPES])),
  },
};

/** Bytes that an upload of the kind may have. */
export function maxUploadSize(kind: UploadKind): number {
  return RULES[kind].maxSize;
}

/** Why a file cannot be uploaded as this kind. `too-large` is answered 413, `type` 400. */
export interface UploadRefusal {
  reason: 'too-large' | 'type';
  /** For programs: it begins with the field of the request. */
  message: string;
  /** For people. */
  sentence: string;
}

/** The reason why a file may not be announced as an upload of this kind; null when it may. */
export function refuseUpload(kind: UploadKind, file: UploadedFile): UploadRefusal | null {
  const { maxSize, types } = RULES[kind];
  if (file.size > maxSize)
    return {
      reason: 'too-large',
      message: `file.size: at most ${maxSize / MB} MB can be uploaded as ${kind}.`,
      sentence: `“${file.name}” is larger than ${maxSize / MB} MB.`,
    };
  if (!types) return null;
  const ending = endingOf(file.name);
  const allowed = Object.hasOwn(types, ending) ? types[ending] : undefined;
  if (!allowed) {
    const endings = Object.keys(types).join(', ');
    return {
      reason: 'type',
      message: `file.name: a file for ${kind} must end in one of ${endings}.`,
      sentence: `“${file.name}” is of a kind that cannot be used here: its name must end in one of ${endings}.`,
    };
  }
  const type = baseType(file.type);
  if (type === OCTETS || allowed.some((pattern) => matches(pattern, type))) return null;
  return {
    reason: 'type',
    message: `file.type: "${type}" does not go with a file that ends in .${ending}.`,
    sentence: `“${file.name}” does not hold what its ending says: the browser calls it ${type}.`,
  };
}

/** A media type without its parameters, in lower case. */
export function baseType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
