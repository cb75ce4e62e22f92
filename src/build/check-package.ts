/** What must not be in a file of the extension, by what it would be. */
const forbidden: readonly (readonly [string, RegExp])[] = [
  ['a source map', /sourceMappingURL|"mappings":/],
  [
    'a path of the machine that built it',
    /(?<![\w.:/$}-])\/(work|tmp|root|home|Users)\/|[A-Z]:\\+Users|\/node_modules\//,
  ],
  // The default relay may be named.
  ['an address of development', /(localhost|127\.0\.0\.1):(?!8787\b)\d|@vite\/client|wss?:\/\//],
  ['a key', /-----BEGIN|Bearer [\w.-]{8}|(PRICE_API_KEY|RELAY_TOKENS)\W{0,3}=\W{0,3}\w{4}/],
  ['something of a test', /data-expect|e2e-key|vitest|\.test\.tsx?\b/],
];

const kinds = /^[\w-]+(\/[\w-]+)*(\.|-[\w-]+\.)(css|html|js|json|png|svg)$/;

/** Complaints about the files of a store package, by path: what no user needs and nobody should see. */
export const judgePackage = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) => [
    ...(kinds.test(path) && !/\.test\./.test(path) ? [] : [`${path} is no part of an extension`]),
    ...forbidden.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} holds ${what}`),
  ]);

const sources =
  /^((entrypoints|public|src)\/.+|(package|package-lock|tsconfig)\.json|wxt\.config\.ts|LICENSE|README\.md)$/;
const letter = '.github/store/mozilla-review.md';
const needed = ['LICENSE', 'README.md', letter, 'package.json', 'package-lock.json', 'tsconfig.json', 'wxt.config.ts'];
const secret = /(^|\/)\.env|\.(pem|key|p12|crx|zip|map)$|(^|\/)\.(?!github\/store\/mozilla-review\.md$)/;

/** Complaints about the paths of the archive of sources: what is missing to build it, and what does not belong to it. */
export const judgeSources = (paths: readonly string[]): string[] => [
  ...needed.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
  ...paths
    .filter((path) => path !== letter && (!sources.test(path) || secret.test(path)))
    .map((path) => `${path} does not belong there`),
];
