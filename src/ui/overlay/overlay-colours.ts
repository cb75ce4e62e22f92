/**
 * The direction of writing, which `all: initial` leaves as the page's, and the colours of overlay and panel, selected by
 * `data-theme` of the host. Texts have a contrast of at least 4.5:1.
 */
export const colours = `
:host {
  direction: ltr; unicode-bidi: isolate;
  --fg: #e7eaf0; --mute: #a3acba; --line: #ffffff26; --edge: #ffffff59; --good: #3fcf8e; --bad: #ff8a80; --warn: #f2b84b; --fall: #d6a8ff;
  --stripe: #f2b84b2e; --chip: #1b202ae6; --sheet: #1b202a; --sunk: #ffffff0a; --focus: #6ea8ff;
}
:host([data-theme="light"]) {
  --fg: #1b1f27; --mute: #596270; --line: #0000001f; --edge: #00000059; --good: #08703f; --bad: #b3261e; --warn: #7d5000; --fall: #7a2fb0;
  --stripe: #7d500024; --chip: #fffffff2; --sheet: #ffffff; --sunk: #00000008; --focus: #1f5fd6;
}
@media (prefers-contrast: more) {
  :host { --mute: #d5dbe5; --line: #ffffff80; --chip: #0b0d11; --sheet: #0b0d11; }
  :host([data-theme="light"]) { --mute: #3a414c; --line: #00000080; --chip: #ffffff; --sheet: #ffffff; }
}
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .rise { color: var(--focus); } .fall { color: var(--fall); }
.mute { color: var(--mute); font-weight: 500; }
.sample { background: var(--warn); color: var(--sheet); font-weight: 700; }
@media (forced-colors: active) { .sample { outline: 1px solid; } }
`;

/** Shapes and colours of the markets' marks: those of references, and a plain one of all others. */
export const marketMarkStyle = `
.mark { width: calc(1lh - 1px); height: calc(1lh - 1px); font-size: 9px; font-weight: 700; line-height: 1.5556; text-align: center; color: #0b0d11; }
.square { border-radius: 3px; background: #f5b13d; }
.round { border-radius: 50%; background: #5ab0ff; }
.attachment { border-radius: 3px; background: #d9b8ff; }
.hexagon { background: #7ce0c3; clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
.plain { border-radius: 2px; background: #c3cad6; width: 1lh; font-size: 7.5px; line-height: 1.8667; letter-spacing: -.3px; }
`;
