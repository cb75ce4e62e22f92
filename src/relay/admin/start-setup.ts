import { randomBytes } from 'node:crypto';
import { hostWithoutBrackets, isLoopbackHost, localAuthority } from '#protocol/loopback.ts';
import { createInviteBook, type InviteBook, openInviteUses } from '#relay/admin/invites.ts';
import { createSetupApp } from '#relay/admin/setup-app.ts';
import { type SetupStart, testPriceApi } from '#relay/admin/setup-deps.ts';
import { type AlertService, openAlertService } from '#relay/alerts/alert-service.ts';
import { channelBases } from '#relay/alerts/channel.ts';
import { createReloadableRelay } from '#relay/api/app.ts';
import { type RelayConfig, readConfig } from '#relay/config.ts';
import { hashToken } from '#relay/token-hash.ts';

export async function startSetup(start: SetupStart) {
  const { env, config, deps, configStore } = start;
  const { limits, now, version } = deps;
  const secret = randomBytes(24).toString('base64url');
  const uses = openInviteUses({ ...deps, storage: start.storage });
  const invites = createInviteBook(configStore.current(), config.isLoopback, uses, now);
  const alerts = openAlerts(start, invites);
  const relay = createReloadableRelay(
    {
      ...deps,
      alerts,
      onConfirmed(source, data) {
        deps.onConfirmed?.(source, data);
        void alerts.onConfirmed(source, data);
      },
      invites,
      name: () => configStore.current().name,
      ownNotices: () => configStore.current().ownNotices ?? [],
    },
    config.priceApi,
  );
  configStore.onChange((file) => {
    invites.update(file);
    relay.use(readConfig(env, file).priceApi);
  });
  let listensAt = { url: '', takenPort: undefined as number | undefined };
  const app = await createSetupApp({
    ...start,
    limits,
    now,
    version,
    checkConfig: (file) => void readConfig(env, file),
    priceApi: relay.priceApi,
    feeds: relay.feeds,
    alerts,
    invites,
    testPriceApi: (tested) => testPriceApi({ ...deps, signal: undefined }, tested),
    secret,
    relayUrl: () => listensAt.url,
    takenPort: () => listensAt.takenPort,
  });
  return {
    owns: app.owns,
    fetch: app.fetch,
    due: alerts.due,
    relay: {
      ...relay,
      close: async () => void (await Promise.all([alerts.close(), relay.close(), uses.save()])),
    },
    /** Returns the page's address; `undefined` at one address of the network, where it answers nobody. */
    listening(url: string, takenPort: number | undefined): string | undefined {
      listensAt = { url, takenPort };
      const origin = pageOrigin(url);
      return isLoopbackHost(hostWithoutBrackets(origin)) ? `${origin}/?session=${secret}` : undefined;
    },
    codeUrl: () => `${pageOrigin(listensAt.url)}/?code=${app.makeCode()}`,
  };
}

/** A server that listens on every address has its page on loopback alone. */
const pageOrigin = (url: string): string => `http://${localAuthority(hostWithoutBrackets(url))}:${new URL(url).port}`;

function openAlerts(
  { deps, storage, history, config, configStore, alertBases = channelBases }: SetupStart,
  invites: InviteBook,
): AlertService {
  const alerts = openAlertService({
    ...deps,
    storage,
    changes: history.changes,
    channel: () => configStore.current().alerts,
    bases: alertBases,
    isKnown: createIsKnown(config, invites),
  });
  // What an earlier process has not told.
  void alerts.deliver();
  return alerts;
}

/** A list of a token that is no more, or of an extension without one where everybody needs one, is forgotten. */
function createIsKnown({ tokens }: RelayConfig, invites: InviteBook): (owner: string) => boolean {
  const tokenHashes = new Set(tokens.map(hashToken));
  return (owner) =>
    owner.includes('://')
      ? tokenHashes.size === 0 && !invites.areRequired()
      : tokenHashes.has(owner) || invites.of(owner) !== undefined;
}
