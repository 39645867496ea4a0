import * as fc from 'fast-check'
import { PROPERTY_SEED } from './rounds.ts'

// Runs before each test file.
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ seed: PROPERTY_SEED })
