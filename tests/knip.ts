import type { KnipConfig } from 'knip';

/** Without tests, an export counts as used when its own file uses it: it is exported for its tests. */
const withoutTests = process.argv.includes('--production');

/** Everything that these files import is in use. A `!` marks files of `--production`. */
export default {
  entry: [
    'src/{demo/start,relay/main,service/main}.ts!',
    // Steps of the build (wxt.config.ts) and pictures for the stores.
    'src/{build,store}/*.ts!',
    'src/service/simulated/catalogue.ts!',
    // A thread's.
    'src/relay/feeds/body-thread-main.ts!',
    // wxt.config.ts writes scripts for each adapter that import these.
    'src/page/boot/wait-for-cards.ts!',
    'src/tap/{start,copy-sockets}.ts!',
    'src/page/boot/any-site.ts!',
    // Started as a process, and imported by the folder.
    'tests/bench/relay-process.ts',
    'tests/fuzz/targets/*.ts',
  ],
  project: ['{src,entrypoints}/**/*.{ts,tsx}!', 'tests/**/*.{ts,tsx}', '*.ts'],
  include: ['files', 'dependencies', 'unlisted', 'unresolved', 'binaries', 'exports', 'types', 'duplicates', 'cycles'],
  ignoreExportsUsedInFile: withoutTests,
  // Tests with mkfifo do not run on Windows, and setpriv is Linux's.
  ignoreBinaries: ['mkfifo', 'setpriv'],
} satisfies KnipConfig;
