import { HttpError } from '#protocol/http-error.ts';
import type { FormFields } from '#relay/admin/setup-actions.ts';

/** Largest form without its file, in bytes. */
export const maxFormBytes = 16 * 1024;

/** The fields of a form, and its file if it has one. */
export interface SentForm {
  readonly fields: FormFields;
  readonly file: File | undefined;
}

/** @throws HttpError 400 for a body of another kind */
export async function readForm(request: Request): Promise<SentForm> {
  const form = await request.formData().catch(() => {
    throw new HttpError(400, 'a form is expected');
  });
  const file = form.get('file');
  return {
    fields: (name) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    },
    file: file instanceof File && file.size > 0 ? file : undefined,
  };
}
