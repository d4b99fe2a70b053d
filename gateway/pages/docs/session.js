/** The reader's credential. In memory alone: a reload forgets it. */
const dialog = document.querySelector('#session');
const opener = document.querySelector('#log-in');
let held;

/** The header with the credential, and the variable that stands for it in programs; undefined without a credential. */
export function credential() {
  return held;
}

function hold(next, words) {
  held = next;
  document.querySelector('#session-state').textContent = words;
  document.querySelector('#log-out').hidden = !next;
  opener.textContent = next ? 'Logged in' : 'Log in';
  document.dispatchEvent(new CustomEvent('credential'));
}

async function logIn(form) {
  const answer = await fetch('/auth/login', {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
    cache: 'no-store',
  });
  const { access_token: secret, user, detail } = await answer.json();
  if (!answer.ok) throw new Error(typeof detail === 'string' ? detail : 'Please check the email and the password');
  hold({ name: 'Authorization', prefix: 'Bearer ', variable: 'TOKEN', secret }, `Logged in as ${user.email}.`);
}

function useKey(form) {
  const secret = form.elements.key.value.trim();
  hold({ name: 'X-API-Key', prefix: '', variable: 'API_KEY', secret }, 'Requests are sent with your API key.');
}

/** Forgets the credential, and ends a session at the gateway too. An API key stays valid. */
async function logOut() {
  const { name, prefix, secret, variable } = held;
  if (variable !== 'TOKEN') return hold(undefined, 'The page has forgotten the key.');
  hold(undefined, 'Logging out …');
  const words = await endSession({ [name]: `${prefix}${secret}` }).catch(({ message }) => message);
  if (!held)
    hold(undefined, words ? `The page has forgotten the session, which has not ended: ${words}.` : 'Logged out.');
}

/** Returns the reason why the session has not ended. */
async function endSession(headers) {
  const { ok, status } = await fetch('/auth/logout', { method: 'POST', headers, cache: 'no-store' });
  // A session that the gateway refuses has already ended.
  return ok || status === 401 ? undefined : `the answer was ${status}`;
}

for (const form of dialog.querySelectorAll('form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      await (form.elements.key ? useKey(form) : logIn(form));
      form.reset();
      dialog.close();
    } catch ({ message }) {
      document.querySelector('#session-state').textContent = `Not logged in: ${message}.`;
    } finally {
      button.disabled = false;
    }
  });
}
opener.hidden = false;
opener.addEventListener('click', () => dialog.showModal());
dialog.querySelector('.close').addEventListener('click', () => dialog.close());
document.querySelector('#log-out').addEventListener('click', logOut);
