import { type Notices, signing } from '#protocol/notices.ts';

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64');

/** A pair of keys: the public one, and what it is the key of. */
export async function makeSigner() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  return {
    key: base64(await crypto.subtle.exportKey('spki', publicKey)),
    sign: async (told: Partial<Notices> | string): Promise<{ signed: string; signature: string }> => {
      const signed = typeof told === 'string' ? told : JSON.stringify({ issued: 1000, rows: [], ...told });
      return {
        signed,
        signature: base64(await crypto.subtle.sign(signing, privateKey, new TextEncoder().encode(signed))),
      };
    },
  };
}

const [en, de, ru, pt, zh] = ['Why.', 'Warum.', 'Почему.', 'Por quê.', '为什么。'];

export const noticeRow = {
  site: 'waxpeer',
  off: 'listing',
  until: '0.2.0',
  issue: 'https://issue.example/1',
  why: { en, de, ru, pt, zh },
} as const;
