import { pageActions } from './page-actions.ts';
import type { Actions } from './run.ts';
import { stackActions } from './stack-actions.ts';
import { workerActions } from './worker-actions.ts';

export const actions: Actions = { ...stackActions, ...workerActions, ...pageActions };
