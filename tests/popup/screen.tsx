import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Popup } from '#popup/popup.tsx';
import type { Environment } from './environment.ts';

/** Lets promises and effects come to rest: an answer draws, what is drawn asks, and its answer draws again. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
}

/** Opens the popup in the document, as a user sees it once everything has answered. */
export async function open(env: Environment): Promise<void> {
  document.body.innerHTML = '<div id="app"></div>';
  await act(() => render(<Popup deps={env.deps} />, query('#app')));
  await settle();
}

/** Closes the popup. */
export const close = () => act(() => render(null, query('#app')));

/** The one element of a selector; throws when there is none. */
export function query(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector} on the screen`);
  return found;
}

/** What an element says, white space folded. */
export const text = (selector: string): string => query(selector).textContent.replace(/\s+/g, ' ').trim();

const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent;

/** The button of an accessible name. */
export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => nameOf(one) === name);
  if (!found) throw new Error(`no button ${name} on the screen`);
  return found;
}

/** The field of an accessible name. */
export function field(label: string): HTMLInputElement {
  const own = document.querySelector(`input[aria-label="${label}"]`);
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label);
  const found = own ?? named?.control;
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${label} on the screen`);
  return found;
}

/** Clicks and lets all that follows come to rest. */
export async function click(element: HTMLElement): Promise<void> {
  await act(() => element.click());
  await settle();
}

/** Types a whole value into a field. */
export async function type(label: string, value: string): Promise<void> {
  const input = field(label);
  await act(() => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Goes on to another field. */
export async function leave(label: string): Promise<void> {
  await act(() => void field(label).dispatchEvent(new FocusEvent('blur')));
  await settle();
}

/** Presses Enter in the relay's form. */
export async function enter(): Promise<void> {
  await act(() => field('Address').form?.requestSubmit());
  await settle();
}
