import { explain, fail, onSubmit, opener, send, showable } from '/reset-password/form.js';

const open = opener(['set', 'ask', 'done']);
const password = document.getElementById('password');
const email = document.getElementById('email');

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

function ask(reason) {
  document.getElementById('ask-reason').textContent = reason;
  open('ask', email);
}

function finish(title, text) {
  document.getElementById('done-title').textContent = title;
  document.getElementById('done-text').textContent = text;
  open('done');
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

showable(password, document.getElementById('show'));
window.addEventListener('hashchange', start);
start();
