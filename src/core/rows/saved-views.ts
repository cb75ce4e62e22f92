import * as z from 'zod/mini';
import { storedVersions } from '#core/settings/stored-versions.ts';

/** A view that the user saved: its name and the address that holds it. */
export const savedView = z.object({
  /** One line: it becomes one of a message. */
  name: z.pipe(
    z.string().check(z.minLength(1), z.maxLength(60)),
    z.transform((name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
  ),
  address: z.string().check(z.maxLength(2000)),
  /** Since when the user wants to hear of new rows, ms since the epoch. */
  tells: z.catch(z.optional(z.number()), undefined),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewsKey = 'explore-views';

export const maxViews = 50;

const storedViews = z.object({ views: z.array(z.unknown()) });

/** Parses the stored views; entries of another shape are left out. */
export function parseSavedViews(stored: unknown): readonly SavedView[] {
  const { views = [] } = storedViews.safeParse(stored).data ?? {};
  return views.flatMap((one) => savedView.safeParse(one).data ?? []).slice(0, maxViews);
}

export const toStoredViews = (views: readonly SavedView[]) => ({ version: storedVersions.views, views });

/** The views with one more; it replaces the one of the same name. `undefined`: there is no room for another name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] | undefined {
  const [before] = views.filter(({ name }) => name === view.name);
  const others = views.filter((one) => one !== before);
  return others.length < maxViews ? [{ ...view, tells: before?.tells }, ...others] : undefined;
}
