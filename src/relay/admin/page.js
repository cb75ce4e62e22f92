// What the setup and status page adds to plain HTML: values that stay true, copying, and a busy button.

const pollMs = 5000;

/** A page whose form somebody fills in, or whose link was not copied yet, is not loaded again. */
const isInUse = () =>
  document.querySelector('#link, .rows') !== null ||
  [...document.querySelectorAll('main input:not([type=hidden])')].some(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  ) ||
  document.activeElement?.closest('form') != null;

let shape;

const update = async (address) => {
  if (document.hidden) return;
  const response = await fetch(address, { cache: 'no-store' });
  if (!response.ok) return;
  const state = await response.json();
  for (const node of document.querySelectorAll('[data-value]')) {
    const value = state.values[node.dataset.value];
    if (value !== undefined && node.textContent !== value) node.textContent = value;
  }
  if (shape !== undefined && shape !== state.shape && !isInUse()) location.reload();
  shape ??= state.shape;
};

const { live } = document.body.dataset;
if (live) {
  const poll = () => update(live).catch(() => undefined);
  poll();
  setInterval(poll, pollMs);
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const field = document.querySelector(`#${button.dataset.copy}`);
    field.select();
    await navigator.clipboard.writeText(field.value).catch(() => undefined);
    button.textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll('[data-busy]')) {
  button.form.addEventListener('submit', (event) => {
    if (event.submitter !== button) return;
    button.textContent = button.dataset.busy;
    button.setAttribute('aria-disabled', 'true');
  });
}

for (const input of document.querySelectorAll('[data-max-bytes]')) {
  input.addEventListener('change', () => {
    const size = input.files[0]?.size ?? 0;
    input.setCustomValidity(size > Number(input.dataset.maxBytes) ? input.dataset.tooLarge : '');
    input.reportValidity();
  });
}
