/**
 * Adds fields and examples to a section when it comes near the screen. The browser parses the section's page, so no
 * script makes markup of a text.
 */
document.documentElement.classList.add('scripted');

/** The top of what readers look at: below the header, and below an operation that ends there. Pixels. */
const TOP = 90;

/** The section's page. XMLHttpRequest is the only request whose answer the browser parses as a document. */
function pageOf(name) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', `/docs/sections/${name}`);
    request.responseType = 'document';
    request.onload = () => (request.status === 200 ? resolve(request.response) : reject(new Error(request.statusText)));
    request.onerror = () => reject(new Error('No answer'));
    request.send();
  });
}

async function fill(section) {
  const message = section.querySelector('.failed');
  try {
    const page = await pageOf(section.id);
    message?.remove();
    keepPlace(() => {
      for (const article of section.querySelectorAll('article')) complete(article, page.getElementById(article.id));
    });
    section.dispatchEvent(new CustomEvent('filled', { bubbles: true }));
  } catch (error) {
    showFailure(section, message, error);
  }
}

/** Adds what follows the title and the path, which stay: they may have the focus. */
function complete(article, whole) {
  article.classList.remove('outline');
  article.firstElementChild.append(...whole.querySelectorAll(':scope > .about > .call ~ *'));
  article.append(whole.querySelector('.samples'));
}

function showFailure(section, earlier, { message }) {
  const line = document.createElement('p');
  line.className = 'failed';
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Try again';
  again.addEventListener('click', () => fill(section));
  line.append(`The fields and examples could not be loaded: ${message}. `, again);
  if (earlier) earlier.replaceWith(line);
  else section.querySelector('h2').after(line);
}

/** Keeps what the reader looks at in its place while sections around it grow: the place of the address, else the first operation on the screen. */
function keepPlace(change) {
  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > TOP && top < innerHeight;
  };
  const named = document.getElementById(location.hash.slice(1));
  const kept = named?.matches('article, section') && isSeen(named) ? named : [...places].find(isSeen);
  const before = kept?.getBoundingClientRect().top;
  change();
  if (kept) scrollBy({ top: kept.getBoundingClientRect().top - before, behavior: 'instant' });
}

const places = document.querySelectorAll('.intro, main article');
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      fill(target);
    }
  },
  { rootMargin: '300px 0px' },
);
for (const section of document.querySelectorAll('main section[id]')) observer.observe(section);
