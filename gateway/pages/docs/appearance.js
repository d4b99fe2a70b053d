/** Colours and copy buttons, which need a script. */
document.documentElement.classList.add('scripted');

const theme = document.querySelector('#theme');
const dark = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem('theme');
if (chosen) document.documentElement.dataset.theme = chosen;
theme.hidden = false;
theme.addEventListener('click', () => {
  const now = document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light');
  const next = now === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('theme', next);
});

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('.copy');
  if (!button) return;
  await navigator.clipboard.writeText(button.closest('figure').querySelector('pre').textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
});
