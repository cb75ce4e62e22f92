// What the setup and status page adds to plain HTML: it stays true, copying, and a busy button.

const pollMs = 5000;

/** A page that has the focus, that somebody has filled in, or whose link was not copied yet, keeps all but its figures. */
const isInUse = () =>
  document.querySelector('#link-0') !== null ||
  [...document.querySelectorAll('main input:not([type=hidden])')].some(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  ) ||
  document.activeElement?.closest('main') != null;

/** The page as it was read last, without its figures. */
let shape;

const update = async (address) => {
  if (document.hidden) return;
  const response = await fetch(address, { cache: 'no-store' });
  if (!response.ok) return;
  const main = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const next = main.cloneNode(true);
  for (const node of main.querySelectorAll('[data-value]')) {
    const shown = document.querySelector(`[data-value="${node.dataset.value}"]`);
    if (shown && shown.textContent !== node.textContent) shown.textContent = node.textContent;
    node.textContent = '';
  }
  shape ??= main.innerHTML;
  if (shape === main.innerHTML || isInUse()) return;
  shape = main.innerHTML;
  for (const { id } of document.querySelectorAll('details[open]'))
    next.querySelector(`#${id}`)?.setAttribute('open', '');
  document.querySelector('main').replaceWith(next);
};

const { live } = document.body.dataset;
if (live) {
  const poll = () => update(live).catch(() => undefined);
  poll();
  setInterval(poll, pollMs);
}

document.addEventListener('click', async ({ target: button }) => {
  if (!button.dataset.copy) return;
  const field = document.querySelector(`#${button.dataset.copy}`);
  field.select();
  await navigator.clipboard.writeText(field.value).catch(() => undefined);
  button.textContent = button.dataset.done;
});

document.addEventListener('submit', ({ submitter: button }) => {
  if (!button?.dataset.busy) return;
  button.textContent = button.dataset.busy;
  button.setAttribute('aria-disabled', 'true');
});
