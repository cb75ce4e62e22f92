import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  modules: ['@wxt-dev/webextension-polyfill'],
  vite: () => ({ plugins: [preact({ devToolsEnabled: false })], build: { target: 'es2023' } }),
  manifest: ({ browser }) => ({
    name: 'Skinlens',
    description: 'Shows on every Counter-Strike 2 item card what BUFF163, YouPin and CSFloat ask for the same item.',
    permissions: ['storage', 'alarms'],
    // Firefox's own policy would turn http into https, which breaks a relay in the local network.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'none'; base-uri 'none'" },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'skinlens@skinlens.invalid',
          strict_min_version: '140.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
});
