import { parseSettings } from '#core/settings.ts';
import { openSettings } from '#platform/stored-settings.ts';

/** The settings, parsed by their schema. */
export const {
  load: loadSettings,
  change: changeSettings,
  initialise: initialiseSettings,
  on: onSettings,
} = openSettings(parseSettings);
