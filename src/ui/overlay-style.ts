import { marksStyle, palette } from '#ui/shadow-style.ts';

/** The overlay's style sheet: one for all shadow roots, never in the page's own document. */
export const overlayStyle = `
:host {
  all: initial; display: block; box-sizing: border-box; width: 100%; min-width: 130px; max-width: 640px;
  flex: 0 0 auto; margin: 3px 0 0; container-type: inline-size; text-align: left; contain: layout style;
  font: 500 11px/15px system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; color: var(--fg);
}
${palette}
${marksStyle}
.overlay { all: unset; display: block; box-sizing: border-box; width: 100%; cursor: pointer; border-radius: 6px; background: var(--chip); }
div.overlay { cursor: default; }
.overlay:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.rows, .notice { display: block; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
button:hover .rows { border-color: var(--edge); }
.row { display: grid; grid-template-columns: 13px 1fr minmax(54px, 1fr); column-gap: 5px; align-items: center; height: 16px; padding: 0 5px; }
.row + .row { border-top: 1px solid var(--line); }
.price, .diff { white-space: nowrap; text-align: right; font-weight: 600; }
.stale .price { color: var(--mute); font-weight: 500; }
.notice { padding: 0 6px; color: var(--mute); line-height: 17px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.foot { display: flex; justify-content: space-between; gap: 6px; padding: 0 4px; font-size: 10px; color: var(--mute); white-space: nowrap; }
.why { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.liquidity { flex: none; }
.bar { display: inline-block; width: 24px; height: 4px; margin-right: 4px; border-radius: 2px; background: var(--line); overflow: hidden; vertical-align: middle; }
.bar span { display: block; height: 100%; background: var(--mute); }
.short { display: none; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skeleton { height: 51px; margin-bottom: 15px; border: 1px solid var(--line); border-radius: 6px; background: var(--chip); opacity: .6; }
:host([data-deal]) .rows { border-color: var(--good); box-shadow: 0 0 0 1px var(--good); }
:host([data-density="compact"]) .row { height: 14px; }
:host([data-density="compact"]) .foot:not(.told) { display: none; }
:host([data-density="compact"]) .skeleton { margin-bottom: 0; }
:host([data-density="hover"]:not([data-near]):not(:focus-within)) { opacity: 0; }
:host([data-density="hover"]) { transition: opacity .12s; }
@container (max-width: 219px) { .wide { display: none; } }
@container (max-width: 209px) { .long, .doubted .rate { display: none; } .short { display: inline; } }
@container (max-width: 189px) { .told .bar, .dealt .rate { display: none; } }
@container (min-width: 300px) {
  :host([data-density="compact"]) .rows { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
  :host([data-density="compact"]) .row { grid-template-columns: 13px 1fr; height: 16px; }
  :host([data-density="compact"]) .row + .row { border-top: 0; border-left: 1px solid var(--line); }
  :host([data-density="compact"]) .wide { display: none; }
}
@container (min-width: 300px) and (max-width: 419px) {
  :host([data-density="compact"]) .row:has(.diff:not(:empty)) .price, :host([data-density="compact"]) .diff:empty { display: none; }
}
@container (min-width: 420px) {
  .rows { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
  .row, :host([data-density="compact"]) .row { grid-template-columns: 13px 1fr minmax(54px, 1fr); padding: 0 5px; }
  .row + .row { border-top: 0; border-left: 1px solid var(--line); }
}
@media (prefers-reduced-motion: reduce) { :host { transition: none !important; } }
@media (forced-colors: active) { .mark, .bar { border: 1px solid; } .bar span { background: CanvasText; } }
`;
