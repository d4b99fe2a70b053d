const search = document.querySelector('#search');
const theme = document.querySelector('#theme');
const nav = document.querySelector('nav');
const articles = [...document.querySelectorAll('article')];
const links = new Map([...document.querySelectorAll('nav li a')].map((link) => [link.hash.slice(1), link]));

search.hidden = false;
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const article of articles) {
    const found = words.every((word) => article.dataset.search.includes(word));
    article.hidden = !found;
    links.get(article.id).parentElement.hidden = !found;
  }
  for (const section of document.querySelectorAll('main section[id]')) {
    const empty = !section.querySelector('article:not([hidden])');
    section.hidden = empty;
    const heading = document.querySelector(`nav h2 a[href="#${section.id}"]`).parentElement;
    heading.hidden = empty;
  }
  document.querySelector('.intro').hidden = words.length > 0;
  document.querySelector('#nothing').hidden = articles.some((article) => !article.hidden);
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== search) {
    event.preventDefault();
    search.focus();
  }
});

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

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
}

const visible = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute('aria-current');
      const link = links.get(target.id);
      link.setAttribute('aria-current', 'true');
      nav.scrollTop = link.offsetTop - nav.offsetTop - nav.clientHeight / 2;
    }
  },
  { rootMargin: '-20% 0px -70% 0px' },
);
for (const article of articles) visible.observe(article);
