/** Search over operations, their parameters, properties and texts. */
const box = document.querySelector('search');
const input = document.querySelector('#search');
const panel = document.querySelector('#results');
const status = document.querySelector('#found');
const list = panel.querySelector('ul');

/** Ranks of a match: smaller is better. */
const IN_TITLE = 0;
const IN_NAME = 1;
const IN_TEXT = 2;
/** Maximum characters of an excerpt before the match. */
const BEFORE = 30;
/** Maximum characters of an excerpt. */
const SHOWN = 110;

let index;

/** All operations, each with its searchable elements: parameters, properties and paragraphs. Created on first use. */
function operations() {
  index ??= [...document.querySelectorAll('article')].map((article) => {
    const title = article.querySelector('h3').textContent;
    const call = article.querySelector('.call').textContent.replace(/\s+/g, ' ').trim();
    const places = [...article.querySelectorAll('.about > p, .answers li, .fields > li')].map(placeOf);
    return { article, title, call, key: `${title} ${call} ${article.id}`.toLowerCase(), places };
  });
  return index;
}

function placeOf(element) {
  const name = element.querySelector(':scope > .field > .name')?.textContent ?? '';
  // Nested fields are left out: they are searchable elements of their own.
  const own = [...element.childNodes].filter((node) => !node.querySelector?.('.fields'));
  const text = own
    .map((node) => node.textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { element, name, text, nameKey: name.toLowerCase(), key: text.toLowerCase() };
}

/** The heading above an element, for example `Body` or `Query`. */
function groupOf({ element }) {
  let above = element;
  while (!above.parentElement.matches('.about')) above = above.parentElement;
  while (above && above.localName !== 'h4') above = above.previousElementSibling;
  return above?.firstChild.textContent.trim() ?? '';
}

/** The best element of an operation that, together with the title, contains every word; undefined if there is none. */
function match(operation, words) {
  const left = words.filter((word) => !operation.key.includes(word));
  if (left.length === 0) return { operation, rank: IN_TITLE };
  const named = operation.places.filter(({ nameKey }) => nameKey && left.every((word) => nameKey.includes(word)));
  const exact = named.find(({ nameKey }) => left.includes(nameKey)) ?? named[0];
  if (exact) return { operation, rank: IN_NAME, place: exact, word: left[0] };
  const place = operation.places.find(({ key }) => left.every((word) => key.includes(word)));
  return place && { operation, rank: IN_TEXT, place, word: left[0] };
}

function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  panel.hidden = words.length === 0;
  if (words.length === 0) return;
  const matches = operations()
    .map((operation) => match(operation, words))
    .filter(Boolean)
    .sort((a, b) => a.rank - b.rank);
  status.textContent =
    matches.length === 0 ? 'Nothing found.' : `${matches.length} operation${matches.length === 1 ? '' : 's'}`;
  list.replaceChildren(...matches.map(result));
  panel.scrollTop = 0;
}

function result({ operation, place, word }) {
  const link = element('a', '', operation.title);
  link.href = `#${operation.article.id}`;
  const [method, ...path] = operation.call.split(' ');
  const call = element('span', 'at');
  call.append(element('span', `method ${method.toLowerCase()}`, method), ` ${path.join('')}`);
  link.append(call);
  if (place) link.append(excerpt(place, word));
  link.addEventListener('click', () => open(place));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The heading and the text of an element around the word, which is marked. */
function excerpt(place, word) {
  const { text, key } = place;
  const at = key.indexOf(word);
  const from = Math.max(0, at - BEFORE);
  const rest = text.slice(at + word.length, from + SHOWN);
  const line = element('span', 'excerpt');
  const group = groupOf(place);
  if (group) line.append(element('span', 'group', group));
  line.append(from > 0 ? '…' : '', text.slice(from, at));
  line.append(
    element('mark', '', text.slice(at, at + word.length)),
    rest,
    at + word.length + rest.length < text.length ? '…' : '',
  );
  return line;
}

function element(tag, className, text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** Scrolls to the element, and unfolds the details around it. The link has already led to its operation. */
function open(place) {
  panel.hidden = true;
  if (!place) return;
  for (let inner = place.element.closest('details'); inner; inner = inner.parentElement.closest('details'))
    inner.open = true;
  for (const earlier of document.querySelectorAll('.found')) earlier.classList.remove('found');
  place.element.classList.add('found');
  // After the browser has scrolled to the operation.
  requestAnimationFrame(() => place.element.scrollIntoView({ block: 'nearest' }));
}

function close() {
  panel.hidden = true;
}

/** Moves the focus between the search field and the results. `by`: 1 for down, -1 for up. */
function step(by) {
  const stops = [input, ...list.querySelectorAll('a')];
  stops.at((stops.indexOf(document.activeElement) + by) % stops.length).focus();
}

box.hidden = false;
input.addEventListener('input', find);
input.addEventListener('focus', find);
box.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  else if (event.key === 'ArrowDown' && !panel.hidden) step(1);
  else if (event.key === 'ArrowUp' && !panel.hidden) step(-1);
  else if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
  else return;
  event.preventDefault();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (!box.contains(target)) close();
});
box.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !box.contains(relatedTarget)) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  input.focus();
  input.select();
});
