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
td span, .net { color: var(--mute); font-weight: 500; } .net { display: none; }
.mark { display: inline-block; margin-right: 6px; vertical-align: middle; }
.strip { display: flex; flex-wrap: wrap; gap: 4px 18px; max-width: none; align-items: baseline; }
.strip div { white-space: nowrap; } .strip b { font-weight: 700; } .strip span:not(.mark) { color: var(--mute); }
@media (max-width: 600px) { .sums { padding: 6px 4px; } th, td { padding: 3px 2px; } tbody th .mark { display: none; } td > span, .net { display: block; font-size: 11px; } .word { display: none; } td:last-child, [data-exit] th { white-space: normal; } table { table-layout: fixed; } thead tr > * { width: 26.5%; overflow-wrap: anywhere; } thead tr > :nth-child(2) { width: 24.5%; } thead tr > :nth-child(4) { width: 22.5%; } }
p { margin: 4px 0 0; overflow-wrap: anywhere; } p:not(.sample) { color: var(--mute); } .sample { padding: 3px 6px; border-radius: 3px; }
@media (forced-colors: active) { .mark { border: 1px solid; } }
`;
