import { HttpError } from '#protocol/http-error.ts';
import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import { maxImportBytes } from '#relay/setup/history-views.ts';
import type { FormFields } from '#relay/setup/setup-actions.ts';

/** Largest form without its file, in bytes. */
const maxFormBytes = 16 * 1024;

/** A form with a file; `undefined` when it has none. */
export interface FileForm {
  readonly fields: FormFields;
  readonly file: File | undefined;
}

/** @throws HttpError 400 for a body of another kind, 413 for one that is too large */
export async function readForm(request: Request): Promise<FormFields> {
  const params = new URLSearchParams(
    new TextDecoder().decode(await readFormBody(request, 'application/x-www-form-urlencoded', maxFormBytes)),
  );
  return (name) => params.get(name) ?? '';
}

/** @throws HttpError 400 for a body of another kind, 413 for one that is too large */
export async function readFileForm(request: Request): Promise<FileForm> {
  const bytes = await readFormBody(request, 'multipart/form-data', maxImportBytes + maxFormBytes);
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
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

async function readFormBody(request: Request, type: string, maxBytes: number) {
  const [given = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (given.trim().toLowerCase() !== type) throw new HttpError(400, 'a form is expected');
  try {
    return await readBody(new Response(request.body), maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new HttpError(413, 'the form is too large', { Connection: 'close' });
    throw error;
  }
}
