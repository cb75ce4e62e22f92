import { el } from '#ui/overlay/element.ts';
import { cashTable } from '#ui/overlay/panel-cash.ts';
import type { PanelModel } from '#ui/overlay/panel-model.ts';
import { text } from '#ui/words/text.ts';

export const panelTabs = ['history', 'cash'] as const;
export type PanelTab = (typeof panelTabs)[number];

/** The history, and the cash ratio where there is one: the open tab alone is drawn. */
export function tabs({ cash, overlay }: PanelModel, history: HTMLElement, chosen: PanelTab): HTMLElement {
  const open = cash ? chosen : 'history';
  const names = { history: text('historyTitle'), cash: text('cashHead') };
  const tab = (id: PanelTab) => {
    const isOpen = id === open;
    const state = { id, 'aria-selected': String(isOpen), 'aria-controls': 'tab', tabindex: isOpen ? 0 : -1 };
    return el('button', { type: 'button', role: 'tab', 'data-tab': id, 'data-key': id, ...state }, names[id]);
  };
  const shown = panelTabs.filter((id) => id !== 'cash' || cash);
  return el(
    'div',
    { class: 'tabs' },
    el('div', { role: 'tablist' }, ...shown.map(tab)),
    el(
      'div',
      { role: 'tabpanel', id: 'tab', 'aria-labelledby': open },
      cash && open === 'cash' ? cashTable(cash, overlay.shown) : history,
    ),
  );
}

/** The tab to which an arrow moves the focus from another one. */
export function tabAfter(root: ShadowRoot, key: string): HTMLElement | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const all = [...root.querySelectorAll<HTMLElement>('[data-tab]')];
  const at = all.findIndex(({ id }) => id === root.activeElement?.id);
  return step && at >= 0 ? all.at((at + step) % all.length) : undefined;
}
