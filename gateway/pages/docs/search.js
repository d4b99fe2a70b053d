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

/**
 * All operations, each with its searchable places: parameters, properties and paragraphs. Read on first use. After a
 * failure the next use reads it again.
 */
function operations() {
  index ??= read().catch((error) => {
    index = undefined;
    throw error;
  });
  return index;
}

async function read() {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(answer.statusText);
  const { texts, lists, operations } = await answer.json();
  const places = texts.map(([name, text]) => placeOf(name, text));
  const placesOf = lists.map((positions) => positions.map((position) => places[position]));
  return operations.map(({ id, groups }) => {
    const article = document.getElementById(id);
    const [title, call] = ['h3', '.call'].map((part) => article.querySelector(part).textContent.trim());
    return {
      ...{ id, title, call },
      key: `${title} ${call} ${id}`.toLowerCase(),
      groups: groups.map(([heading, list]) => ({ heading, places: placesOf[list] })),
    };
  });
}

const placeOf = (name, text) => ({ name, text, nameKey: name.toLowerCase(), key: text.toLowerCase() });

/** The best place of an operation that, together with the title, contains every word; undefined if there is none. */
function match(operation, words) {
  const left = words.filter((word) => !operation.key.includes(word));
  if (left.length === 0) return { operation, rank: IN_TITLE };
  const found = bestOf(operation.groups, left);
  return found && { operation, ...found, word: left[0] };
}

function bestOf(groups, words) {
  const all = (test) =>
    groups.flatMap(({ heading, places }) => places.filter(test).map((place) => ({ heading, place })));
  const named = all(({ nameKey }) => nameKey && words.every((word) => nameKey.includes(word)));
  const exact = named.find(({ place }) => words.includes(place.nameKey)) ?? named[0];
  if (exact) return { rank: IN_NAME, ...exact };
  const [inText] = all(({ key }) => words.every((word) => key.includes(word)));
  return inText && { rank: IN_TEXT, ...inText };
}

async function find() {
  const text = input.value;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  panel.hidden = words.length === 0;
  if (words.length === 0) return;
  const known = await operations().catch(() => undefined);
  if (input.value !== text) return;
  show(known, words);
}

function show(known, words) {
  if (!known) {
    status.textContent = 'The search could not be loaded. Try again.';
    list.replaceChildren();
    return;
  }
  const matches = known
    .map((operation) => match(operation, words))
    .filter(Boolean)
    .sort((a, b) => a.rank - b.rank);
  status.textContent =
    matches.length === 0 ? 'Nothing found.' : `${matches.length} operation${matches.length === 1 ? '' : 's'}`;
  list.replaceChildren(...matches.map(result));
  panel.dataset.words = words.join(' ');
  panel.scrollTop = 0;
}

function result({ operation, heading, place, word }) {
  const link = element('a', '', operation.title);
  link.href = `#${operation.id}`;
  const [method, ...path] = operation.call.split(' ');
  const call = element('span', 'at');
  call.append(element('span', `method ${method.toLowerCase()}`, method), ` ${path.join('')}`);
  link.append(call);
  if (place) link.append(excerpt(heading, place, word));
  link.addEventListener('click', () => open(operation.id, place));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The heading and the text of an element around the word, which is marked. */
function excerpt(heading, place, word) {
  const { text, key } = place;
  const at = key.indexOf(word);
  const from = Math.max(0, at - BEFORE);
  const rest = text.slice(at + word.length, from + SHOWN);
  const line = element('span', 'excerpt');
  if (heading) line.append(element('span', 'group', heading));
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

/**
 * Marks the place in its operation, as soon as the operation is loaded. The link has already led to the
 * operation.
 */
function open(id, place) {
  panel.hidden = true;
  for (const earlier of document.querySelectorAll('.found')) earlier.classList.remove('found');
  if (!place) return;
  const article = document.getElementById(id);
  const mark = () => {
    const found = elementOf(article, place);
    if (!found) return;
    for (let inner = found.closest('details'); inner; inner = inner.parentElement.closest('details')) inner.open = true;
    found.classList.add('found');
    // After the browser has scrolled to the operation.
    requestAnimationFrame(() => found.scrollIntoView({ block: 'nearest' }));
  };
  if (article.matches('.outline')) article.addEventListener('filled', mark, { once: true });
  else mark();
}

/** The element of the operation with the texts of the place. */
function elementOf(article, { name, text }) {
  const plain = (value) => value.replace(/[\s·]+/g, ' ').trim();
  const textOf = (one) => {
    // Nested fields are elements of their own.
    const own = [...one.childNodes].filter((node) => !node.querySelector?.('.fields'));
    return plain(own.map((node) => node.textContent).join(' '));
  };
  const all = [...article.querySelectorAll('.about > p, .answers li, .fields > li')];
  const named = all.filter((one) => (one.querySelector(':scope > .field > .name')?.textContent ?? '') === name);
  return named.find((one) => textOf(one) === plain(text)) ?? (name && named[0]);
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
