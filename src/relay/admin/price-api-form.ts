import { isSameServer } from '#protocol/loopback.ts';
import { baseUrl, isPlainHttp, secret } from '#relay/admin/config-store.ts';
import type { Draft, SetupDeps } from '#relay/admin/setup-deps.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';

/** An address without a scheme is https. */
export function enterAddress(deps: SetupDeps, draft: Draft, typed: string): boolean {
  const text = typed.trim().slice(0, 2049);
  // A single word is a name in a network only where somebody typed the scheme as well.
  const { data: url = '' } = baseUrl.safeParse(
    /^[a-z]+:/i.test(text) || !text.includes('.') ? text : `https://${text}`,
  );
  draft.problem = text.length > 2048 || url === '' ? 'badAddress' : problemOfAddress(deps, url);
  draft.url = draft.problem ? text : url;
  draft.test = undefined;
  return !draft.problem;
}

function problemOfAddress({ config, listensAt, configStore }: SetupDeps, url: string): PageTextKey | undefined {
  const own = [listensAt.url, configStore.current().publicUrl ?? []].flat();
  if (own.some((one) => isSameServer(one, url))) return 'failRelay';
  return isPlainHttp(url, config.plainHttpHosts) ? 'badPlainHttp' : undefined;
}

const maxKeyLength = 500;

/** Takes a key up in the draft, unless the field is empty and there is one; `false` for a bad one. */
export function enterKey(draft: Draft, typed: string): boolean {
  const text = typed.trim();
  const isKept = text === '' && draft.key !== undefined;
  const isGood = isKept || (text.length <= maxKeyLength && secret.safeParse(text).success);
  if (!isKept) draft.key = isGood ? text : undefined;
  draft.problem = isGood ? undefined : 'badKey';
  draft.test = undefined;
  return isGood;
}
