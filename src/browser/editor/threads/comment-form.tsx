import type { EditorView } from 'prosemirror-view';
import { useState } from 'preact/hooks';
import { sentenceOf, say } from '../notice.js';
import { Popup } from '../menus/popup.js';

/** Characters of words that a comment can be about, and of those that are kept from beside them. */
const MOST = 300;
const AROUND = 32;

let shared: Popup | undefined;
const popup = () => (shared ??= new Popup('comment-form'));

interface Posting {
  /** @throws ApiError, Unreachable */
  post: (body: object) => Promise<void>;
  /** Brings the words to the server, which looks for them in the page. */
  save: () => Promise<void>;
}

/** Asks for a comment on the selected words, which are those of one block. */
export function openCommentForm(view: EditorView, { post, save }: Posting): void {
  const { $from, $to, from, to } = view.state.selection;
  const block = $from.node(1);
  const words = (start: number, end: number) =>
    view.state.doc.textBetween(start, end, '\n').replace(/\s+/g, ' ');
  const exact = words(from, to).trim();
  if ($from.index(0) !== $to.index(0)) return say(view, 'Select words of one block to comment on them.');
  if (exact.length > MOST) return say(view, `Select at most ${MOST} characters to comment on them.`);
  const quote = {
    exact,
    prefix: words($from.start(1), from).trimStart().slice(-AROUND),
    suffix: words(to, $from.end(1)).trimEnd().slice(0, AROUND),
  };
  const send = async (markdown: string) => {
    await save();
    await post({ body: { markdown }, node: block.attrs['key'], quote });
    popup().close();
    say(view, 'Your comment is posted.');
  };
  popup().ask(view, 'Comment', <CommentForm words={exact} onSend={send} />, view.coordsAtPos(from));
}

function CommentForm({ words, onSend }: { words: string; onSend: (markdown: string) => Promise<void> }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    setSending(true);
    void onSend(text)
      .catch((error: unknown) => setProblem(sentenceOf(error, 'The comment could not be posted.')))
      .finally(() => setSending(false));
  };
  return (
    <form onSubmit={submit}>
      <label>
        Comment on “<bdi>{words}</bdi>”
        <textarea
          rows={3}
          maxLength={10_000}
          required
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem !== '' && <p role="alert">{problem}</p>}
      <button class="button button-primary button-small" disabled={isSending}>
        Comment
      </button>
    </form>
  );
}
