// Sends documented requests from the browser, only to the documented server.
import { all, element, fill, loadWords, session } from './dom.js';

/** Longer answers are cut, because showing them takes too long. */
const MAX_ANSWER_LENGTH = 200_000;

class Request {
  constructor(box, words) {
    this.box = box;
    this.words = words;
    this.operation = JSON.parse(box.dataset.try);
    this.fields = new Map();
    this.secrets = new Map();
    this.form = element(
      'form',
      { class: 'try-form', novalidate: true, onsubmit: (event) => this.submitted(event) },
      this.content(),
    );
    this.loadSecrets();
  }

  open() {
    this.box.setAttribute('open-panel', '');
    this.box.append(this.form);
    this.form.querySelector('input, select, textarea, button').focus();
  }

  content() {
    const { words, operation } = this;
    this.status = element('p', { role: 'status', class: 'try-status' });
    this.answer = element('div', { class: 'try-answer' });
    return [
      this.serverField(),
      this.group(
        words.authorization,
        operation.security.map((scheme) => this.secretFields(scheme)).flat(),
        this.kept(),
      ),
      this.group(
        words.parameters,
        operation.parameters.filter((one) => one.in !== 'cookie').map((one) => this.parameterField(one)),
      ),
      operation.body && this.group(words.requestBody, [this.bodyField()]),
      element(
        'div',
        { class: 'try-actions' },
        element('button', { type: 'submit', class: 'button button-primary button-medium' }, words.send),
        this.status,
      ),
      this.answer,
    ];
  }

  group(title, fields, note) {
    if (fields.length === 0) return null;
    return element('fieldset', {}, element('legend', {}, title), ...fields, note);
  }

  field(label, input) {
    return element('label', {}, element('span', {}, label), input);
  }

  choice(options, value) {
    return element(
      'select',
      {},
      ...options.map((option) => element('option', { value: option, selected: option === value }, option)),
    );
  }

  serverField() {
    const { servers } = this.operation;
    this.server = this.choice(servers, servers[0]);
    this.server.addEventListener('change', () => this.loadSecrets());
    return this.field(this.words.server, this.server);
  }

  parameterField(parameter) {
    const { name, choices, example, isRequired } = parameter;
    const options = isRequired ? choices : ['', ...choices];
    const input =
      choices.length > 0
        ? this.choice(options, example ?? options[0])
        : element('input', { type: 'text', value: example ?? '', autocomplete: 'off', spellcheck: 'false' });
    if (isRequired) input.setAttribute('aria-required', 'true');
    this.fields.set(parameter, input);
    return this.field(isRequired ? `${name} *` : name, input);
  }

  secretFields(scheme) {
    const { words } = this;
    const secret = (part, label, type = 'password') => {
      const input = element('input', { type, autocomplete: 'off', spellcheck: 'false' });
      this.secrets.set(`${scheme.name} ${part}`, input);
      return this.field(label, input);
    };
    if (scheme.kind === 'basic')
      return [secret('user', words.username, 'text'), secret('password', words.password)];
    if (scheme.kind === 'cookie') return [element('p', {}, words.cookieAuth)];
    if (scheme.kind === 'other') return [];
    return [secret('token', scheme.parameter ?? words.token)];
  }

  kept() {
    this.note = element('p', {});
    return this.note;
  }

  bodyField() {
    this.body = element('textarea', { spellcheck: 'false', 'aria-label': this.words.requestBody });
    this.body.value = this.operation.body.example ?? '';
    return this.body;
  }

  /** Storage key of a secret. It contains the server, so that no other server gets the secret. */
  keyOf(name) {
    return `bindery-secret ${document.documentElement.dataset.site} ${new URL(this.server.value).origin} ${name}`;
  }

  loadSecrets() {
    for (const [name, input] of this.secrets) input.value = session.get(this.keyOf(name)) ?? '';
    if (this.note)
      this.note.textContent = fill(this.words.credentialsKept, { host: new URL(this.server.value).host });
  }

  secret(scheme, part) {
    return this.secrets.get(`${scheme.name} ${part}`)?.value.trim() ?? '';
  }

  /** Throws an error with a sentence for the reader if a value is missing. */
  build() {
    const { operation } = this;
    const headers = new Headers();
    const query = new URLSearchParams();
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name) => {
      const found = [...this.fields].find(
        ([parameter]) => parameter.in === 'path' && parameter.name === name,
      );
      const value = found?.[1].value.trim() ?? '';
      if (value === '') throw new TypeError(fill(this.words.fillIn, { name }));
      return encodeURIComponent(value);
    });
    for (const [{ in: place, name, isRequired }, input] of this.fields) {
      const value = input.value.trim();
      if (value === '' && isRequired && place !== 'path')
        throw new TypeError(fill(this.words.fillIn, { name }));
      if (value === '') continue;
      if (place === 'query') query.append(name, value);
      else if (place === 'header') headers.set(name, value);
    }
    for (const scheme of operation.security) this.authorize(scheme, headers, query);
    const options = { method: operation.method, headers, credentials: 'omit', referrerPolicy: 'no-referrer' };
    if (this.body && this.body.value.trim() !== '' && !['GET', 'HEAD'].includes(operation.method)) {
      options.body = this.body.value;
      headers.set('Content-Type', operation.body.type);
    }
    return [this.addressOf(path, query), options];
  }

  /** Throws if the path leads to another server. */
  addressOf(path, query) {
    const base = this.server.value.replace(/\/$/, '');
    const url = new URL(base + path);
    for (const [name, value] of query) url.searchParams.append(name, value);
    if (url.origin !== new URL(base).origin || url.username) throw new TypeError(this.words.invalidUrl);
    return url;
  }

  authorize(scheme, headers, query) {
    const { kind, parameter } = scheme;
    const token = this.secret(scheme, 'token');
    if (kind === 'basic') {
      const [user, password] = [this.secret(scheme, 'user'), this.secret(scheme, 'password')];
      const bytes = new TextEncoder().encode(`${user}:${password}`);
      if (user !== '') headers.set('Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
    } else if (token === '') return;
    else if (kind === 'bearer') headers.set('Authorization', `Bearer ${token}`);
    else if (kind === 'header') headers.set(parameter, token);
    else if (kind === 'query') query.append(parameter, token);
  }

  async submitted(event) {
    event.preventDefault();
    for (const [name, input] of this.secrets) session.set(this.keyOf(name), input.value.trim() || null);
    this.say('');
    this.answer.replaceChildren();
    let request;
    try {
      request = this.build();
    } catch (error) {
      return this.say(error.message, true);
    }
    this.say(this.words.sending);
    const begin = performance.now();
    try {
      const response = await fetch(...request);
      const text = await response.text();
      const time = Math.round(performance.now() - begin);
      const status = `${response.status} ${response.statusText}`.trim();
      this.say(fill(this.words.responseIn, { status, time }));
      this.show(response, text);
    } catch {
      this.say(fill(this.words.requestFailed, { host: request[0].host }), true);
    }
  }

  say(text, isProblem = false) {
    this.status.textContent = text;
    this.status.classList.toggle('try-problem', isProblem);
  }

  show(response, text) {
    const { words } = this;
    if (text === '') return this.answer.replaceChildren(element('p', {}, words.responseEmpty));
    const isJson = /json/i.test(response.headers.get('Content-Type') ?? '');
    const shown = (isJson ? pretty(text) : text).slice(0, MAX_ANSWER_LENGTH);
    this.answer.replaceChildren(
      element(
        'pre',
        { tabindex: '0', 'aria-label': words.response, role: 'region' },
        element('code', {}, shown),
      ),
      text.length > MAX_ANSWER_LENGTH ? element('p', {}, words.responseLarge) : '',
    );
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export async function refresh() {
  const words = await loadWords();
  for (const box of all('[data-try]:not([data-ready])')) {
    box.dataset.ready = '';
    box.querySelector('button').addEventListener('click', () => new Request(box, words).open());
  }
}
