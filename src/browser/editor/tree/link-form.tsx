import { useLayoutEffect, useRef } from 'preact/hooks';

interface LinkFormProps {
  onAdd: (title: string, url: string) => void;
  onCancel: () => void;
}

/** Asks for the title and the address of a new link in the tree. */
export function LinkForm({ onAdd, onCancel }: LinkFormProps) {
  const title = useRef<HTMLInputElement>(null);
  const address = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <form
      class="page-tree-link"
      aria-label="New link"
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(title.current!.value.trim(), address.current!.value.trim());
      }}
    >
      <input ref={title} aria-label="Title" placeholder="Title" required pattern=".*\S.*" maxLength={300} />
      <input ref={address} type="url" aria-label="Address" placeholder="https://" required />
      <button type="submit">Add</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
