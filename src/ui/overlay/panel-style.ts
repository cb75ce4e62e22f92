import { historyStyle } from '#ui/charts/history-style.ts';
import { colours, marketMarkStyle } from '#ui/overlay/overlay-colours.ts';

/**
 * The layouts (src/page/panel/position.ts): a wide panel has the chart beside the rows, a narrow one fewer columns. On a
 * phone the foot scrolls too, and the chart is lower, so that it comes into sight under the rows.
 */
const layouts = `
:host { width: max-content; min-width: 420px; } :host([data-layout="phone"]) { width: 100vw; min-width: 0; }
.scroll { display: grid; grid-template: "lead" auto "main" auto "side" auto "foot" auto / minmax(0, 1fr); }
.lead { grid-area: lead; } .main { grid-area: main; } .side { grid-area: side; } .foot { grid-area: foot; }
:host([data-layout="wide"]) .scroll { grid-template: "main lead" auto "main side" 1fr "foot foot" auto / minmax(max-content, 1fr) 340px; }
:host([data-layout="wide"]) .main { border-right: 1px solid var(--line); }
:host([data-layout="wide"]) .history { border-top: 0; }
:host([data-layout="narrow"]) :is(.avg30, .money, td.cost, th.cost),
:host([data-layout="phone"]) :is(.avg7, .avg30, .count, .money, td.cost, th.cost) { display: none; }
:host([data-layout="phone"]) table:has(.net) :is(.age, .act) { display: none; }
:host(:is([data-layout="narrow"], [data-layout="phone"])) :is(th, td):not(.act, .market) { padding: 2px 3px; }
:host([data-layout="phone"]) :is(.act, .act button) { padding-inline: 3px; } :host([data-layout="phone"]) .market { padding: 2px 3px 2px 8px; }
:host([data-layout="phone"]) .foot { position: static; } :host([data-layout="phone"]) .scroll { scroll-padding-bottom: 0; }
:host([data-layout="phone"]) .history .plot { height: 84px; }
:host([data-layout="wide"]) .title { flex-flow: row wrap; gap: 0 12px; align-items: baseline; }
:host([data-layout="wide"]) .foot p { flex: 0 1 auto; }
:host(:is([data-layout="wide"], [data-layout="phone"])) .cash :is(table, thead, tbody) { display: block; }
:host(:is([data-layout="wide"], [data-layout="phone"])) .cash tr { display: grid; grid-template-columns: minmax(0, 1fr) 108px 118px; }
:host(:is([data-layout="wide"], [data-layout="phone"])) .cash th { white-space: normal; }
:host(:is([data-layout="wide"], [data-layout="phone"])) .cash thead .rests { display: none; }
:host(:is([data-layout="wide"], [data-layout="phone"])) .cash td.rests { grid-column: 1 / -1; padding: 0 5px 3px 12px; border: 0; text-align: left; white-space: normal; }
`;

export const panelStyle = `
:host {
  all: initial; position: fixed; inset: auto; display: flex; flex-direction: column; box-sizing: border-box; margin: 0;
  font: 500 12px/16px system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; color: var(--fg);
}
:host(:not(:popover-open)) { display: none; }
${colours}
${marketMarkStyle}
${historyStyle}
:host { color-scheme: dark; } :host([data-theme="light"]) { color-scheme: light; }
.history { padding: 8px 12px 6px; border-top: 1px solid var(--line); }
.exit-sum { padding: 4px 12px 6px; border-bottom: 1px solid var(--line); } .exit-sum strong { font-size: 13px; } .exit-sum p { margin: 0; font-size: 11px; } summary { cursor: pointer; }
.limits { display: flex; flex-wrap: wrap; gap: 4px; padding: 4px 12px; border-bottom: 1px solid var(--line); } .limits button { border: 1px solid var(--line); padding: 2px 8px; color: var(--fg); }
.wear { margin: 0; padding: 4px 12px; max-width: none; border-bottom: 1px solid var(--line); }
.phase { padding: 2px 12px 6px; border-bottom: 1px solid var(--line); } .phase a { margin-left: 6px; text-decoration: underline; }
.attachments { padding: 6px 12px; border-top: 1px solid var(--line); }
.attachments ul { margin: 2px 0; padding: 0; list-style: none; }
.attachments li, .attachments .total { display: grid; grid-template-columns: 1fr auto auto; gap: 0 12px; }
.attachments .total { display: flex; justify-content: flex-end; border-top: 1px solid var(--line); padding-top: 2px; }
.panel {
  display: flex; flex-direction: column; box-sizing: border-box; min-height: 0; overflow: hidden;
  background: var(--sheet); border: 1px solid var(--edge); border-radius: 10px; box-shadow: 0 12px 36px #00000059; outline: none;
}
/* The rows alone make a panel wide: no sentence above or below them does. */
.head { flex: none; } .foot, .lead { contain: inline-size; }
.head { display: flex; gap: 12px; align-items: flex-start; justify-content: space-between; padding: 7px 8px 5px 12px; } .acts { display: flex; flex: none; }
.title { display: flex; flex: 1; flex-direction: column; min-width: 0; }
.title strong { font-size: 13px; font-weight: 650; overflow-wrap: anywhere; }
.scroll { overflow: auto; overscroll-behavior: contain; min-height: 0; scrollbar-width: thin; scrollbar-color: var(--edge) transparent; scrollbar-gutter: stable; scroll-padding-bottom: 80px; }
.scroll:focus-visible, :is(button, a, summary):focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
table { border-collapse: collapse; width: 100%; }
thead th, thead td { position: sticky; top: 0; background: var(--sheet); border-bottom: 1px solid var(--line); color: var(--mute); font-size: 11px; font-weight: 500; z-index: 1; }
th, td { padding: 2px 7px; text-align: right; white-space: nowrap; font-weight: 500; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody tr:hover { background: var(--sunk); }
.market { text-align: left; padding-left: 12px; }
.market .mark { display: inline-block; margin-right: 7px; vertical-align: middle; }
.price, .diff { font-weight: 650; }
.old .price, .old .market, .mute { color: var(--mute); font-weight: 500; }
.count, .age, .avg7, .avg30 { color: var(--mute); } .age.warn { color: var(--warn); }
.act { padding: 0 12px 0 0; } .act button { min-height: 21px; padding: 2px 6px; }
a { color: inherit; text-decoration: none; } a:hover { text-decoration: underline; }
button { all: unset; box-sizing: border-box; min-width: 24px; min-height: 24px; padding: 3px 6px; border-radius: 6px; text-align: center; cursor: pointer; color: var(--mute); }
button:hover { background: var(--line); color: var(--fg); }
.cash { border-top: 1px solid var(--line); padding-bottom: 6px; } .cash p { margin: 6px 12px 2px; } .cash thead th { position: static; }
.to-cash, .to-balance { font-weight: 650; } .rests { padding-right: 12px; color: var(--mute); }
.foot { position: sticky; bottom: 0; z-index: 1; background: var(--sheet); display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: center; padding: 4px 12px 6px; border-top: 1px solid var(--line); } .foot p { flex: 1 0 100%; margin: 0; }
.agreement { display: flex; flex-wrap: wrap; gap: 2px 12px; }
p { margin: 3px 0 0; max-width: 76ch; font-size: 11px; white-space: normal; }
.panel > .sample { flex: none; margin: 0; padding: 5px 12px; max-width: none; font-size: 12px; } .panel:has(> .sample) { border: 2px dashed var(--warn); } .panel:has(> .sample) .price { color: var(--mute); }
.copy { display: flex; flex-wrap: wrap; gap: 2px; align-items: center; margin-left: auto; font-size: 11px; }
.copy > button { border: 1px solid var(--line); padding: 2px 8px; margin-left: 3px; }
.copy-status { color: var(--good); } .copy-status:not(:empty) { margin-left: 8px; }
${layouts}
@media (forced-colors: active) { .mark, button { border: 1px solid; } }
`;
