import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { portfolioPath } from '#core/settings/explore-path.ts';
import { runUntilInterrupted } from '#demo/run-until-interrupted.ts';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import {
  chooseTab,
  openCards,
  openComparison,
  openOffline,
  openRows,
  openStoreBrowser,
  type PageView,
  popupShot,
  type Shot,
  type StoreBrowser,
  takeShot,
  untilShown,
  watchItems,
} from '#store/store-browser.ts';
import { takePictures } from '#store/take-pictures.ts';
import { description, firstSteps, languages, textsFromTable } from '#store/texts-from-tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Of an extension that was just installed, and of a relay that was just started, by the names of their files. */
const shotsWithoutRelay: Readonly<Record<string, Shot>> = {
  welcome: {
    view: { width: 1000, height: 910 },
    open: ({ openOwn }, view) => openOwn('welcome.html', view, '.wait.busy'),
  },
  'relay-setup': {
    view: { width: 760, height: 760, scale: 1.5 },
    part: 'main',
    open: ({ openNewRelay }, view) => openNewRelay(view),
  },
  'no-prices': popupShot('.status.bad ::-p-text(Refresh)', openOffline),
};

/** The comparison comes first: it waits until the prices of all markets are there. */
const shotsWithRelay: Readonly<Record<string, Shot>> = {
  comparison: { view: { width: 1500, height: 1000, scale: 1.5 }, part: 'skinlens-panel', open: openComparison },
  card: {
    view: { width: 1200, height: 900, scale: 3 },
    part: 'item-card, [href*=hydra-gloves]',
    open: openCards,
  },
  cards: { view: { width: 760, height: 520, scale: 1.5 }, open: openCards },
  explore: { view: { width: 1400, height: 620 }, open: openRows('explore.html#view=cheaper') },
  popup: popupShot('.profits', openCards),
  alert: popupShot('.query', undefined, async (popup) => {
    await watchItems(popup);
    await chooseTab('watch')(popup);
    await popup.click('aria/Alert for AK-47 | Redline (Field-Tested)');
    await popup.type('form.alert input', '30');
  }),
  inventory: { view: { width: 760, height: 420, scale: 1.5 }, open: openInventory },
  portfolio: {
    view: { width: 1100, height: 620 },
    open: async (browser, view) => {
      const keep = 'button ::-p-text(Add to the portfolio)';
      await popupShot(keep, openInventory, (popup) => popup.click(keep)).open(browser, view);
      const page = await browser.openOwn(portfolioPath.slice(1), view, 'body');
      await page.bringToFront();
      await untilShown(page, () => document.querySelector('table')?.textContent.includes('$'));
      return page;
    },
  },
};

async function openInventory({ open }: StoreBrowser, view: PageView): Promise<Page> {
  const page = await open(view.theme === 'dark' ? 'steam' : 'whitemarket', 'inventory', view);
  await untilShown(page, () => document.querySelector('skinlens-inventory')?.shadowRoot?.textContent);
  return page;
}

async function takeGuidePictures(stack: AsyncDisposableStack): Promise<void> {
  for (const [language, text] of textsFromTable(root, firstSteps))
    await writeFile(join(root, `${firstSteps}.${language}.md`), text);
  const folder = join(root, '.github', 'guide');
  const browser = await openStoreBrowser(root, stack, say);
  const takeAll = async (shots: typeof shotsWithRelay) => {
    for (const [name, shot] of Object.entries(shots))
      for (const theme of ['light', 'dark'] as const) {
        const picture = await takeShot(browser, shot, theme, { type: 'webp', quality: 60 });
        await writeFile(join(folder, `${name}-${theme}.webp`), picture);
        say(`saved ${name}-${theme}.webp, ${picture.length} bytes`);
      }
  };
  await takeAll(shotsWithoutRelay);
  await browser.connect();
  await takeAll(shotsWithRelay);
}

/** Saves the pictures for the stores, each language in its folder. */
async function takeInLanguages(languages: readonly string[]): Promise<void> {
  for (const language of languages) {
    await using stack = new AsyncDisposableStack();
    // Chromium for Linux takes its language from it, and speaks it with Debian's package chromium-l10n.
    process.env['LANGUAGE'] = language;
    const folder = join(root, '.output', 'store', language);
    await takePictures({ root, folder, language, stack, say });
    await writeFile(join(folder, 'description.txt'), textsFromTable(root, description).get(language) ?? '');
  }
}

const usage = `usage: npm run store [-- --lang <language>,<language>] | [-- --guide]
  --lang: pictures and description for the stores in these languages alone
  --guide: the guide's pictures`;
const options = { guide: { type: 'boolean' }, lang: { type: 'string', default: languages.join() } } as const;

const { guide, chosen } = readCommand(usage, { options }, ({ values: { guide, lang } }) => ({
  guide,
  chosen: lang.split(',').map((language) => choiceOf('lang', language, languages)),
}));
await runUntilInterrupted(async (stack, note) => {
  await (guide ? takeGuidePictures(stack) : takeInLanguages(chosen));
  note(0);
});
