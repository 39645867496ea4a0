import { afterAll } from 'vitest'
import { cleanUpFile } from './clean-up.ts'

// Runs before each test file. Registered here and not by `cleanUp` itself: a hook that another hook
// registers is lost when several files share a process.
afterAll(cleanUpFile)
