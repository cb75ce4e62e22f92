import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { Options } from '#popup/options/all-settings.tsx';
import { Popup } from '#popup/popup.tsx';
import type { Environment } from './environment.ts';

/** Waits until promises and effects have settled: a render may send requests whose answers render again. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
}

async function draw(view: ComponentChild): Promise<void> {
  document.body.innerHTML = '<div id="app"></div>';
  await act(() => render(view, query('#app')));
  await settle();
}

export async function open<T extends Pick<Environment, 'deps'>>(env: T, openAt = env.deps.openAt): Promise<T> {
  await draw(<Popup deps={{ ...env.deps, openAt }} />);
  return env;
}

export const openOptions = ({ deps }: Pick<Environment, 'deps'>, part = ''): Promise<void> =>
  draw(<Options deps={deps} part={part} />);

export const close = () => act(() => render(null, query('#app')));

export function query(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector} on the screen`);
  return found;
}

export const text = (selector: string): string => query(selector).textContent.replace(/\s+/g, ' ').trim();

const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent;

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => nameOf(one) === name);
  if (!found) throw new Error(`no button ${name} on the screen`);
  return found;
}

export function field(label: string): HTMLInputElement {
  const own = document.querySelector(`input[aria-label="${label}"]`);
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label);
  const found = own ?? named?.control;
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${label} on the screen`);
  return found;
}

export async function click(element: HTMLElement): Promise<void> {
  await act(() => element.click());
  await settle();
}

export async function type(label: string, value: string): Promise<void> {
  const input = field(label);
  await act(() => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function leave(label: string): Promise<void> {
  await act(() => void field(label).dispatchEvent(new FocusEvent('blur')));
  await settle();
}

/** Presses a key; returns whether the default action was prevented. */
export async function press(on: Element | null, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  await act(() => void on?.dispatchEvent(event));
  await settle();
  return event.defaultPrevented;
}

export async function fill(label: string, value: string): Promise<void> {
  await type(label, value);
  await leave(label);
}

export async function enter(): Promise<void> {
  await act(() => field('Address of the relay').form?.requestSubmit());
  await settle();
}
