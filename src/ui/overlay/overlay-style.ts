import { colours, marketMarkStyle } from '#ui/overlay/overlay-colours.ts';

/**
 * Height of an overlay, by its width, its density and the number of its rows; never by its notes, so that neighbours are
 * even. It is the same in view, out of view and as a placeholder, so that nothing on the page moves. A row has a line, of
 * 15 px unless the user's smallest font is larger, and 1 px, with a line of 1 px between two. From a width of 150 px on the
 * rows have an explicit height: growing in a flex box took Firefox nearly twice as long.
 */
const heights = `
.overlay { --all: calc(var(--markets) + var(--more)); --low: calc(1lh * 13 / 15); --high: calc(var(--all) * (1lh + 2px) + 1lh + 1px); min-height: var(--high); contain-intrinsic-height: var(--high); }
@container (width >= 150px) { .rows { min-height: calc(var(--high) - 1lh - 2px); } }
@container (width < 150px) { .overlay { --high: calc(var(--all) * (var(--low) + 1px) + 2 * var(--low) + 1px); } }
@container (width >= 420px) { .overlay { --high: calc(var(--more) * (1lh + 1px) + 2lh + 3px); } }
:host .absent.overlay { --high: calc(1lh + 4px); }
@container (width < 300px) { :host .absent.faulty { --high: calc(2lh + 6px); } }
@container (width < 150px) { :host .absent.overlay { --high: calc(2lh + 6px); } :host .absent.faulty { --high: calc(3lh + 9px); } }
`;

/** The markets side by side, below the exit value and above what is attached. */
const columns = `
.rows { grid-template-columns: repeat(var(--markets), minmax(0, 1fr)); column-gap: 0; }
.row { grid-column: auto; grid-template-columns: calc(1lh - 2px) minmax(min-content, 1fr) auto; column-gap: 5px; }
.row + .row { border-top: 0; border-left: 1px solid var(--line); }
:is(.exit, .attached).row { grid-column: 1 / -1; border-left: 0; } .exit + .row { border-left: 0; }
.row.exit { border-bottom: 1px solid var(--line); } .row.attached { border-top: 1px solid var(--line); }
`;

const withoutPrices =
  '.row[data-diff] { grid-template-columns: calc(1lh - 2px) minmax(0, 1fr); } .row[data-diff] .price { display: none; }';

/**
 * A narrow compact overlay has two markets a line, and its foot beside the third one, or below. In the foot the notes have
 * their room before the liquidity, which otherwise wraps to a line under the visible one.
 */
const compact = `
:host([data-density="compact"]) {
  @container (width < 150px) {
    .overlay { --high: calc((var(--all) + 1) * (var(--low) + 1px)); }
    .foot, .notes { height: 1lh; } .noted .notes { margin-right: -3px; padding-right: 3px; justify-content: flex-start; }
  }
  @container (width >= 150px) { .overlay { --high: calc(var(--more) * (1lh + 1px) + 3lh + 4px); } }
  @container (150px <= width < 300px) {
    .rows { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-auto-rows: 1lh; align-content: start; column-gap: 0; }
    .row { grid-column: auto; grid-template-columns: calc(1lh - 2px) minmax(0, 1fr) auto; column-gap: 4px; border: 0; padding: 0 4px; }
    :is(.exit, .attached) { grid-column: 1 / -1; order: -1; }
    ${withoutPrices}
  }
  @container (150px <= width < 190px) {
    .row[data-diff] .diff > :first-child { width: 0; font-size: 0; } .row:not([data-diff], .attached) .diff { display: none; }
  }
  @container (width >= 190px) { .overlay { --high: calc(var(--more) * (1lh + 1px) + 2lh + 3px); } }
  @container (190px <= width < 300px) {
    .rows { min-height: calc(var(--high) - 2px); } .overlay { position: relative; }
    .foot { position: absolute; right: 1px; bottom: 1px; width: 50%; box-sizing: border-box; }
  }
  @container (width < 300px) {
    .noted { .foot { flex-wrap: wrap-reverse; align-content: flex-end; column-gap: 5px; } .notes { display: flex; } .bar { width: 10px; } }
  }
  @container (width >= 300px) { ${columns} }
  @container (300px <= width < 420px) { ${withoutPrices} }
}
`;

/**
 * Shown while the pointer is on the card: the overlay takes no room until then, and none of the page's then. It stands
 * where it covers least of the card's price and buttons (src/page/panel/triggers.ts).
 */
const hover = `
@media (hover: hover) {
  :host([data-density="hover"]) {
    position: relative; z-index: 3; height: 0; margin: 0;
    .overlay { position: absolute; top: var(--down, 2px); left: 0; background: var(--sheet); box-shadow: 0 4px 14px #00000066; transition: opacity .12s; }
  }
  :host([data-density="hover"]:not([data-near]):not(:focus-within)) .overlay { opacity: 0; pointer-events: none; }
}
`;

/** A part without room is hidden as a whole and never cut: it wraps to a line outside the visible one. */
const fitting = `
.diff, .notes { display: flex; flex-wrap: wrap; justify-content: flex-end; column-gap: 3px; height: 1lh; overflow: hidden; }
.diff > span { min-height: 1lh; } .diff > i { width: 1px; min-height: 1lh; }
.weekly { display: flex; flex-flow: row-reverse wrap; gap: 0 5px; justify-content: space-between; height: 1lh; min-width: min-content; overflow: hidden; }
.week { font-weight: 500; }
.foot { display: flex; column-gap: 8px; height: 1lh; overflow: hidden; }
.liquidity { display: flex; flex: 0 1000 auto; align-items: center; column-gap: 4px; }
.notes { margin-left: auto; }
@container (width >= 150px) { .notes > * + *::before { content: "· "; } }
@container (width < 250px) { [data-brief] { &::after { content: attr(data-brief); } > span { display: none; } } }
`;

/** Prices that are made up: grey on stripes, within dashes, above a filled bar that says so. */
const sample = `
:host([data-sample]) {
  .rows { border: 1px dashed var(--warn); background: repeating-linear-gradient(-45deg, transparent 0 7px, var(--stripe) 7px 14px); }
  .price { color: var(--mute); font-weight: 500; } .notes { flex: 1 1 auto; }
  @container (width < 190px) { .liquidity { display: none; } }
}
.sample { flex: 1; border-radius: 3px; text-align: center; }
`;

/** A difference loses its amount of money first, and then its arrow, whose meaning the sign has, too. */
const percentFirst = `
.row[data-diff] .diff { flex-flow: row-reverse wrap; justify-content: flex-start; column-gap: 3px; }
.row[data-diff] .diff > :nth-child(2) { order: -1; } .row[data-diff] .diff::before { order: -2; min-height: 1lh; margin-left: -3px; content: ""; }
`;

/** Cards under 150 px get a second line for the reason and lower rows; under 110 px the rows also have to fit in wide fonts. */
const narrow = `
@container (width < 150px) {
  .overlay { display: flex; }
  .row { padding: 0 3px; line-height: 1.18182; }
  .rows { grid-template-columns: calc(1lh - 1px) minmax(max-content, 1fr) auto; column-gap: 3px; }
  .exit { column-gap: 3px; } .exit .mark { order: -2; } .exit .plain { width: 14px; } .exit .percent { order: -1; }
  .mark { font-size: 8px; line-height: 1.5; }
  .diff, .weekly { column-gap: 2px; } .week { display: none; }
  .foot { flex-wrap: wrap; height: 2lh; line-height: 1.18182; padding: 0 3px; column-gap: 5px; align-content: flex-start; }
  .notes { display: contents; }
  .trouble { display: none; }
  .bar { width: 14px; }
  .notice { line-height: 1.18182; padding: 0 5px; }
  .notes > .sample { display: grid; place-items: center; flex: 1 0 100%; height: 100%; white-space: normal; }
}
@container (width < 130px) {
  ${percentFirst}
  :host(:not([data-repeated])) {
    .rows { grid-template-columns: minmax(0, 1fr); }
    .row:not(.exit, [hidden]) { position: relative; display: flex; flex-flow: row-reverse wrap; gap: 0 3px; height: 1lh; padding-left: calc(1lh + 3px); overflow: hidden; }
    .row:not(.exit) > .mark { position: absolute; left: 2px; } .row[data-diff] .price, .row:not([data-diff]) .diff { order: 1; }
  }
}
@container (width < 110px) {
  .rows { letter-spacing: -.5px; } .row { padding: 0 1px; }
  .price[data-whole] { display: grid; justify-content: end; font-size: 0; }
  .price[data-whole]::before { font-size: 11px; content: attr(data-whole); }
}
`;

/** Where another card has the prices: one line of differences, or one for each market, or the reason for having none. */
const repeating = `
:host([data-repeated]) {
  ${percentFirst}
  .overlay:not(.absent) { --high: calc(var(--all) * (1lh + 2px) + 1px); }
  .rows { min-height: calc(var(--high) - 2px); }
  .row[data-market] { display: flex; gap: 4px; padding: 0 4px; } .row[data-market] .diff { margin-left: auto; }
  .row[data-market] .price, .liquidity, .rows:has([data-diff]) + .foot { display: none; }
  .row[data-market]:not([data-diff])::after { content: "—"; color: var(--mute); }
  .overlay:not(.absent, :has([data-diff])) { --high: calc(var(--more) * (1lh + 2px) + 1lh + 4px); }
  .rows:not(:has([data-diff])) { min-height: calc(var(--high) - 1lh - 4px); .row[data-market] { display: none; } }
  .foot { position: static; align-items: center; width: auto; height: calc(1lh + 2px); line-height: inherit; } .notes { margin: 0; justify-content: flex-start; }
  .rows:not(:has([data-diff], .exit, .attached)) { display: none; & + .foot { height: var(--high); } }
}
:host([data-repeated][data-sample]) .overlay { display: none; }
:host([data-repeated][data-deal]) .rows > :first-child::before { content: "★"; color: var(--good); }
:host([data-repeated]) .rows > [data-worn]::before { content: attr(data-worn); color: var(--warn); }
@container (width >= 250px) { :host([data-repeated]) { ${columns} .overlay:has([data-diff]) { --high: calc(var(--more) * (1lh + 1px) + 1lh + 4px); } } }
@container (width < 150px) { :host([data-repeated]) .overlay:has([data-diff]) { --high: calc(var(--all) * (var(--low) + 1px) + 2px); } }
`;

/**
 * The overlay's style sheet, shared by all shadow roots and never added to the page's document. The row of the exit value
 * widens no column of the rows below.
 */
export const overlayStyle = `
:host {
  all: initial; display: block; box-sizing: border-box; width: 100%; min-width: max(96px, min(130px, 100%)); max-width: 640px;
  flex: 0 0 auto; grid-column: 1 / -1; margin: 3px 0 0; container-type: inline-size; text-align: left;
  font: 500 11px/1.36364 system-ui, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; color: var(--fg);
}
${colours}
${marketMarkStyle}
.overlay { all: unset; display: block; flex-direction: column; box-sizing: border-box; width: 100%; cursor: pointer; border-radius: 6px; background: var(--chip); content-visibility: auto; }
div.overlay { display: flex; cursor: default; }
.overlay:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
.rows, .notice, .skeleton { flex: 1; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
button:hover .rows { border-color: var(--edge); }
.rows { display: grid; grid-template-columns: calc(1lh + 3px) minmax(min-content, 1fr) auto; column-gap: 5px; }
.row { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; min-height: var(--low); padding: 0 5px; }
.row + .row { border-top: 1px solid var(--line); }
.exit { contain: inline-size; display: flex; grid-template-columns: none; column-gap: 6px; height: 1lh; flex-wrap: wrap; overflow: hidden; } .exit:not(.mute) { font-weight: 600; }
.exit > :not(.mark) { min-height: 1lh; } .row.exit:first-child { border-top: 0; }
.exit .at { margin-left: auto; color: var(--mute); font-weight: 500; }
.price, .diff { text-align: right; font-weight: 600; }
.row[hidden] { display: none; } .phased .row[data-market] { border: 0 !important; }
.stale .price, .phased .price { color: var(--mute); font-weight: 500; }
.notice { display: flex; align-items: center; padding: 0 6px; color: var(--mute); overflow-wrap: anywhere; }
.foot, .sentence { flex: none; padding: 0 4px; color: var(--mute); }
.rows, .foot { white-space: nowrap; }
.bar { width: 24px; min-width: 10px; height: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--mute); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skeleton { opacity: .6; }
:host([data-deal]) .rows { border-color: var(--good); box-shadow: inset 0 0 0 1px var(--good); }
@container (width < 250px) { .exit > .mute > span { display: none; } }
${fitting}
${sample}
@container (width >= 420px) { ${columns} }
${narrow}
${compact}
${hover}
${heights}
${repeating}
@media (prefers-reduced-motion: reduce) { .overlay { transition: none !important; } }
@media (forced-colors: active) {
  .mark, .bar { border: 1px solid; } .bar span { background: CanvasText; }
  :host([data-deal]) .rows { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;
