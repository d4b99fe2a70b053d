import { credential } from './session.js';
import { snippets } from './snippets.js';

/** Sends requests from the page, as the reader types them. */

/** Maximum characters of an answer that are shown. */
const MAX_SHOWN = 100_000;
/** A placeholder for a value of the reader, such as `{client_id}`. */
const PLACEHOLDER = /\{[a-z]+(?:_[a-z]+)*\}/g;

/** Ids that earlier answers had, by their placeholders. */
const ids = new Map();

const made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** Adds the button that opens the form. */
function offer(article) {
  const call = JSON.parse(article.querySelector('data.try').textContent);
  const button = made('button', { type: 'button', className: 'try', textContent: 'Try it' });
  button.addEventListener('click', () => {
    button.remove();
    open(article, call);
  });
  article.querySelector('.samples').prepend(button);
}

function open(article, call) {
  const form = formOf(call);
  article.querySelector('.samples').prepend(form);
  article.classList.add('tried');
  const isWrite = call.method !== 'GET';
  const request = article.querySelector('.request');
  const languages = languageChoice(article.id);
  request.querySelector('figcaption').firstChild.replaceWith(languages);
  const show = () => {
    const language = languages.querySelector('select').value;
    const isShown = languages.querySelector('input').checked;
    const held = credential() ?? (call.needs && { name: 'Authorization', prefix: 'Bearer ', variable: 'TOKEN' });
    const shown = held && call.needs && { ...held, isShown: isShown && held.secret !== undefined };
    request.querySelector('code').textContent = snippets[language]({ ...requestOf(form, call), credential: shown });
  };
  for (const part of [form, languages]) part.addEventListener('input', show);
  document.addEventListener('credential', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(article, form, call).then(show);
  });
  if (isWrite) form.classList.add('writes');
  show();
  (form.querySelector('input, textarea') ?? form.querySelector('button')).focus();
}

function languageChoice(id) {
  const select = made('select', { id: `${id}-language`, ariaLabel: 'Language' });
  for (const name of Object.keys(snippets)) select.append(made('option', { textContent: name }));
  const box = made('input', { type: 'checkbox' });
  return made('span', { className: 'language' }, select, made('label', {}, box, ' with my credential'));
}

/** The form, filled with the sample's values and with ids of earlier answers. */
function formOf({ method, parameters, mediaType, body }) {
  const form = made('form', { className: 'call-form' });
  const entry = ({ name, place, required, value = '', hint = '' }) => {
    const known = value.replace(PLACEHOLDER, (placeholder) => ids.get(placeholder) ?? placeholder);
    const input = made('input', { name: `${place}:${name}`, required, placeholder: hint, spellcheck: false });
    input.autocomplete = 'off';
    input.value = name === 'Idempotency-Key' ? crypto.randomUUID() : known.startsWith('{') ? '' : known;
    return made('label', {}, made('span', { textContent: `${name}${required ? ' (required)' : ''}` }), input);
  };
  const isFirst = (one) => one.required || one.value !== undefined || one.name === 'Idempotency-Key';
  form.append(...parameters.filter(isFirst).map(entry));
  const others = parameters.filter((one) => !isFirst(one));
  if (others.length > 0) {
    form.append(made('details', {}, made('summary', { textContent: 'More parameters' }), ...others.map(entry)));
  }
  if (mediaType) {
    const text = made('textarea', { name: 'body', rows: 10, spellcheck: false });
    text.value = body.replace(PLACEHOLDER, (placeholder) => ids.get(placeholder) ?? placeholder);
    form.append(made('label', {}, made('span', { textContent: `Body (${mediaType})` }), text));
  }
  const label = method === 'GET' ? 'Send' : 'Send: this writes';
  form.append(made('p', { className: 'fault', role: 'alert' }), made('button', { type: 'submit', textContent: label }));
  return form;
}

/** The request as typed: its URL, headers and body. */
function requestOf(form, { method, path, mediaType }) {
  const typed = new FormData(form);
  const query = new URLSearchParams();
  const headers = mediaType ? [['Content-Type', mediaType]] : [];
  let filled = path;
  for (const [key, value] of typed) {
    const [place, name] = key.split(':');
    if (place === 'path') filled = filled.replace(`{${name}}`, value ? encodeURIComponent(value) : `{${name}}`);
    else if (place === 'query' && value !== '') query.append(name, value);
    else if (place === 'header' && value !== '') headers.push([name, value]);
  }
  const url = `${location.origin}${filled}${query.size > 0 ? `?${query}` : ''}`;
  return { method, url, headers, ...(mediaType && { body: typed.get('body').replaceAll('\r\n', '\n') }) };
}

async function send(article, form, call) {
  const { method, url, headers, body } = requestOf(form, call);
  const fault = form.querySelector('.fault');
  const [left] = body?.match(PLACEHOLDER) ?? [];
  fault.textContent = left ? `Replace ${left} in the body by an id of yours.` : '';
  if (left) return;
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  const held = call.needs && credential();
  const all = new Headers([...headers, ...(held ? [[held.name, `${held.prefix}${held.secret}`]] : [])]);
  const start = performance.now();
  try {
    const answer = await fetch(url, { method, headers: all, body, cache: 'no-store', credentials: 'omit' });
    const bytes = await answer.arrayBuffer();
    showAnswer(article, answer, bytes, Math.round(performance.now() - start), call);
    const key = form.elements['header:Idempotency-Key'];
    if (key && answer.ok) key.value = crypto.randomUUID();
  } catch ({ message }) {
    fault.textContent = `No answer: ${message}.`;
  } finally {
    button.disabled = false;
  }
}

function showAnswer(article, { status, statusText, headers }, bytes, ms, { makes }) {
  const type = headers.get('content-type') ?? '';
  const isText = /^(text|application\/(json|problem))/.test(type);
  const text = isText ? indented(new TextDecoder().decode(bytes)) : `${bytes.byteLength} bytes of ${type}`;
  if (status === 200 && makes && type.startsWith('application/json')) remember(makes, JSON.parse(text));
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… ${text.length} characters` : text;
  const code = made('code', { textContent: cut });
  const title = made('span', { textContent: `${status} ${statusText} · ${ms} ms` });
  title.setAttribute('role', 'status');
  const list = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const figure = made(
    'figure',
    { className: `sample tried-answer s${String(status)[0]}` },
    made('figcaption', {}, title, made('button', { type: 'button', className: 'copy', textContent: 'Copy' })),
    made('pre', { tabIndex: 0 }, code),
    made('details', {}, made('summary', { textContent: 'Headers' }), made('p', { textContent: list })),
  );
  article.querySelector('.tried-answer')?.remove();
  article.querySelector('.call-form').after(figure);
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Keeps the id of a record, or of the first record of a list, for the fields that take it. */
function remember(placeholder, answer) {
  const found = answer?.id ?? answer?.data?.[0]?.id;
  if (found !== undefined) ids.set(placeholder, found);
}

document.addEventListener('filled', ({ target }) => offer(target));
