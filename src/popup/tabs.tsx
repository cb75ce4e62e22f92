import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ComponentChildren;
  readonly content: () => ComponentChildren;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly first: Id;
}

/** The place to which a key moves among `count` tabs, from the place `at`. */
const targets: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with their panels. A panel is drawn when its tab is chosen first, and keeps what was typed while another is seen. */
export function Tabs<Id extends string>({ label, tabs, first }: TabsProps<Id>) {
  const [chosen, setChosen] = useState(first);
  const [visited, setVisited] = useState<ReadonlySet<Id>>(new Set([first]));
  const choose = (id: Id) => {
    setChosen(id);
    setVisited((before) => new Set([...before, id]));
  };
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const tab = tabs[targets[event.key]?.(at, tabs.length) ?? -1];
    if (!tab) return;
    event.preventDefault();
    choose(tab.id);
    document.getElementById(`tab-${tab.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={press}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          class="panel"
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== chosen}
        >
          {visited.has(id) && content()}
        </div>
      ))}
    </>
  );
}
