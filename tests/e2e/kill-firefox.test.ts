import { describeKills } from './kill-scenarios.ts';

describeKills('firefox');
