import { describePages } from './page-scenarios.ts';
import { describeWorker } from './relay-scenarios.ts';

describePages('firefox');
describeWorker('firefox');
