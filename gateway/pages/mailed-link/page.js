const RETRY = 'That did not work just now. Please try again in a moment.';

const own = document.querySelector('#own');
const password = document.querySelector('#password');
const using = document.querySelector('#use form');

let token = '';

/** Removes the link's token from the address bar, so that neither the history nor a screenshot contains it. */
function start() {
  const given = location.hash.slice(1);
  if (given === '' && token !== '') return;
  token = given;
  history.replaceState(null, '', location.pathname);
  open(token === '' ? 'otherwise' : 'use');
}

/** Shows only this section, and focuses its input or heading. */
function open(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
  const section = document.getElementById(id);
  const form = section.querySelector('form');
  (form ? entryOf(form) : section.querySelector('h1')).focus();
}

/** The input to fill in, or the button if there is no input. */
function entryOf(form) {
  return form.querySelector('fieldset:enabled input, :scope > .entry input') ?? form.querySelector('[type="submit"]');
}

async function submit(form) {
  const button = form.querySelector('[type="submit"]');
  if (button.disabled) return;
  const entry = entryOf(form);
  fail(entry, '');
  button.disabled = true;
  try {
    settle(form, entry, await send(form));
  } catch {
    fail(entry, RETRY);
  } finally {
    button.disabled = false;
  }
}

/** Sends a form as JSON. Returns the message of a success; otherwise the status, and the faults by field. */
async function send(form) {
  // FormData leaves out disabled fields. An empty name is left out, so that the name of the invitation stays.
  const filled = [...new FormData(form)].filter(([name, value]) => name !== 'name' || value !== '');
  const fields = Object.fromEntries(filled);
  const response = await fetch(form.dataset.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(form === using ? { token, ...fields } : fields),
    cache: 'no-store',
  });
  const { message, detail } = await response.json();
  if (response.ok) return { message };
  const faults = Array.isArray(detail) ? detail : [];
  return { status: response.status, faults: new Map(faults.map((fault) => [fault.loc.at(-1), fault])) };
}

function settle(form, entry, { message, status, faults }) {
  if (!faults) {
    token = '';
    form.reset();
    document.querySelector('#done-title').textContent = form.dataset.done;
    document.querySelector('#done-text').textContent = message;
    document.querySelector('#next').hidden = form !== using;
    open('done');
  } else if (faults.has('token')) {
    token = '';
    document.querySelector('#reason').textContent = explain(status, faults.get('token'), 'link');
    open('otherwise');
  } else if (own.disabled && faults.get('password')?.type === 'missing') {
    // Only the holder of the link may learn whether a password is needed. So the page asks for one only after this
    // answer.
    own.hidden = false;
    own.disabled = false;
    password.focus();
  } else {
    fail(entry, explain(status, faults.get(entry.name), entry.name));
  }
}

function fail(entry, words) {
  document.getElementById(entry.getAttribute('aria-describedby').split(' ').at(-1)).textContent = words;
  entry.setAttribute('aria-invalid', String(words !== ''));
  if (words !== '') entry.focus();
}

function explain(status, fault, name) {
  if (status === 429) return 'Too many attempts. Please wait a minute and try again.';
  if (!fault) return RETRY;
  if (fault.type === 'string_too_short') return `Please use at least ${fault.ctx.min_length} characters.`;
  if (fault.type === 'string_too_long') return `Please use at most ${fault.ctx.max_length} characters.`;
  if (fault.type !== 'value_error') return `Please check the ${name}.`;
  const words = fault.ctx.error;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Lets a button show what is typed. */
document.querySelector('#show').addEventListener('click', ({ target }) => {
  const isShown = password.type === 'text';
  password.type = isShown ? 'password' : 'text';
  target.setAttribute('aria-pressed', String(!isShown));
  target.textContent = isShown ? 'Show' : 'Hide';
});

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(form);
  });
}
window.addEventListener('hashchange', start);
start();
