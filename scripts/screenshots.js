import { nodeIsNewEnough } from './steps/node-version.js'

// Everything else is loaded only now: an old Node could not even read its syntax.
if (nodeIsNewEnough()) void import('./steps/take-screenshots.js')
