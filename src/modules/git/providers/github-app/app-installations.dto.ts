import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { TextField } from '#platform/http/fields.js';

const HOST = {
  min: 1,
  max: 2048,
  description: 'Web address of GitHub, or of a GitHub Enterprise server.',
  example: 'https://github.com',
};

export class AppInstallationParams extends OrganizationParams {
  @TextField({ max: 32, description: 'Id that GitHub gave the installation.' })
  gitHubInstallationId: string;
}

export class GitHubHostQuery {
  @TextField({ ...HOST, optional: true, description: `${HOST.description} github.com when left out.` })
  host?: string;
}

@ApiSchema({ name: 'LinkGitHubAccount' })
export class LinkGitHubAccountBody {
  @TextField(HOST)
  host: string;
}

@ApiSchema({ name: 'GitHubAccount' })
export class GitHubAccountResource {
  @ApiProperty({ enum: ['github-account'] })
  object: 'github-account';
  @ApiProperty({ description: 'Id that GitHub gave the installation of the App.' })
  id: string;
  @ApiProperty({ description: 'Web address of the host.' })
  host: string;
  @ApiProperty({ description: 'Name of the account.' })
  account: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

@ApiSchema({ name: 'GitHubAccounts' })
export class GitHubAccountsResource {
  @ApiProperty({ type: [GitHubAccountResource] })
  items: GitHubAccountResource[];
  @ApiProperty({
    type: [String],
    description: 'Hosts for which this installation of Bindery has a GitHub App.',
  })
  hosts: string[];
}

@ApiSchema({ name: 'GitHubAccountLink' })
export class GitHubAccountLinkResource {
  @ApiProperty({
    description:
      'Address at GitHub where an owner of the account installs the App, in the browser in which the caller is signed in. GitHub sends the browser back.',
  })
  url: string;
}
