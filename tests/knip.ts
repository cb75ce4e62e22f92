import type { KnipConfig } from 'knip';

/** With the tests out of account, whatever is used in its own file is in use: its `export` is for its tests. */
const withoutTests = process.argv.includes('--production');

/** What `knip` takes for in use: all that these files import. The mark is for `--production`. */
export default {
  entry: [
    'src/{demo/start,relay/main,service/main}.ts!',
    // Steps of the build (wxt.config.ts), and of what is shown in the stores.
    'src/{build,store}/*.ts!',
    // Started by Cloudflare, and as a thread.
    'src/relay/{cloudflare,upstream/body-thread-main}.ts!',
    // wxt.config.ts writes a script for each adapter, which imports these two.
    'src/content/boot/wait-for-cards.ts!',
    'src/page/start.ts!',
    // Started as processes and threads.
    'tests/bench/relay/{main,relay-process}.ts',
    'tests/fuzz/{main,worker,targets/*}.ts',
  ],
  project: ['{src,entrypoints}/**/*.{ts,tsx}!', 'tests/**/*.{ts,tsx}', '*.ts'],
  include: ['files', 'dependencies', 'unlisted', 'unresolved', 'binaries', 'exports', 'types', 'duplicates', 'cycles'],
  ignoreExportsUsedInFile: withoutTests,
  // The bench says so where wrk is not installed.
  ignoreBinaries: ['wrk'],
} satisfies KnipConfig;
