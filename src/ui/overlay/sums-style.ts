import { colours, marketMarkStyle } from '#ui/overlay/overlay-colours.ts';

/** The style sheet of the sums above a trade offer and above an inventory. */
export const sumsStyle = `
:host {
  all: initial; display: block; box-sizing: border-box; margin: 0 0 8px; clear: both; grid-column: 1 / -1;
  font: 500 12px/16px system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; color: var(--fg);
}
${colours}
${marketMarkStyle}
.sums { box-sizing: border-box; max-width: 640px; padding: 6px 10px; border: 1px solid var(--edge); border-radius: 8px; background: var(--sheet); overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 3px 6px; text-align: right; white-space: nowrap; font-weight: 600; }
thead th { color: var(--mute); font-size: 11px; font-weight: 500; white-space: normal; }
tbody th { text-align: left; font-weight: 500; }
tbody tr > * { border-top: 1px solid var(--line); }
td span, th .net { color: var(--mute); font-weight: 500; } th .net { display: none; }
.mark { display: inline-block; margin-right: 6px; vertical-align: middle; }
.strip { max-width: none; width: fit-content; } .strip table { width: auto; }
.strip :is(th, td) { padding: 1px 6px; font-weight: 500; }
.strip tr > * { border: 0; } .strip :is(tr + tr, .more > tr) { border-top: 1px solid var(--line); }
.strip .net { font-weight: 650; } .strip .best .net { color: var(--good); } .strip :is(th span:not(.mark), div) { color: var(--mute); }
.strip div { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 3px 6px 0; } .strip:not(:has(details[open])) .more { display: none; }
summary { cursor: pointer; } summary:focus-visible { outline: 2px solid var(--focus); }
@media (max-width: 600px) {
  .sums { padding: 6px 4px; }
  .sums:not(.strip) {
    th, td { padding: 3px 2px; } tbody th .mark { display: none; } td > span, th .net { display: block; font-size: 11px; } .word { display: none; }
    td:last-child, [data-exit] th { white-space: normal; } table { table-layout: fixed; } thead tr > * { width: 26.5%; overflow-wrap: anywhere; } thead tr > :nth-child(2) { width: 24.5%; } thead tr > :nth-child(4) { width: 22.5%; }
  }
  .strip :is(th, td) { padding: 1px 3px; }
}
p { margin: 4px 0 0; overflow-wrap: anywhere; } p:not(.sample) { color: var(--mute); } .sample { padding: 3px 6px; border-radius: 3px; }
@media (forced-colors: active) { .mark { border: 1px solid; } }
`;
