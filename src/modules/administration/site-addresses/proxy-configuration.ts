/** A piece of configuration for the server of a website. */
export interface ServerConfiguration {
  server: string;
  text: string;
}

/**
 * Configurations with which a website hands requests on to a site.
 * @param proxy domain and path of the website, such as `example.com/docs`.
 * @param target address of the site on this server, with a slash at its end.
 */
export function proxyConfigurations(proxy: string, target: string): ServerConfiguration[] {
  const [domain = '', ...segments] = proxy.split('/');
  const path = `/${segments.join('/')}`;
  return [
    { server: 'nginx', text: nginx(path, new URL(target)) },
    { server: 'Caddy', text: caddy(domain, path, new URL(target)) },
    { server: 'Apache', text: apache(path, new URL(target)) },
  ];
}

function nginx(path: string, { href, host, protocol }: URL): string {
  return [
    `location ${path}/ {`,
    `  proxy_pass ${href};`,
    `  proxy_set_header Host ${host};`,
    ...(protocol === 'https:' ? ['  proxy_ssl_server_name on;'] : []),
    '}',
  ].join('\n');
}

function caddy(domain: string, path: string, { origin, host, pathname }: URL): string {
  return [
    `${domain} {`,
    `  handle_path ${path}/* {`,
    `    rewrite * ${pathname.slice(0, -1)}{uri}`,
    `    reverse_proxy ${origin} {`,
    `      header_up Host ${host}`,
    '    }',
    '  }',
    '}',
  ].join('\n');
}

function apache(path: string, { href, protocol }: URL): string {
  return [
    ...(protocol === 'https:' ? ['SSLProxyEngine on'] : []),
    'ProxyPreserveHost Off',
    `ProxyPass "${path}/" "${href}"`,
  ].join('\n');
}
