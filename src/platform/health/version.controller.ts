import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import { Ok } from '../http/answers.js';
import { Public } from '../http/authenticated.js';
import { Operation } from '../http/operation.js';
import { readVersion } from './version.js';

@ApiSchema({ name: 'ApiInformation' })
export class ApiInformationResource {
  @ApiProperty({ example: '0.1.0' })
  version: string;

  @ApiProperty({ description: 'The version with the runtime it runs on', example: '0.1.0+node20.19.0' })
  build: string;
}

/** The root of the API: which Bindery is this? */
@ApiTags('service')
@Controller('v1')
export class VersionController {
  private readonly version = readVersion();

  @Get()
  @Public()
  @Operation('getApiInformation', 'Version of the service')
  @Ok(ApiInformationResource)
  getApiInformation(): ApiInformationResource {
    return { version: this.version, build: `${this.version}+node${process.versions.node}` };
  }
}
