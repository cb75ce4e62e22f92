import { SetupError } from '#relay/admin/setup-actions.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { ImportedFile } from '#relay/store/storage-work.ts';

const refusals = {
  rows: 'errImportRows',
  json: 'errImportJson',
  csv: 'errImportCsv',
  columns: 'errImportColumns',
} as const satisfies Readonly<Record<string, PageTextKey>>;

/**
 * Imports the file of a form.
 * @throws SetupError when there is no file, it cannot be read, or the history is off or cannot be written
 */
export async function importFormFile(
  service: HistoryService | undefined,
  file: File | undefined,
): Promise<ImportedFile> {
  if (!service) throw new SetupError(409, 'errImportOff');
  if (!file) throw new SetupError(400, 'errImportNone');
  const result = await service.importFile(await file.bytes()).catch(() => {
    throw new SetupError(500, 'errImportDisk');
  });
  if (!result.isRead) throw new SetupError(400, refusals[result.refusal], { detail: result.detail });
  return result;
}
