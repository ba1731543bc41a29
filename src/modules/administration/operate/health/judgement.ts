/** The urgency of a finding, from the least to the most. */
export const LEVELS = ['good', 'warning', 'problem'] as const;
export type Level = (typeof LEVELS)[number];

/** The state of a part of the installation, judged. */
export interface Judgement {
  level: Level;
  /** The state in words. */
  text: string;
  /** A sentence that says what to do; null where all is well. */
  remedy: string | null;
}

/** All is well. */
export const good = (text: string): Judgement => ({ level: 'good', text, remedy: null });

/** It works, but somebody should look. */
export const warning = (text: string, remedy: string): Judgement => ({ level: 'warning', text, remedy });

/** Something needs somebody now. */
export const problem = (text: string, remedy: string): Judgement => ({ level: 'problem', text, remedy });
