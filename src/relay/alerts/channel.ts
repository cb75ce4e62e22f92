import * as z from 'zod/mini';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';

export const channelBases = { discord: 'https://discord.com', telegram: 'https://api.telegram.org' };

export type ChannelBases = Readonly<typeof channelBases>;

const ntfyTopic = /^\/[\w-]{1,64}$/;
const discordWebhook =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com(\/api\/webhooks\/\d{1,25}\/[\w-]{20,200})$/;

/** Whether a text is a topic's address: https, or http to a server on this machine. */
function isNtfyAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash || !ntfyTopic.test(url.pathname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(hostWithoutBrackets(url)));
}

const ntfy = z.strictObject({
  kind: z.literal('ntfy'),
  url: z.string().check(z.maxLength(500), z.refine(isNtfyAddress, 'it is no https address of a topic')),
});

const discord = z.strictObject({
  kind: z.literal('discord'),
  url: z.string().check(z.regex(discordWebhook, 'it is no address of a Discord webhook')),
});

const telegram = z.strictObject({
  kind: z.literal('telegram'),
  token: z.string().check(z.regex(/^\d{5,15}:[\w-]{30,60}$/, 'it is no token of a Telegram bot')),
  chat: z.string().check(z.regex(/^(?:-?\d{1,20}|@\w{4,40})$/, 'it is no Telegram chat')),
});

/** Where alerts go, as the configuration file says. The address or token is a secret. */
export const alertChannel = z.union([ntfy, discord, telegram]);

export type AlertChannel = z.infer<typeof alertChannel>;

/** Who receives the messages of a channel, without its secrets: a topic's name is one. */
export const channelHost = (channel: AlertChannel): string =>
  new URL(channel.kind === 'ntfy' ? channel.url : channelBases[channel.kind]).host;

/** Names may not format the text for Discord. */
export const withoutFormat = (message: string): string => message.replace(/[\\*_~`<>[\]#]|\|(?=\|)/g, '\\$&');

/** The request that carries a message: all that leaves the machine. */
export function toChannelRequest(channel: AlertChannel, message: string, bases: ChannelBases) {
  const type = 'application/json';
  if (channel.kind === 'ntfy') return { url: channel.url, type: 'text/plain; charset=utf-8', body: message };
  if (channel.kind === 'telegram') {
    const body = { chat_id: channel.chat, text: message, link_preview_options: { is_disabled: true } };
    return { url: `${bases.telegram}/bot${channel.token}/sendMessage`, type, body: JSON.stringify(body) };
  }
  const [, path = ''] = discordWebhook.exec(channel.url) ?? [];
  // Flag 4 keeps Discord from loading links; names may not mention anybody.
  const content = withoutFormat(message);
  return {
    url: bases.discord + path,
    type,
    body: JSON.stringify({ content, flags: 4, allowed_mentions: { parse: [] } }),
  };
}
