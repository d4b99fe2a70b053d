/** Highlights the reader's operation in the navigation list. On a narrow screen the list is a drawer. */
const nav = document.querySelector('nav');
const links = new Map([...nav.querySelectorAll('li a')].map((link) => [link.hash.slice(1), link]));

/** Sections in the part of the screen below the header, where readers look. */
const read = new Set();
let current;

function mark(link) {
  if (link === current) return;
  current?.removeAttribute('aria-current');
  current = link;
  current?.setAttribute('aria-current', 'true');
  show();
}

/** Scrolls only the list, and only if the operation is near its edge or outside. */
function show() {
  const box = nav.getBoundingClientRect();
  const { top, bottom } = (current ?? nav.firstElementChild).getBoundingClientRect();
  const margin = box.height / 6;
  if (top < box.top + margin || bottom > box.bottom - margin) nav.scrollTop += top - box.top - box.height / 3;
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) read.add(target);
      else read.delete(target);
    }
    const [first] = [...read].sort((a, b) => a.offsetTop - b.offsetTop);
    if (first) mark(links.get(first.id));
  },
  { rootMargin: '-90px 0px -70% 0px' },
);
for (const place of document.querySelectorAll('.intro, article')) observer.observe(place);

nav.addEventListener('toggle', ({ newState }) => {
  if (newState !== 'open') return;
  show();
  current?.focus({ preventScroll: true });
});
nav.addEventListener('click', ({ target }) => {
  if (nav.matches(':popover-open') && target.closest('a')) nav.hidePopover();
});
