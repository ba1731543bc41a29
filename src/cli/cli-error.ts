/** The command cannot be carried out; the message is a sentence for whoever typed it. */
export class CliError extends Error {}
