import { Copyable } from '#modules/member-pages/index.js';

/** The secret of a stream, which is shown once. */
export function MadeSecret({ title, secret }: { title: string; secret: string }) {
  return (
    <div class="member-secret" role="status">
      <p>
        The secret of <bdi>{title}</bdi> signs each delivery. Give it to the receiver now: it is not shown
        again.
      </p>
      <Copyable label="Secret" value={secret} />
    </div>
  );
}
