const RETRY = 'That did not work just now. Please try again in a moment.';

/** Shows one of the page's sections alone, and puts the focus where it is of use. */
export function opener(ids) {
  const sections = new Map(ids.map((id) => [id, document.getElementById(id)]));
  return (name, focused) => {
    for (const [id, section] of sections) section.hidden = id !== name;
    (focused ?? sections.get(name).querySelector('h1')).focus();
  };
}

export function fail(input, words) {
  document.getElementById(input.getAttribute('aria-describedby').split(' ').at(-1)).textContent = words;
  input.setAttribute('aria-invalid', String(words !== ''));
  if (words !== '') input.focus();
}

/** Sends a form as JSON: undefined when it was taken, else the answer's status and its faults by field. */
export async function send(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), cache: 'no-store' });
  if (response.ok) return undefined;
  const { detail } = await response.json();
  const faults = Array.isArray(detail) ? detail : [];
  return { status: response.status, faults: new Map(faults.map((fault) => [fault.loc.at(-1), fault])) };
}

export function explain({ status, faults }, field) {
  const fault = faults.get(field);
  if (status === 429) return 'Too many attempts. Please wait a minute and try again.';
  if (!fault) return RETRY;
  if (fault.type === 'string_too_short') return `Please use at least ${fault.ctx.min_length} characters.`;
  if (fault.type === 'string_too_long') return `Please use at most ${fault.ctx.max_length} characters.`;
  if (fault.type !== 'value_error') return `Please check the ${field}.`;
  const words = fault.ctx.error;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Runs `submit` for the form of a section, once at a time. */
export function onSubmit(section, input, submit) {
  const form = document.getElementById(section).querySelector('form');
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

/** Lets a button show what is typed. */
export function showable(password, button) {
  button.addEventListener('click', () => {
    const isShown = password.type === 'text';
    password.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!isShown));
    button.textContent = isShown ? 'Show' : 'Hide';
  });
}
