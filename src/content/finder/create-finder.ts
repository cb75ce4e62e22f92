import type { FinderEnvironment, FinderListener } from '#content/finder/environment.ts';
import { Finder } from '#content/finder/finder.ts';
import { createVisibility } from '#content/finder/visibility.ts';
import { createTaskScheduler } from '#content/time-slicing.ts';

type PageFunctions = Omit<FinderEnvironment, 'visibility' | 'inOwnTask'>;

/** Creates the finder of a page in the browser. */
export const createFinder = (environment: PageFunctions, listener: FinderListener): Finder =>
  new Finder(
    { ...environment, inOwnTask: createTaskScheduler(window), visibility: createVisibility(window) },
    listener,
  );
