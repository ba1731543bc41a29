/** A mail that could not be sent, in sentences. */
export interface MailFailure {
  text: string;
  remedy: string;
  /** The words of the server, or of the library. */
  detail: string;
}

const CONNECTION = {
  text: 'The mail server was not reached.',
  remedy: 'Check the host and the port of SMTP_URL, and whether this machine may connect there.',
};

/** Kinds of failures by the codes of nodemailer and of Node.js. */
const FAILURES: Readonly<Record<string, Pick<MailFailure, 'text' | 'remedy'>>> = {
  EAUTH: {
    text: 'The mail server did not take the user and the password.',
    remedy: 'Check both in SMTP_URL; some providers want a password for applications.',
  },
  EDNS: {
    text: 'There is no server with the name in SMTP_URL.',
    remedy: 'Check how the host in SMTP_URL is written.',
  },
  ETLS: {
    text: 'The mail server and this one found no encryption that both trust.',
    remedy: 'Check the certificate of the mail server, and whether smtp:// or smtps:// fits its port.',
  },
  EENVELOPE: {
    text: 'The mail server refused the sender or your address.',
    remedy: 'Check that the server lets you send as MAIL_FROM, and that your own address is right.',
  },
  EMESSAGE: {
    text: 'The mail server refused the mail itself.',
    remedy: 'Read its words above; a filter for spam may be the reason.',
  },
  ETIMEDOUT: {
    text: 'The mail server did not answer in time.',
    remedy: 'Check the port of SMTP_URL: 587 goes with smtp://, 465 with smtps://.',
  },
  ECONNECTION: CONNECTION,
  ESOCKET: CONNECTION,
  ECONNREFUSED: CONNECTION,
};

/** Says why sending failed, and what to do. */
export function mailFailure(error: unknown): MailFailure {
  const { code, response, message } = error as { code?: string; response?: string; message?: string };
  const known = FAILURES[code ?? ''] ?? {
    text: 'The mail could not be sent.',
    remedy: 'Read the words of the server above.',
  };
  return { ...known, detail: response ?? message ?? 'Nothing more is known' };
}
