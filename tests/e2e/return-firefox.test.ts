import { describeReturns } from './return-scenarios.ts';

describeReturns('firefox');
