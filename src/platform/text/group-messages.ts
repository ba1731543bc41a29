/** Something that is said of a place. */
export interface PlacedMessage {
  kind: string;
  message: string;
  place: string;
}

/** The messages of one kind. */
export interface MessageGroup {
  kind: string;
  /** Number of messages, one for each place. */
  count: number;
  /** Each message once, with its places. */
  messages: { message: string; places: string[] }[];
}

/** Messages by their kind, the most frequent kind first. */
export function groupMessages(all: readonly PlacedMessage[]): MessageGroup[] {
  const kinds = new Map<string, Map<string, string[]>>();
  for (const { kind, message, place } of all) {
    const messages = kinds.get(kind) ?? new Map<string, string[]>();
    kinds.set(kind, messages.set(message, [...(messages.get(message) ?? []), place]));
  }
  return [...kinds]
    .map(([kind, messages]) => ({
      kind,
      count: [...messages.values()].reduce((sum, places) => sum + places.length, 0),
      messages: [...messages].map(([message, places]) => ({ message, places })),
    }))
    .toSorted((one, other) => other.count - one.count);
}
