const RETRY = 'That did not work just now. Please try again in a moment.';

const sections = new Map(['set', 'ask', 'done'].map((id) => [id, document.getElementById(id)]));
const password = document.getElementById('password');
const email = document.getElementById('email');
const show = document.getElementById('show');

let token = '';

/** The link's token is taken out of the address bar, so that neither the history nor a screenshot holds it. */
function start() {
  const given = location.hash.slice(1);
  if (given === '' && token !== '') return;
  token = given;
  history.replaceState(null, '', location.pathname);
  if (token === '') ask('');
  else open('set', password);
}

function open(name, focused) {
  for (const [id, section] of sections) section.hidden = id !== name;
  (focused ?? sections.get(name).querySelector('h1')).focus();
}

function ask(reason) {
  document.getElementById('ask-reason').textContent = reason;
  open('ask', email);
}

function finish(title, text) {
  document.getElementById('done-title').textContent = title;
  document.getElementById('done-text').textContent = text;
  open('done');
}

function fail(input, words) {
  document.getElementById(input.getAttribute('aria-describedby').split(' ').at(-1)).textContent = words;
  input.setAttribute('aria-invalid', String(words !== ''));
  if (words !== '') input.focus();
}

/** Sends a form as JSON: undefined when it was taken, else the answer's status and its faults by field. */
async function send(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), cache: 'no-store' });
  if (response.ok) return undefined;
  const { detail } = await response.json();
  const faults = Array.isArray(detail) ? detail : [];
  return { status: response.status, faults: new Map(faults.map((fault) => [fault.loc.at(-1), fault])) };
}

function explain({ status, faults }, field) {
  const fault = faults.get(field);
  if (status === 429) return 'Too many attempts. Please wait a minute and try again.';
  if (!fault) return RETRY;
  if (fault.type === 'string_too_short') return `Please use at least ${fault.ctx.min_length} characters.`;
  if (fault.type === 'string_too_long') return `Please use at most ${fault.ctx.max_length} characters.`;
  if (fault.type !== 'value_error') return `Please check the ${field}.`;
  const words = fault.ctx.error;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Runs `submit` for a form, once at a time. */
function onSubmit(section, input, submit) {
  const form = sections.get(section).querySelector('form');
  const button = form.querySelector('[type="submit"]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    fail(input, '');
    button.disabled = true;
    await submit().catch(() => fail(input, RETRY));
    button.disabled = false;
  });
}

onSubmit('set', password, async () => {
  const refusal = await send('/api/v1/auth/reset-password', { token, password: password.value });
  if (refusal?.faults.has('token')) {
    token = '';
    ask(explain(refusal, 'token'));
  } else if (refusal) {
    fail(password, explain(refusal, 'password'));
  } else {
    token = '';
    password.value = '';
    finish('Your password is set', 'You can log in with it now. You have been logged out everywhere else.');
  }
});

onSubmit('ask', email, async () => {
  const refusal = await send('/api/v1/auth/reset-password-request', { email: email.value.trim() });
  if (refusal) fail(email, explain(refusal, 'email'));
  else
    finish(
      'Look into your mailbox',
      'If there is an account with this email, a link is on its way. It works for 30 minutes.',
    );
});

show.addEventListener('click', () => {
  const isShown = password.type === 'text';
  password.type = isShown ? 'password' : 'text';
  show.setAttribute('aria-pressed', String(!isShown));
  show.textContent = isShown ? 'Show' : 'Hide';
});

window.addEventListener('hashchange', start);
start();
