/** Where a screenshot stands in a picture, CSS pixels. */
export interface ShotPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** A picture for the stores: a caption of one line with screenshots below. */
export interface PictureContent {
  readonly caption: string;
  readonly theme: 'light' | 'dark';
  readonly screenshots: readonly (ShotPlace & { readonly png: Uint8Array })[];
}

/** The extension's design tokens and icon. */
export interface BrandAssets {
  /** CSS of the tokens (src/ui/tokens.css). */
  readonly tokens: string;
  /** SVG. */
  readonly icon: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const dataUrl = (type: string, bytes: Uint8Array | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const htmlDocument = ({ tokens }: BrandAssets, theme: string, style: string, body: string): string => `<!doctype html>
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

/** The document of a picture of 1280 × 800 pixels. */
export function frameDocument(brand: BrandAssets, { caption, theme, screenshots }: PictureContent): string {
  const shots = screenshots.map(
    ({ png, left, top, width }) =>
      `<img class="shot" style="left:${left}px;top:${top}px;width:${width}px" src="${dataUrl('image/png', png)}">`,
  );
  const line = `<h1><img src="${dataUrl('image/svg+xml', brand.icon)}">${escapeHtml(caption)}</h1>`;
  return htmlDocument(brand, theme, frameStyle, line + shots.join(''));
}

const tileStyle = `
body { display: grid; align-content: center; justify-items: center; gap: 12px; text-align: center;
  background: linear-gradient(150deg, #14203c, #0c1222); }
img { width: 92px; }
h1 { margin: 0; font-size: 40px; font-weight: 650; }
p { margin: 0; font-size: 17px; }`;

/** The document of Chrome's small promotional tile, 440 × 280 pixels. */
export const tileDocument = (brand: BrandAssets, caption: string): string =>
  htmlDocument(
    brand,
    'dark',
    tileStyle,
    `<img src="${dataUrl('image/svg+xml', brand.icon)}"><h1>Skinlens</h1><p>${escapeHtml(caption)}</p>`,
  );

/** Screenshots for both stores: 1280 × 800 is Chrome's larger size and has the ratio that Mozilla recommends (1.6 : 1). Pixels. */
export const screenshotSize = { width: 1280, height: 800 };

/** Chrome's small promotional tile. */
export const tileSize: typeof screenshotSize = { width: 440, height: 280 };
