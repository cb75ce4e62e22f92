import { createRateLimiter } from '#protocol/rate-limiter.ts';
import { type FormFields, SetupError } from '#relay/admin/setup-actions.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import { type AlertChannel, alertChannel } from '#relay/alerts/channel.ts';
import type { Delivery } from '#relay/alerts/send-alert.ts';

const testsPerMinute = 5;

const formErrors = new Map<string, PageTextKey>([
  ['ntfy', 'errNtfy'],
  ['discord', 'errDiscord'],
  ['telegram', 'errTelegram'],
]);

/** Reads the form of a channel. Throws SetupError. */
export function readChannelForm(fields: FormFields): AlertChannel {
  const typed = (name: string): string => fields(name).trim();
  const kind = fields('kind');
  const url = kind === 'ntfy' ? `${typed('server').replace(/\/$/, '')}/${typed('topic')}` : typed('webhook');
  const given = kind === 'telegram' ? { kind, token: typed('token'), chat: typed('chat') } : { kind, url };
  const channel = alertChannel.safeParse(given).data;
  if (!channel) throw new SetupError(400, formErrors.get(kind) ?? 'errForm');
  return channel;
}

/** Sends test messages, a few a minute. Throws SetupError when alerts are off or a test must wait. */
export function createAlertTest({ test }: Pick<AlertService, 'test'>): (message: string) => Promise<Delivery> {
  const limit = createRateLimiter(testsPerMinute, 60_000);
  return async (message) => {
    if (limit.take(performance.now()) > 0) throw new SetupError(409, 'errAlertTests');
    const delivery = await test(message);
    if (!delivery) throw new SetupError(409, 'errConflict');
    return delivery;
  };
}
