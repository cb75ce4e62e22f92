/** Where a screenshot goes in a picture, pixels. */
interface Placed {
  readonly png: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** One picture for a store: a line of words, and screenshots under it. */
export interface Composition {
  /** One line. */
  readonly words: string;
  readonly theme: 'light' | 'dark';
  readonly images: readonly Placed[];
}

/** What the pictures take from the extension, so that they look like it. */
export interface Brand {
  /** CSS of the tokens (src/ui/tokens.css). */
  readonly tokens: string;
  /** SVG. */
  readonly icon: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const dataUrl = (type: string, bytes: Uint8Array | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const documentOf = ({ tokens }: Brand, theme: string, style: string, body: string): string => `<!doctype html>
<html lang="en" data-theme="${theme}">
<meta charset="utf-8">
<style>
${tokens}
body { margin: 0; height: 100vh; overflow: hidden; background: var(--sl-page); color: var(--sl-fg); font-family: var(--sl-font); }
${style}
</style>
<body>${body}</body>
</html>`;

const frameStyle = `
h1 { display: flex; align-items: center; gap: 18px; height: 104px; margin: 0; padding: 0 40px; font-size: 31px; font-weight: 650; }
h1 img { width: 46px; }
.shot { position: absolute; border: 1px solid var(--sl-line); border-radius: 12px; box-shadow: 0 8px 40px #00000059; }`;

/** The document of a picture, to be photographed at 1280 × 800. */
export function frameDocument(brand: Brand, { words, theme, images }: Composition): string {
  const shots = images.map(
    ({ png, left, top, width }) =>
      `<img class="shot" style="left:${left}px;top:${top}px;width:${width}px" src="${dataUrl('image/png', png)}">`,
  );
  const line = `<h1><img src="${dataUrl('image/svg+xml', brand.icon)}">${escaped(words)}</h1>`;
  return documentOf(brand, theme, frameStyle, line + shots.join(''));
}

const tileStyle = `
body { display: grid; align-content: center; justify-items: center; gap: 12px; text-align: center;
  background: linear-gradient(150deg, #14203c, #0c1222); }
img { width: 92px; }
h1 { margin: 0; font-size: 40px; font-weight: 650; }
p { margin: 0; font-size: 17px; }`;

/** The document of Chrome's small promotional picture, to be photographed at 440 × 280. */
export const tileDocument = (brand: Brand, words: string): string =>
  documentOf(
    brand,
    'dark',
    tileStyle,
    `<img src="${dataUrl('image/svg+xml', brand.icon)}"><h1>Skinlens</h1><p>${escaped(words)}</p>`,
  );
