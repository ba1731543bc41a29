import type { ComputeTask } from '#platform/compute/compute-task.js';
import { type PasswordToScore, scorePassword } from './password-score.js';

/** Holds a password against lists of common ones, in a thread. */
export const SCORE_PASSWORD: ComputeTask<PasswordToScore, number> = {
  name: 'users/score-password',
  module: new URL('./password-score.js', import.meta.url),
  run: scorePassword,
};
