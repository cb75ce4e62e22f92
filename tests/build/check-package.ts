const forbidden: readonly (readonly [string, RegExp])[] = [
  ['a source map', /sourceMappingURL|"mappings":/],
  [
    'a path of the machine that built it',
    /(?<![\w.:/$}-])\/(work|tmp|root|home|Users)\/|[A-Z]:\\+Users|\/node_modules\//,
  ],
  // Port 8787 of loopback is the default relay.
  ['an address of development', /(localhost|127\.0\.0\.1):(?!8787\b)\d|@vite\/client|wss?:\/\//],
  ['a key', /-----BEGIN|Bearer [\w.-]{8}|(PRICE_API_KEY|RELAY_TOKENS)\W{0,3}=\W{0,3}\w{4}/],
  ['something of a test', /data-expect|e2e-key|vitest|\.test\.tsx?\b/],
];

const allowedPaths = /^[\w-]+(\/[\w-]+)*(\.|-[\w-]+\.)(css|html|js|json|png|svg)$/;

export const checkPackage = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) => [
    ...(allowedPaths.test(path) && !/\.test\./.test(path) ? [] : [`${path} is no part of an extension`]),
    ...forbidden.filter(([, pattern]) => pattern.test(text)).map(([name]) => `${path} holds ${name}`),
  ]);

const allowedSources =
  /^((entrypoints|public|src)\/.+|(package|package-lock|tsconfig)\.json|wxt\.config\.ts|LICENSE|README\.md)$/;
const reviewNotes = '.github/store/mozilla-review.md';
const requiredSources = [
  'LICENSE',
  'README.md',
  reviewNotes,
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'wxt.config.ts',
];
const forbiddenSources = /(^|\/)\.env|\.(pem|key|p12|crx|zip|map)$|(^|\/)\.(?!github\/store\/mozilla-review\.md$)/;

export const checkSources = (paths: readonly string[]): string[] => [
  ...requiredSources.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
  ...paths
    .filter((path) => path !== reviewNotes && (!allowedSources.test(path) || forbiddenSources.test(path)))
    .map((path) => `${path} does not belong there`),
];
