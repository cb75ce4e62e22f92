import { parseSettings } from '#core/settings.ts';
import { settingsBy } from '#platform/stored-settings.ts';

/** The settings, read by their schema. */
export const { load: loadSettings, change: changeSettings, on: onSettings } = settingsBy(parseSettings);
