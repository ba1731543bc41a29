import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api.js';
import { uploadFile } from '../editing/uploads.js';
import { sentenceOf } from '../notice.js';
import type { PageContext } from '../page-context.js';

interface PictureFile {
  id: string;
  name: string;
  contentType: string;
}

interface PictureFieldProps {
  context: PageContext;
  label: string;
  /** Reference to the picture that is chosen now. */
  chosen: unknown;
  /** Null for none. */
  onChoose: (ref: { kind: 'file'; file: string } | null) => void;
  /** Words for no picture; without them there must be one. */
  none?: string;
}

/** Chooses a picture among the files of the content, or uploads one. */
export function PictureField({ context, label, chosen, onChoose, none }: PictureFieldProps) {
  const [files, setFiles] = useState<PictureFile[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    api<{ items: PictureFile[] }>(`${context.contentPath}/files`, { query: { limit: 1000 } })
      .then(({ items }) => {
        const pictures = items.filter(({ contentType }) => contentType.startsWith('image/'));
        // A picture may have been stored since the list was asked for.
        setFiles((now) => [...pictures, ...now.filter(({ id }) => !pictures.some((one) => one.id === id))]);
      })
      .catch(() => undefined);
  }, []);
  const upload = async (file: File) => {
    try {
      const stored = await uploadFile(context, file);
      setFiles((now) => [...now, stored]);
      onChoose({ kind: 'file', file: stored.id });
    } catch (error) {
      setProblem(sentenceOf(error, 'The picture could not be stored.'));
    }
  };
  const { kind, file: id = '', url = '' } = (chosen ?? {}) as { kind?: string; file?: string; url?: string };
  return (
    <div class="page-settings-picture">
      <label class="page-settings-field">
        <span>{label}</span>
        <select
          value={id}
          onChange={({ currentTarget: { value: file } }) => {
            if (file !== '') onChoose({ kind: 'file', file });
            else if (none) onChoose(null);
          }}
        >
          <option value="">{kind === 'url' ? url : (none ?? 'Choose a file')}</option>
          {files.map((file) => (
            <option key={file.id} value={file.id}>
              {file.name}
            </option>
          ))}
        </select>
      </label>
      <UploadField label={label} onUpload={upload} />
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}

function UploadField({ label, onUpload }: { label: string; onUpload: (file: File) => Promise<void> }) {
  return (
    <label class="page-settings-field">
      <span>Or upload a picture</span>
      <input
        type="file"
        accept="image/*"
        aria-label={`Upload: ${label}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void onUpload(file);
        }}
      />
    </label>
  );
}
