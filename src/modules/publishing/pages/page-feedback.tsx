import type { PageWords } from '#modules/words/index.js';
import { Icon } from './ui-icon.js';

const RATINGS = ['bad', 'ok', 'good'] as const;
/** Icons instead of emoji, as not every reader has a font with emoji. */
const SIGNS = { bad: 'face-frown', ok: 'face-meh', good: 'face-smile' };

/** Asks readers to rate the page. The form is visible only where scripts run, because they send it. */
export function PageFeedback({ text }: { text: PageWords }) {
  const labels = { bad: text.feedbackBad, ok: text.feedbackOk, good: text.feedbackGood };
  return (
    <form class="feedback" data-thanks={text.feedbackThanks}>
      <div class="feedback-ask" role="group" aria-label={text.feedbackAsk}>
        <span>{text.feedbackAsk}</span>
        {RATINGS.map((rating) => (
          <button
            type="button"
            class="icon-button"
            data-rating={rating}
            aria-pressed="false"
            aria-label={labels[rating]}
          >
            <Icon name={SIGNS[rating]} />
          </button>
        ))}
      </div>
      <div class="feedback-comment" hidden>
        <label for="bdy-feedback">{text.feedbackComment}</label>
        <textarea id="bdy-feedback" name="comment" maxlength={512} rows={3} />
        <button type="submit" class="button button-secondary">
          {text.feedbackSend}
        </button>
      </div>
    </form>
  );
}
