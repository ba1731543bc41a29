import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '#platform/config/env.js';
import { EXPLORER_STYLES } from './explorer-styles.js';
import { buildOpenApi } from './openapi-document.js';

/** Serves Swagger UI at `/docs` and the document at `/openapi.json`; built on the first request for either. */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  const servers = () => [{ url: app.get(Config).publicUrl, description: 'This installation' }];
  app.use('/docs', secureExplorer);
  SwaggerModule.setup('docs', app, () => (document ??= { ...buildOpenApi(app), servers: servers() }), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Bindery API',
    customCss: EXPLORER_STYLES,
    swaggerOptions: {
      // A token that a page keeps could be read by every other page of this origin.
      persistAuthorization: false,
      docExpansion: 'none',
      filter: true,
      plugins: [explorerParts],
      requestInterceptor: askThisOrigin,
      deepLinking: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: -1,
    },
  });
}

/** Lists of Immutable.js, as far as {@link explorerParts} needs them. */
interface Operations {
  size: number;
  filter(keep: (operation: { getIn(path: string[]): string | undefined }) => boolean): Operations;
}
interface Group {
  get(name: 'operations'): Operations;
  set(name: 'operations', operations: Operations): Group;
}
interface Groups {
  map(change: (group: Group, name: string) => Group): Groups;
  filter(keep: (group: Group) => boolean): Groups;
}
interface SwaggerSystem {
  React: { createElement(tag: string, attributes: object, ...children: unknown[]): unknown };
  specSelectors: { servers(): { map(show: (server: Map<string, string>) => string | undefined): string[] } };
  layoutActions: { updateFilter(phrase: string): void };
}

/**
 * A plugin of Swagger UI, whose filter knows names of groups only: this one finds operations by words of their group, path, method,
 * name and sentence. It also says which server answers, where the library has a select without a label. It is sent to the browser as
 * text, so it uses nothing from outside.
 */
function explorerParts({ React, layoutActions, specSelectors }: SwaggerSystem) {
  const find = (event: { target: { value: string } }) => layoutActions.updateFilter(event.target.value);
  return {
    components: {
      ServersContainer: () => {
        const servers = specSelectors.servers().map((server) => server.get('url'));
        return React.createElement('p', { className: 'this-server' }, 'Server: ', servers.join(', '));
      },
      FilterContainer: () =>
        React.createElement(
          'label',
          { className: 'wrapper find-operations' },
          'Find operations',
          React.createElement('input', {
            type: 'search',
            className: 'operation-filter-input',
            placeholder: 'merge change request, /spaces, createSite …',
            onChange: find,
          }),
        ),
    },
    fn: {
      opsFilter(groups: Groups, phrase: string): Groups {
        const words = phrase.toLowerCase().split(/\s+/);
        const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
        return groups
          .map((group, name) =>
            group.set(
              'operations',
              group.get('operations').filter((found) => {
                const parts = [['path'], ['method'], ['operation', 'summary'], ['operation', 'operationId']];
                return has([name, ...parts.map((part) => found.getIn(part))].join(' '));
              }),
            ),
          )
          .filter((group) => group.get('operations').size > 0);
      },
    },
  };
}

/** Sends requests to the address at which the explorer was opened, which need not be PUBLIC_URL. Sent to the browser as text. */
function askThisOrigin(request: { url: string }): { url: string } {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

/** The explorer's page has inline styles and data URL images. */
const EXPLORER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** The explorer takes tokens: no other page may show it in a frame. It fits phones, which the library forgets to ask for. */
function secureExplorer(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', EXPLORER_POLICY);
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace('<head>', `<head>${VIEWPORT}`) : body);
  next();
}
