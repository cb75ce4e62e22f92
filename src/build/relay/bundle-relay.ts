import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'vite';

export type RelayBundle = Awaited<ReturnType<typeof bundleRelay>>;

/** `main` is CommonJS: Node 24 starts nothing else from inside an executable. */
export async function bundleRelay(root: string, entry = 'src/relay/main.ts') {
  const main = await bundle(root, entry);
  /** Files that the code reads, and the code of its threads, by their path from the root. */
  const files = new Map<string, string | Buffer>();
  /** Folders of the packages whose code is inside. */
  const packages = new Set(main.packages);
  const waiting = [...main.paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    if (!path.endsWith('.ts')) {
      files.set(path, await readFile(resolve(root, path)));
      continue;
    }
    const thread = await bundle(root, path);
    files.set(path, thread.code);
    waiting.push(...thread.paths);
    for (const name of thread.packages) packages.add(name);
  }
  return { main: main.code, files, packages };
}

async function bundle(root: string, entry: string) {
  const { paths, plugin } = embedFiles(root);
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [plugin],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: resolve(root, entry),
      write: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  });
  const [output] = 'output' in result ? result.output : [];
  if (output === undefined || !('output' in result) || result.output.length !== 1) {
    throw new Error(`${entry} did not become one file`);
  }
  return { code: output.code, paths, packages: packagesOf(output.moduleIds) };
}

const packagesOf = (moduleIds: readonly string[]): Set<string> =>
  new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));

/** How the sources address a file beside them (src/protocol/node-files.ts). */
const ownFile = /new URL\(\s*'([\w./-]+)',\s*import\.meta\.url,?\s*\)/g;

/** Replaces addresses of files beside a source with addresses inside the packed server, and collects the files. */
function embedFiles(root: string): { paths: ReadonlySet<string>; plugin: Plugin } {
  const paths = new Set<string>();
  return {
    paths,
    plugin: {
      name: 'skinlens-embed-files',
      enforce: 'pre',
      transform(code, id) {
        if (!code.includes('import.meta') || id.includes('/node_modules/')) return;
        const replaced = code.replaceAll(ownFile, (_, file: string) => {
          const path = relative(root, resolve(dirname(id), file))
            .split(sep)
            .join('/');
          paths.add(path);
          return `new URL('embedded:${path}')`;
        });
        if (replaced.includes('import.meta')) this.error(`${id} uses import.meta in a way that cannot be packed`);
        return { code: replaced, map: null };
      },
    },
  };
}
