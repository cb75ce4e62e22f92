import { useState } from 'preact/hooks';
import { maxViews, type SavedView, withView } from '#core/rows/saved-views.ts';
import { maxTold } from '#core/rows/view-alerts.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { Act, Plain, Trouble } from '#ui/forms/parts.tsx';
import { SignButton } from '#ui/forms/switches.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { text } from '#ui/words/text.ts';

interface SavedViewsProps {
  readonly deps: Pick<ExploreDeps, 'ask' | 'askToNotify' | 'now' | 'readViews' | 'writeViews'>;
  readonly address: string;
  readonly onOpen: (address: string) => void;
}

export function SavedViews({ deps, address, onOpen }: SavedViewsProps) {
  const { readViews, writeViews } = deps;
  const { last: views = [], tell: setViews } = useAsked(readViews);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
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
  const tell = async (name: string, isOn: boolean) => {
    // Comes first: the browser asks only during the click.
    if (isOn) void deps.askToNotify().catch(() => undefined);
    const tells = isOn ? deps.now() : undefined;
    const isStored = await store((stored) => stored.map((one) => (one.name === name ? { ...one, tells } : one)));
    if (isStored) await deps.ask('view-alerts', {}).catch(() => undefined);
  };
  return (
    <>
      {views.length === 0 && <p class="note">{text('exploreNoSaved')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <Plain onClick={() => onOpen(view.address)}>{view.name}</Plain>
            <SignButton
              sign="×"
              label={text('exploreForget', view.name)}
              onPress={() => void store((stored) => stored.filter((one) => one.name !== view.name))}
            />
            <label class="tell">
              <input
                type="checkbox"
                aria-label={`${text('exploreTell')}: ${view.name}`}
                checked={view.tells !== undefined}
                onChange={(event) => void tell(view.name, event.currentTarget.checked)}
              />
              {text('exploreTell')}
            </label>
          </li>
        ))}
      </ul>
      {views.some(({ tells }) => tells !== undefined) && <p class="note">{text('exploreTellHint', String(maxTold))}</p>}
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
        <Act type="submit">{text('exploreSave')}</Act>
      </form>
      <Trouble>{problem}</Trouble>
    </>
  );
}
