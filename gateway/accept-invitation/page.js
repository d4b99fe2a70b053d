import { explain, fail, onSubmit, opener, send, showable } from '/reset-password/form.js';

const open = opener(['accept', 'void', 'done']);
const own = document.getElementById('own');
const password = document.getElementById('password');
const button = document.getElementById('accept-button');

let token = '';

/** The link's token is taken out of the address bar, so that neither the history nor a screenshot holds it. */
function start() {
  const given = location.hash.slice(1);
  if (given === '' && token !== '') return;
  token = given;
  history.replaceState(null, '', location.pathname);
  if (token === '') refuse('Open the link of the mail as it is. Its end is missing here.');
  else open('accept', button);
}

function refuse(reason) {
  document.getElementById('void-text').textContent = reason;
  open('void');
}

/** Whether a password is needed is known to nobody but who holds the link: so it is asked for when the answer says so. */
onSubmit('accept', button, async () => {
  const body = own.hidden ? { token } : { token, password: password.value };
  const refusal = await send('/api/v1/auth/accept-invitation', body);
  if (refusal?.faults.has('token')) {
    token = '';
    refuse(explain(refusal, 'token'));
  } else if (refusal?.faults.get('password')?.type === 'missing') {
    own.hidden = false;
    password.focus();
  } else if (refusal) {
    fail(own.hidden ? button : password, explain(refusal, 'password'));
  } else {
    token = '';
    password.value = '';
    document.getElementById('done-text').textContent = own.hidden
      ? 'The organisation is among yours now. Your password stays what it is.'
      : 'You can log in with your email and the password that you have chosen.';
    open('done');
  }
});

showable(password, document.getElementById('show'));
window.addEventListener('hashchange', start);
start();
