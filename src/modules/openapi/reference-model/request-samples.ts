import type { ReferenceBody, ReferenceCall } from './reference.types.js';

/** A request in one language, ready to be copied. */
export interface RequestSample {
  label: string;
  syntax: string;
  code: string;
}

/** Samples of the request for a command line, JavaScript and Python, with examples for required values. */
export function requestSamples(call: ReferenceCall, body: ReferenceBody | undefined): RequestSample[] {
  const url = addressOf(call);
  const headers = headersOf(call, body);
  const content = body?.contents[0];
  const text = content?.example;
  const isJson = /json/i.test(content?.type ?? '');
  return [
    { label: 'cURL', syntax: 'bash', code: curl(call.method, url, headers, text) },
    { label: 'JavaScript', syntax: 'javascript', code: javascript(call.method, url, headers, text, isJson) },
    { label: 'Python', syntax: 'python', code: python(call.method, url, headers, text, isJson) },
  ];
}

/** The address with all required parameters; path parameters without an example keep their names. */
function addressOf({ servers, path, parameters, security }: ReferenceCall): string {
  const filled = path.replace(/\{([^}]+)\}/g, (place, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return example === undefined ? place : encodeURIComponent(example);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.isRequired)
    .map(({ name, example }) => `${encodeURIComponent(name)}=${encodeURIComponent(example ?? `{${name}}`)}`);
  for (const { kind, parameter } of security)
    if (kind === 'query' && parameter !== undefined)
      query.push(`${encodeURIComponent(parameter)}=YOUR_API_KEY`);
  const base = (servers[0]?.url ?? '').replace(/\/$/, '');
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function headersOf(
  { parameters, security }: ReferenceCall,
  body: ReferenceBody | undefined,
): [string, string][] {
  const headers: [string, string][] = [];
  const [first] = security;
  if (first?.kind === 'bearer') headers.push(['Authorization', 'Bearer YOUR_TOKEN']);
  else if (first?.kind === 'basic') headers.push(['Authorization', 'Basic BASE64_OF_USER_AND_PASSWORD']);
  else if (first?.kind === 'header' && first.parameter) headers.push([first.parameter, 'YOUR_API_KEY']);
  for (const one of parameters)
    if (one.in === 'header' && one.isRequired) headers.push([one.name, one.example ?? `{${one.name}}`]);
  const [content] = body?.contents ?? [];
  if (content) headers.push(['Content-Type', content.type]);
  return headers;
}

function curl(method: string, url: string, headers: [string, string][], body: string | undefined): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    `curl${method === 'get' ? '' : ` --request ${method.toUpperCase()}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `  --header ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data ${quote(body)}`]),
  ].join(' \\\n');
}

function javascript(
  method: string,
  url: string,
  headers: [string, string][],
  body: string | undefined,
  isJson: boolean,
): string {
  const options = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    ...(headers.length > 0
      ? [
          `  headers: {`,
          ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          `  },`,
        ]
      : []),
    ...(body === undefined
      ? []
      : [`  body: ${isJson ? `JSON.stringify(${indent(body, '  ')})` : JSON.stringify(body)},`]),
  ];
  const call =
    options.length > 0 ? `${JSON.stringify(url)}, {\n${options.join('\n')}\n}` : JSON.stringify(url);
  return `const response = await fetch(${call});\nconst data = await response.json();`;
}

function python(
  method: string,
  url: string,
  headers: [string, string][],
  body: string | undefined,
  isJson: boolean,
): string {
  const lines = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length > 0
      ? [
          `    headers={`,
          ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          `    },`,
        ]
      : []),
    ...(body === undefined
      ? []
      : [isJson ? `    json=${indent(pythonLiteral(body), '    ')},` : `    data=${JSON.stringify(body)},`]),
  ];
  const known = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].includes(method);
  const call = known ? `requests.${method}(` : `requests.request(\n    "${method.toUpperCase()}",`;
  return `import requests\n\nresponse = ${call}\n${lines.join('\n')}\n)\ndata = response.json()`;
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** Turns JSON into a Python literal. */
function pythonLiteral(json: string): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
