import { html } from 'hono/html';
import { ageMs } from '#core/prices/age.ts';
import type { InviteBook } from '#relay/admin/invites.ts';
import * as ui from '#relay/admin/page-frame.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import type { AlertStatus, LastDelivery } from '#relay/alerts/alert-service.ts';
import { channelBases, channelHost } from '#relay/alerts/channel.ts';
import { alertMessage } from '#relay/alerts/waiting-lines.ts';

interface Present {
  readonly invites: Pick<InviteBook, 'of'>;
  readonly now: () => number;
}

export function AlertsSection(context: ui.PageContext, status: AlertStatus, present: Present): ui.Html {
  const { text } = context.texts;
  return ui.Folded(
    'alerts',
    text('alertsTitle'),
    status.forgotten > 0 || (status.channel !== undefined && status.last?.problem !== undefined),
    html`<p>${text('alertsWhy')}</p><p class="hint">${text('alertsWho')}</p>`,
    status.forgotten > 0 &&
      ui.NoticeBox('warn', html`<p>${text('alertsForgotten', { count: context.texts.number(status.forgotten) })}</p>`),
    ...(status.channel ? ActiveChannel(context, status) : ChannelForms(context)),
    status.devices.length > 0 && DeviceTable(context, status, present),
  );
}

const maxDevices = 100;

function DeviceTable(context: ui.PageContext, { devices }: AlertStatus, { invites, now }: Present): ui.Html {
  const { text, number, duration } = context.texts;
  const nameOf = (owner: string): string =>
    invites.of(owner)?.name ?? (owner.includes('://') ? owner : text('deviceToken'));
  const remove = (name: string) =>
    html`<button aria-label="${text('deviceDeleteNamed', { name })}">${text('deviceDelete')}</button>`;
  const rows = devices.slice(0, maxDevices).map(({ client, owner, device, renewedAt, alerts, views }) => {
    // Those of one owner differ by the identifier that each gave itself.
    const name = `${nameOf(owner)} · ${device.slice(0, 8)}`;
    return [
      name,
      [text('ago', { age: duration(ageMs(renewedAt, now())) })],
      [number(alerts)],
      [number(views)],
      [ui.Form(context, '/setup/alerts/forget', ui.Hidden({ client }), remove(name))],
    ] as const;
  });
  const heads = [text('deviceName'), text('deviceRenewed'), text('deviceAlerts'), text('deviceViews'), ''];
  const more = devices.length - rows.length;
  return html`${ui.Table(heads, rows)}${more > 0 && html`<p class="hint">+ ${number(more)}</p>`}`;
}

const deliveryTexts = {
  unreachable: 'alertUnreachable',
  lost: 'alertLost',
  timeout: 'alertLost',
  redirect: 'alertRedirect',
  refused: 'alertRefused',
  'rate-limited': 'alertRateLimited',
  failed: 'alertFailed',
  unknown: 'alertUnknown',
} as const satisfies Readonly<Record<NonNullable<LastDelivery['problem']>, PageTextKey>>;

export function describeDelivery({ problem, status, host }: Omit<LastDelivery, 'at'>, { text }: PageTexts) {
  return text(problem === undefined ? 'alertAccepted' : deliveryTexts[problem], { host, status: status ?? '' });
}

function ActiveChannel(context: ui.PageContext, { channel, lists, alerts, waiting, last }: AlertStatus): ui.Html[] {
  if (!channel) return [];
  const { texts } = context;
  const { text, number } = texts;
  const host = channelHost(channel);
  const outcome = last && describeDelivery(last, texts);
  return [
    last?.problem !== undefined && ui.NoticeBox('bad', html`<p>${outcome}</p>`),
    html`<dl>${ui.Fact(text('alertsTo'), `${channelNames[channel.kind]} (${host})`)}
      ${ui.Fact(text('alertsLists'), number(lists))}${ui.Fact(text('alertsAlerts'), number(alerts))}
      ${ui.Fact(text('alertsWaiting'), number(waiting))}
      ${ui.Fact(text('alertsLast'), last ? `${texts.time(last.at)}: ${outcome}` : text('alertsNever'))}</dl>`,
    SentMessage(texts, host),
    ui.Form(
      context,
      '/setup/alerts/test',
      ui.Buttons(
        html`<button class="primary">${text('alertsTest')}</button>`,
        html`<button formaction="/setup/alerts/off">${text('alertsTurnOff')}</button>`,
      ),
    ),
  ];
}

const channelNames = { ntfy: 'ntfy', discord: 'Discord', telegram: 'Telegram' } as const;

function SentMessage({ text }: PageTexts, host: string): ui.Html {
  const crossing = {
    name: 'AK-47 | Redline (Field-Tested)',
    alert: { kind: 'below', cents: 1000 },
    at: 0,
    market: 'buff163',
    cents: 950,
  } as const;
  const message = alertMessage([{ crossing, asOf: 0, clients: [] }], 240_000);
  return html`<p>${text('alertsSends', { host })}</p><pre>${message}</pre>`;
}

function ChannelForms(context: ui.PageContext): ui.Html[] {
  const { text } = context.texts;
  const secret = { type: 'password', maxlength: 300 };
  const field = (name: string, label: PageTextKey, hint: PageTextKey, input: Parameters<typeof ui.attributes>[0]) =>
    ui.Field({ name, label: text(label), hint: text(hint), input });
  return [
    html`<p>${text('alertsChoose')}</p>`,
    ChannelForm(context, 'ntfy', text('ntfyHost'), [
      field('server', 'ntfyServer', 'ntfyServerHint', { value: 'https://ntfy.sh', maxlength: 300 }),
      field('topic', 'ntfyTopic', 'ntfyTopicHint', { maxlength: 64 }),
    ]),
    ChannelForm(context, 'discord', new URL(channelBases.discord).host, [
      field('webhook', 'discordWebhook', 'discordHint', secret),
    ]),
    ChannelForm(context, 'telegram', new URL(channelBases.telegram).host, [
      field('token', 'telegramToken', 'telegramTokenHint', secret),
      field('chat', 'telegramChat', 'telegramChatHint', { maxlength: 41 }),
    ]),
  ];
}

const ChannelForm = (context: ui.PageContext, kind: keyof typeof channelNames, host: string, fields: ui.Html) =>
  html`<details name="channel" id="${kind}"><summary>${channelNames[kind]}</summary>${ui.Form(
    context,
    '/setup/alerts',
    ui.Hidden({ kind }),
    SentMessage(context.texts, host),
    fields,
    html`<p class="hint">${context.texts.text('alertsSecret')}</p>`,
    ui.Buttons(html`<button class="primary">${context.texts.text('alertsTurnOn')}</button>`),
  )}</details>`;
