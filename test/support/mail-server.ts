import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** The whole mail, without the soft line breaks of quoted-printable. */
  source: string;
  subject: string;
  messageId: string;
  /** A header by its name; empty when it is missing. */
  header(name: string): string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Answers the next recipients with this status instead of accepting them. */
  refuse(status: number, times: number): void;
  close(): Promise<void>;
}

/** An SMTP server that keeps the mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusal = { status: 0, times: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (refusal.times-- <= 0) return done();
      done(Object.assign(new Error('Not this one'), { responseCode: refusal.status }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push(readMail(Buffer.concat(chunks).toString(), mailFrom, rcptTo[0]?.address ?? ''));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (status, times) => void Object.assign(refusal, { status, times }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readMail(raw: string, from: false | { address: string }, to: string): ReceivedMail {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string): string =>
    decodeWords(new RegExp(`^${name}: (.*)$`, 'mi').exec(headers)?.[1] ?? '');
  return {
    from: from ? from.address : '',
    to,
    source: decodeQuoted(raw.replace(/=\r\n/g, '')),
    subject: header('Subject'),
    messageId: header('Message-ID'),
    header,
  };
}

/** Encoded words of a header, as `=?UTF-8?Q?a_b?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
}
