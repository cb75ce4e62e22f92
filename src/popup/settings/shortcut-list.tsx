import { useEffect, useState } from 'preact/hooks';
import type { Shell } from '#popup/deps.ts';
import { text } from '#ui/words/text.ts';

/** The browser's current shortcuts; empty until it has answered. */
function useShortcuts({ shortcuts }: Shell) {
  const [list, setList] = useState<Awaited<ReturnType<Shell['shortcuts']>>>([]);
  useEffect(() => {
    shortcuts().then(setList, () => setList([]));
  }, [shortcuts]);
  return list;
}

/**
 * The shortcuts with their keys, and a button that opens the browser's page for them. Empty in browsers without
 * shortcuts, such as those on phones.
 */
export function ShortcutList({ shell }: { readonly shell: Shell }) {
  const shortcuts = useShortcuts(shell);
  if (shortcuts.length === 0) return null;
  return (
    <>
      <dl class="pairs">
        {shortcuts.map(({ name, description, keys }) => (
          <div key={name}>
            <dt>{description || text('settingsShortcutPopup')}</dt>
            <dd>{keys ? <kbd>{keys}</kbd> : text('settingsShortcutNone')}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <button type="button" onClick={() => void shell.changeShortcuts()}>
          {text('settingsShortcutChange')}
        </button>
      </div>
    </>
  );
}
