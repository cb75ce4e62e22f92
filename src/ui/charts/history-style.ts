/** Colours of lines in a chart: more markets than colours have dashed lines. */
export const lineColours = 7;

/**
 * Style of a price history, in the panel and in the extension's pages. Each names its own colours, and sets
 * `color-scheme`. The lines have a contrast of at least 3:1 with the ground (WCAG 1.4.11).
 */
export const historyStyle = `
.history {
  --line-0: light-dark(#9a6300, #f5b13d); --line-1: light-dark(#1f5fd6, #5ab0ff); --line-2: light-dark(#08755c, #7ce0c3);
  --line-3: light-dark(#8431b8, #e58bff); --line-4: light-dark(#b3261e, #ff8a80); --line-5: light-dark(#5b6b00, #c0d860); --line-6: light-dark(#596270, #c3cad6);
  --quiet: var(--mute, var(--sl-muted)); --rule: var(--line, var(--sl-line)); --strong: var(--edge, var(--sl-edge));
  contain: inline-size; font-size: 12px; line-height: 16px;
}
.history .top { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; justify-content: space-between; }
.history .top strong { font-weight: 650; }
.history .spans { display: flex; gap: 2px; }
.history .spans button { all: unset; box-sizing: border-box; min-width: 36px; min-height: 24px; padding: 3px 6px; border: 1px solid var(--rule); border-radius: 6px; text-align: center; cursor: pointer; color: var(--quiet); font-size: 11px; line-height: 16px; }
.history .spans button:hover { border-color: var(--strong); }
.history .spans button[aria-pressed="true"] { border-color: var(--strong); background: var(--rule); color: var(--fg, var(--sl-fg)); font-weight: 650; }
.history .spans button:focus-visible { outline: 2px solid var(--focus, var(--sl-accent)); outline-offset: -2px; }
.history .plot { position: relative; height: 132px; margin-top: 4px; overflow: hidden; color: var(--quiet); border-top: 0 solid var(--rule); }
.history .wait { position: absolute; inset: 0; display: grid; place-items: center; padding: 0 12px; text-align: center; color: var(--quiet); }
.history .u-wrap { position: relative; }
.history .u-over, .history .u-under, .history .u-axis { position: absolute; }
.history canvas { display: block; position: relative; width: 100%; height: 100%; }
.history .u-cursor-x { position: absolute; left: 0; top: 0; height: 100%; border-right: 1px dashed var(--strong); pointer-events: none; will-change: transform; }
.history .u-cursor-pt { position: absolute; top: 0; left: 0; border-radius: 50%; border: 0 solid; pointer-events: none; background-clip: padding-box; will-change: transform; }
.history .u-hz .u-cursor-x { height: 100%; }
.history .u-off { display: none; }
.history .point { min-height: 16px; font-size: 11px; color: var(--quiet); overflow-wrap: anywhere; }
.history ul { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 2px 0 0; padding: 0; list-style: none; font-size: 11px; }
.history li { display: flex; gap: 5px; align-items: center; white-space: nowrap; }
.history .key { width: 14px; border-top: 2px solid currentColor; }
.history .key.dashed { border-top-style: dashed; }
.history p { margin: 3px 0 0; max-width: 76ch; font-size: 11px; white-space: normal; color: var(--quiet); }
.history li span + span { color: var(--quiet); }
@media (forced-colors: active) { .history .spans button[aria-pressed="true"] { border-color: Highlight; } }
`;
