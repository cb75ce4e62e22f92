import { testForeignBrotli } from './encoding-scenarios.ts';

// Chromium fails the whole request; Firefox hands the bytes over as they came.
testForeignBrotli('chrome', 'unreachable');
testForeignBrotli('firefox', 'undecodable');
