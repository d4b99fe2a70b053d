/**
 * Adds fields and examples to an operation when it comes near the screen. The browser parses the operation's page, so
 * no script makes markup of a text.
 */

/** The top of what readers look at: below the header, and below an operation that ends there. Pixels. */
const TOP = 90;

/** The operation's page. XMLHttpRequest is the only request whose answer the browser parses as a document. */
function pageOf(name) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', `/docs/operations/${name}`);
    request.responseType = 'document';
    request.onload = () => (request.status === 200 ? resolve(request.response) : reject(new Error(request.statusText)));
    request.onerror = () => reject(new Error('No answer'));
    request.send();
  });
}

async function fill(article) {
  const message = article.querySelector('.failed');
  try {
    const page = await pageOf(article.id);
    message?.remove();
    keepPlace(() => {
      complete(article, page.getElementById(article.id));
      // Other scripts add to the operation.
      article.dispatchEvent(new CustomEvent('filled', { bubbles: true }));
    });
    for (const code of article.querySelectorAll('.answer code')) colour(code);
  } catch (error) {
    showFailure(article, message, error);
  }
}

/** Adds what follows the title and the path, which stay: they may have the focus. */
function complete(article, whole) {
  article.classList.remove('outline');
  article.firstElementChild.append(...whole.querySelectorAll(':scope > .about > .call ~ *'));
  article.append(whole.querySelector('.samples'));
}

/** Colours of JSON. Highlights need no elements, so a page of JSON stays one text. Older browsers have none: no colours. */
const kinds = 'highlights' in CSS ? ['name', 'text', 'value'] : [];
const colours = Object.fromEntries(kinds.map((kind) => [kind, new Highlight()]));
for (const [kind, colour] of Object.entries(colours)) CSS.highlights.set(kind, colour);

/** Colours the JSON of an element that has one text. */
function colour(code) {
  const [node] = code.childNodes;
  if (kinds.length === 0) return;
  for (const [kind, startOffset, endOffset] of tokens(code.textContent)) {
    colours[kind].add(new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset }));
  }
}

/** The names, texts and other values of JSON. A scan, because a pattern of a text in quotes takes quadratic time. */
function* tokens(json) {
  for (let end = 0, start = 0; start < json.length; start = Math.max(end, start + 1)) {
    if (json[start] === '"') {
      for (end = start + 1; end < json.length && json[end] !== '"'; end += 1) if (json[end] === '\\') end += 1;
      end += 1;
      yield [json[end] === ':' ? 'name' : 'text', start, end];
    } else if (!'{}[],: \n'.includes(json[start])) {
      for (end = start; end < json.length && !',]}\n'.includes(json[end]); ) end += 1;
      yield ['value', start, end];
    }
  }
}

function showFailure(article, earlier, { message }) {
  const line = document.createElement('p');
  line.className = 'failed';
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Try again';
  again.addEventListener('click', () => fill(article));
  line.append(`The fields and examples could not be loaded: ${message}. `, again);
  if (earlier) earlier.replaceWith(line);
  else article.firstElementChild.append(line);
}

/** Keeps what the reader looks at in its place while operations around it grow: the place of the address, else the first operation on the screen. */
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
  { rootMargin: '200px 0px' },
);
for (const article of document.querySelectorAll('.outline')) {
  article.querySelector('h3 a').href = `#${article.id}`;
  observer.observe(article);
}
