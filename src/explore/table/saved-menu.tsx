import { useEffect, useState } from 'preact/hooks';
import { maxViews, type SavedView, withView } from '#core/rows/saved-views.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { text } from '#ui/words/text.ts';

interface SavedViewsProps {
  readonly deps: Pick<ExploreDeps, 'readViews' | 'writeViews'>;
  /** The address of the present view. */
  readonly address: string;
  readonly onOpen: (address: string) => void;
}

/** The views that the user saved by name: the content of a menu. */
export function SavedViews({ deps: { readViews, writeViews }, address, onOpen }: SavedViewsProps) {
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => void readViews().then(setViews, () => undefined), [readViews]);
  /** Changes the views as they are stored now: another tab may have changed them. Resolves to whether it did. */
  const store = async (change: (stored: readonly SavedView[]) => readonly SavedView[] | undefined) => {
    try {
      const next = change(await readViews());
      setProblem(next ? '' : text('exploreSavedFull', String(maxViews)));
      if (!next) return false;
      await writeViews(next);
      setViews(next);
      return true;
    } catch (error) {
      setProblem(text('exploreNotSaved', String(error)));
      return false;
    }
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const saved = name.trim();
    if (saved !== '' && (await store((stored) => withView(stored, { name: saved, address })))) setName('');
  };
  return (
    <>
      {views.length === 0 && <p class="note">{text('exploreNoSaved')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <button type="button" class="plain" onClick={() => onOpen(view.address)}>
              {view.name}
            </button>
            <button
              type="button"
              class="move"
              aria-label={text('exploreForget', view.name)}
              title={text('exploreForget', view.name)}
              onClick={() => void store((stored) => stored.filter((one) => one.name !== view.name))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void save(event)}>
        <span class="input">
          <input
            type="text"
            maxLength={60}
            aria-label={text('exploreSaveName')}
            placeholder={text('exploreSaveName')}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </span>
        <button type="submit">{text('exploreSave')}</button>
      </form>
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  );
}
