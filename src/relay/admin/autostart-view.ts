import { html } from 'hono/html';
import type { Html } from '#relay/admin/html.ts';
import { Buttons, Form, type PageContext, Section } from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';

/** Says whether the relay starts at login, and switches it; nothing while the disk does not say. */
export async function AutostartSection(context: PageContext, { autostart, disk }: SetupDeps): Promise<Html> {
  const { text } = context.texts;
  const state = autostart && (await disk.ask('autostartState', autostart).catch(() => undefined));
  if (!autostart || state === undefined) return false;
  const words = { on: 'autostartIsOn', off: 'autostartIsOff', other: 'autostartIsOther' } as const;
  const button = (to: string, label: string): Html => html`<button name="to" value="${to}">${label}</button>`;
  return Section(
    'autostart',
    text('autostartTitle'),
    html`<p>${text(words[state])}</p><p class="hint">${text('autostartHint', { path: autostart.path })}</p>`,
    Form(
      context,
      '/setup/autostart',
      {},
      Buttons(
        state !== 'on' && button('on', text(state === 'off' ? 'autostartTurnOn' : 'autostartReplace')),
        state !== 'off' && button('off', text('autostartTurnOff')),
      ),
    ),
  );
}
