import { nodeIsNewEnough } from './steps/node-version.js'

// Loaded dynamically: an old Node could not even parse it.
if (nodeIsNewEnough()) void import('./suites/run.js')
