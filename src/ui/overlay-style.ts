/** The overlay's style sheet: one for all shadow roots, never in the page's own document. */
export const overlayStyle = `
:host {
  all: initial; display: block; box-sizing: border-box; width: 100%; min-width: 130px; max-width: 640px;
  flex: 0 0 auto; margin: 3px 0 0; container-type: inline-size; text-align: left; contain: layout style;
  font: 500 11px/15px system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums;
  --fg: #e7eaf0; --mute: #a3acba; --line: #ffffff26; --good: #3fcf8e; --bad: #ff8a80; --warn: #f2b84b; --chip: #1b202acc;
  color: var(--fg);
}
:host([data-theme="light"]) {
  --fg: #1b1f27; --mute: #596270; --line: #0000001f; --good: #08703f; --bad: #b3261e; --warn: #7d5000; --chip: #ffffffd9;
}
.overlay { display: block; }
.rows, .notice { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--chip); }
.row { display: grid; grid-template-columns: 13px 1fr minmax(54px, 1fr); column-gap: 5px; align-items: center; height: 16px; padding: 0 5px; }
.row + .row { border-top: 1px solid var(--line); }
.mark { width: 13px; height: 13px; font-size: 9px; font-weight: 700; line-height: 13px; text-align: center; color: #0b0d11; }
.mark.square { border-radius: 3px; background: #f5b13d; }
.mark.round { border-radius: 50%; background: #5ab0ff; }
.mark.hexagon { background: #7ce0c3; clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
.price, .diff { white-space: nowrap; text-align: right; font-weight: 600; }
.diff.good { color: var(--good); } .diff.bad { color: var(--bad); }
.mute { color: var(--mute); font-weight: 500; } .warn { color: var(--warn); }
.stale .price { color: var(--mute); font-weight: 500; }
.notice { padding: 0 6px; color: var(--mute); line-height: 17px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.notice.warn { color: var(--warn); }
.foot { display: flex; justify-content: space-between; gap: 6px; padding: 0 2px; font-size: 10px; color: var(--mute); white-space: nowrap; }
.why { overflow: hidden; text-overflow: ellipsis; }
.liquidity { flex: none; }
.bar { display: inline-block; width: 24px; height: 4px; margin-right: 4px; border-radius: 2px; background: var(--line); overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--mute); }
@container (min-width: 420px) {
  .rows { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; }
  .row + .row { border-top: 0; border-left: 1px solid var(--line); }
}
@media (forced-colors: active) { .mark { border: 1px solid; } }
`;
