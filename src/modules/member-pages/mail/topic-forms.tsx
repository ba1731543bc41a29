import { MAIL_TOPICS, type MailTopics, TOPIC_NAMES } from '#modules/notifications/index.js';
import { PostForm } from '../forms.js';

/** Turns one topic off, and on again. The form goes to the address of the page. */
export function TopicSwitch({ address, name, isOn }: { address: string; name: string; isOn: boolean }) {
  return (
    <PostForm class="member-topic">
      <p role="status">
        {address} gets {isOn ? 'mail' : 'no mail'} about {name}.
      </p>
      <button
        type="submit"
        name={isOn ? 'stop' : 'undo'}
        value="1"
        class={`button button-medium ${isOn ? 'button-primary' : 'button-secondary'}`}
      >
        {isOn ? 'Stop this mail' : 'Undo'}
      </button>
    </PostForm>
  );
}

/** All topics at once. */
export function TopicForm({ topics, isSaved }: { topics: MailTopics; isSaved: boolean }) {
  return (
    <PostForm class="member-topics">
      {MAIL_TOPICS.map((topic) => (
        <label>
          <input type="checkbox" name="topic" value={topic} checked={topics[topic]} />
          <span>{capitalized(TOPIC_NAMES[topic])}</span>
        </label>
      ))}
      <button type="submit" name="choose" value="1" class="button button-secondary button-medium">
        Save
      </button>
      {isSaved && <p role="status">Saved.</p>}
    </PostForm>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
