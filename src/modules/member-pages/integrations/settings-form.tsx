import type { ComponentChildren } from 'preact';
import type { ConfigurationProperty, IntegrationConfiguration } from '#modules/integrations/index.js';
import { listsProperties, SETTING_PREFIX } from './read-settings.js';
import { PostForm } from '../forms.js';

const SECRET = /secret|token|password|key/i;

interface Props {
  /** Makes ids of fields unique on the page. */
  id: string;
  action: string;
  requestedSettings: IntegrationConfiguration | undefined;
  configuration: Record<string, unknown>;
  /** Further fields of the form, which identify the owner of the settings. */
  children?: ComponentChildren;
}

/** The settings of an installation, somewhere, as a form; says so where they cannot be made here. */
export function SettingsForm({ id, action, requestedSettings, configuration, children }: Props) {
  if (!requestedSettings) return <p>It asks for no settings.</p>;
  if (!listsProperties(requestedSettings))
    return <p>It draws the form of its settings itself. Configure it by the API.</p>;
  const fields = Object.entries(requestedSettings.properties).filter(([, { type }]) => type !== 'button');
  return (
    <PostForm action={action} class="member-form">
      {children}
      {fields.map(([name, property]) => (
        <Setting
          id={`${id}-${name}`}
          name={name}
          property={property}
          value={configuration[name]}
          isRequired={requestedSettings.required?.includes(name) ?? false}
        />
      ))}
      <button type="submit" name="do" value="configure" class="button button-primary button-medium">
        Save settings
      </button>
    </PostForm>
  );
}

interface SettingProps {
  id: string;
  name: string;
  property: ConfigurationProperty;
  value: unknown;
  isRequired: boolean;
}

function Setting({ id, name, property, value, isRequired }: SettingProps) {
  const { type, title = name, description } = property;
  const hint = description === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <>
      {type === 'boolean' ? (
        <label>
          <input type="checkbox" name={SETTING_PREFIX + name} checked={value === true} {...hint} /> {title}
        </label>
      ) : (
        <label for={id}>
          {title}
          {isRequired && ' (required)'}
        </label>
      )}
      {description !== undefined && (
        <p class="member-hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
      {type !== 'boolean' && <Field id={id} name={name} property={property} value={value} hint={hint} />}
    </>
  );
}

function Field({ id, name, property, value, hint }: Omit<SettingProps, 'isRequired'> & { hint: object }) {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const field = SETTING_PREFIX + name;
  if (!property.enum)
    return (
      <input
        id={id}
        name={field}
        type={(SECRET.test(name) ? 'password' : 'text') as 'text'}
        inputMode={property.type === 'number' ? 'decimal' : 'text'}
        autocomplete="off"
        value={text}
        {...hint}
      />
    );
  return (
    <select id={id} name={field} {...hint}>
      {['', ...property.enum].map((one) => (
        <option value={one} selected={one === text}>
          {one === '' ? '–' : one}
        </option>
      ))}
    </select>
  );
}
