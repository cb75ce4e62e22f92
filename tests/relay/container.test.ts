import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfig } from '#relay/config.ts';

const read = (name: string): string => readFileSync(new URL(`../../src/relay/${name}`, import.meta.url), 'utf8');

const texts = z.array(z.string()).optional();

/** The fields that the tests name; the others are compared as they are. */
const service = z.looseObject({
  profiles: texts,
  image: z.string().optional(),
  command: texts,
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: texts,
  volumes: texts,
  networks: texts,
  healthcheck: z.object({ test: z.tuple([z.literal('CMD')]).rest(z.string()) }).optional(),
  privileged: z.undefined().optional(),
  cap_add: texts,
});

const composeFile = z.strictObject({
  name: z.string().optional(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() })).optional(),
  volumes: z.record(z.string(), z.null()),
});

type ComposeFile = z.infer<typeof composeFile>;
type Service = z.infer<typeof service>;

const alone = composeFile.parse(parse(read('compose.yaml')));
const added = composeFile.parse(parse(read('compose.valkey.yaml')));

/** As Compose merges two files: fields of the second win, lists of environment and networks are joined. */
const merged: ComposeFile = {
  ...alone,
  services: Object.fromEntries(
    Object.keys({ ...alone.services, ...added.services }).map((name) => {
      const [one, other] = [alone.services[name], added.services[name]];
      return [name, { ...one, ...other, environment: { ...one?.environment, ...other?.environment } }];
    }),
  ),
  networks: { ...alone.networks, ...added.networks },
  volumes: { ...alone.volumes, ...added.volumes },
};

const dockerfile = read('Dockerfile');

const imageEnvironment = Object.fromEntries(
  [...(/^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);

const relaysOf = ({ services }: Pick<ComposeFile, 'services'>): [string, Service][] =>
  Object.entries(services).filter(([, { image }]) => image === 'skinlens-relay');

const configOf = ({ environment }: Service) =>
  readConfig({
    ...imageEnvironment,
    PRICE_API_URL: 'https://prices.example',
    PRICE_API_KEY: 'the-key',
    RELAY_TOKENS: 'a-token-of-16-letters',
    ...environment,
  });

describe.each([
  ['compose.yaml', alone],
  ['both files', merged],
])('%s', (_, { services, volumes }) => {
  test('every service has a read-only root, no capabilities and a health check', () => {
    for (const [name, { cap_add = [], healthcheck, image, ...more }] of Object.entries(services)) {
      const security_opt = ['no-new-privileges:true'];
      expect(more, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt, restart: 'unless-stopped' });
      expect(cap_add, name).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
      // The relay's image has its own.
      expect(healthcheck !== undefined, name).toBe(image !== 'skinlens-relay');
    }
  });

  test('only Caddy can be reached from other machines, and only with TLS', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    const open = published.filter(([, port]) => !port?.startsWith('127.0.0.1:'));
    expect(open).toEqual([
      ['caddy', '80:80'],
      ['caddy', '443:443'],
    ]);
    expect(services['caddy']?.profiles).toEqual(['tls']);
    const onLoopback = published.filter(([, port]) => port?.startsWith('127.0.0.1:')).map(([, port]) => port);
    expect(new Set(onLoopback).size).toBe(onLoopback.length);
  });

  test('each relay starts with its variables and writes to a volume of its own', () => {
    const relays = relaysOf({ services });
    for (const [name, relay] of relays) {
      const config = configOf(relay);
      expect(config, name).toMatchObject({ host: '0.0.0.0', port: 8787, log: 'stdout', isLoopback: false });
      expect(relay.ports?.every((port) => port.endsWith(`:${config.port}`))).toBe(true);
      expect(relay.env_file).toBe('relay.env');
      const [volume = '', target = ''] = relay.volumes?.[0]?.split(':') ?? [];
      expect(Object.keys(volumes)).toContain(volume);
      expect(config.databaseFile).toMatch(new RegExp(`^${target}/`));
      const caddy = services['caddy']?.command ?? [];
      expect(caddy[caddy.indexOf(`${name}:${config.port}`) - 1]).toBe('--to');
    }
    expect(new Set(relays.map(([, { volumes }]) => volumes?.[0])).size).toBe(relays.length);
  });
});

test('the relays share the Valkey where there is one, and nobody else reaches it', () => {
  for (const [, relay] of relaysOf(alone)) expect(configOf(relay).storeUrl).toBeUndefined();
  const sharing = relaysOf(merged);
  expect(sharing.length).toBe(2);
  for (const [name, relay] of sharing) {
    expect(configOf(relay).storeUrl, name).toBe('redis://valkey:6379');
    expect(relay.networks).toContain('store');
    expect(relay['depends_on']).toEqual({ valkey: { condition: 'service_healthy' } });
  }
  const { valkey } = merged.services;
  expect([valkey?.ports, valkey?.networks, valkey?.['user']]).toEqual([undefined, ['store'], '999:1000']);
  expect(merged.networks?.['store']?.internal).toBe(true);
});

test('the image runs without root, writes to /data alone, checks itself, and its build gets every file that it copies', () => {
  const [, final = ''] = dockerfile.split(/^FROM \$\{BASE_IMAGE\}$/m);
  expect(final).toMatch(/^USER 65532:65532$/m);
  expect(final).toMatch(/^VOLUME \/data$/m);
  expect(final).toMatch(/^HEALTHCHECK .* CMD \["\/skinlens-relay", "--check"\]$/m);
  expect(final).toMatch(/^EXPOSE 8787$/m);
  const allowed = new Set(read('Dockerfile.dockerignore').match(/(?<=^!).+/gm));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect(copied.map((name) => name.replace('./', ''))).toEqual(expect.arrayContaining([...allowed]));
  for (const name of copied) expect(allowed).toContain(name);
});
