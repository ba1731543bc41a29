import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell, MemberTable } from '#modules/member-pages/index.js';
import { Operators } from '#modules/operators/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { type Setting, SETTINGS, shownValue } from '#platform/config/settings.js';
import { operatePage } from '../operate-page.js';

/** `/app/operate/configuration`: operators read the settings in force. No secret is on the page, nor in its source. */
@Injectable()
export class ConfigurationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization. */
  @AppRoute('/operate/configuration', { scopes: ['installation:operate'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    await this.operators.requireOperator(request.actor);
    const shown = operatePage(
      this.config.basePath,
      'configuration',
      <>
        <p>
          These settings are in force in the replica that answered. They come from the environment and are
          read once, at the start: change them there, and start the server again. Secrets are not shown. The
          guide “Configuration” says more about each.
        </p>
        <MemberTable title="Settings" columns={['Variable', 'Value', 'From', 'Meaning']}>
          {SETTINGS.map((setting) => (
            <SettingRow config={this.config} setting={setting} />
          ))}
        </MemberTable>
      </>,
    );
    return this.shell.show(request, shown);
  }
}

function SettingRow({ config, setting }: { config: Config; setting: Setting }) {
  const { name, meaning, secret } = setting;
  const value = shownValue(config, setting);
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>{value === null ? 'None' : secret === 'whole' ? 'Hidden' : <code dir="ltr">{value}</code>}</td>
      <td>{config.given.has(name) ? 'The environment' : 'Default'}</td>
      <td>{meaning}</td>
    </tr>
  );
}
