/* eslint-disable no-console */
import { createComponent, createIntegration, ExposableError } from '@gitbook/runtime';

const greetingOf = ({ environment }) => {
  const { greeting, loud } = environment.installation.configuration;
  return loud ? greeting.toUpperCase() : greeting;
};

/** A block with a button that counts. */
const greeting = createComponent({
  componentId: 'greeting',
  initialState: { pressed: 0 },
  action: async ({ state }, action) =>
    action.action === 'press' ? { state: { pressed: state.pressed + 1 } } : {},
  render: async (component, context) => {
    const { props, state } = component;
    component.setCache({ maxAge: 60 });
    return (
      <block>
        <card title={`${greetingOf(context)}, ${props.name}`}>
          <text>Pressed {String(state.pressed)} times</text>
          <button label="Press" onPress={{ action: 'press' }} />
        </card>
      </block>
    );
  },
});

/** A form that the integration draws itself, and stores by the API. */
const settings = createComponent({
  componentId: 'settings',
  action: async (element, action, { api, environment }) => {
    if (action.action !== 'save') return {};
    const { installation, space } = environment.spaceInstallation;
    const configuration = { channel: element.state.channel };
    const { name } = environment.integration;
    await api.integrations.updateIntegrationSpaceInstallation(name, installation, space, { configuration });
    return { type: 'complete' };
  },
  render: async () => (
    <configuration>
      <input label="Channel" element={<textinput state="channel" />} />
      <button label="Save" onPress={{ action: 'save' }} />
    </configuration>
  ),
});

export default createIntegration({
  components: [greeting, settings],
  events: {
    space_content_updated: async ({ spaceId, revisionId }, { api, environment, integration }) => {
      const { data: space } = await api.spaces.getSpaceById(spaceId);
      console.log(`"${space.title}" is at ${revisionId}; the key is ${environment.secrets.KEY}`);
      await integration.queueTask({ task: { type: 'note', spaceId, revisionId } });
    },
  },
  task: async ({ spaceId, revisionId }, { environment, integration }) => {
    const { name } = environment.integration;
    const { data } = await integration.api.integrations.listIntegrationSpaceInstallations(name);
    const { installation } = data.items.find(({ space }) => space === spaceId);
    const { data: made } = await integration.api.integrations.createIntegrationInstallationToken(
      name,
      installation,
    );
    const noted = await fetch(
      `${environment.apiEndpoint}/v1/integrations/${name}/installations/${installation}/spaces/${spaceId}`,
      {
        method: 'PATCH',
        headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ externalIds: [revisionId] }),
      },
    );
    if (!noted.ok) throw new Error(`It could not be noted: ${noted.status}`);
  },
  fetch: async (request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/teapot')) throw new ExposableError('I am a teapot.', 418);
    const body = request.method === 'POST' ? await request.text() : null;
    return Response.json({ says: greetingOf(context), method: request.method, body });
  },
});
