import type { Compressor, Encoding } from '#relay/snapshot/compressor.ts';
import type { Snapshot } from '#relay/snapshot/snapshot.ts';
import type { Bytes } from '#relay/upstream/body.ts';

/** A compressed form of a snapshot that is being made, or made. */
export interface Form {
  bytes: Bytes | undefined;
  /** Settles with the fast level. */
  readonly making: Promise<Bytes>;
  served: number;
}

/** Hands out a form: at once when it is made, else when its fast level is; never later. */
export type TakeForm = (snapshot: Snapshot, encoding: Encoding) => Bytes | Promise<Bytes>;

/** How often a form is taken before it is made again at the best level. */
const improveAt = 2;

/** Begins a snapshot's form in one encoding, fast at first; a form that cannot be made is dropped and tried anew. */
export function startForm(compressor: Compressor, snapshot: Snapshot, encoding: Encoding): Form {
  const making = compressor.compress(snapshot.bytes, encoding, 'fast');
  const form: Form = { bytes: undefined, making, served: 0 };
  making.then(
    (bytes) => {
      form.bytes = bytes;
    },
    () => snapshot.forms.delete(encoding),
  );
  snapshot.forms.set(encoding, form);
  return form;
}

/** Forms are made once and shared; the best levels are made one after the other, behind the requests. */
export function createTakeForm(compressor: Compressor): TakeForm {
  let queue: Promise<void> = Promise.resolve();
  return (snapshot, encoding) => {
    const form = snapshot.forms.get(encoding) ?? startForm(compressor, snapshot, encoding);
    form.served++;
    if (form.served === improveAt && compressor.improves) {
      queue = queue.then(() => improve(compressor, snapshot, encoding)).catch(() => undefined);
    }
    return form.bytes ?? form.making;
  };
}

async function improve(compressor: Compressor, snapshot: Snapshot, encoding: Encoding): Promise<void> {
  const form = snapshot.forms.get(encoding);
  if (!form || snapshot.retired) return;
  const fast = await form.making;
  const best = await compressor.compress(snapshot.bytes, encoding, 'best');
  if (best.length < fast.length) form.bytes = best;
}
