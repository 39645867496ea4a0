import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ROUNDS_TIMEOUT } from './tests/support/rounds.ts'

/** On a busy machine everything takes longer; a condition that is met ends its wait at once. */
const patient = {
  expect: { poll: { timeout: 30_000 } },
  hookTimeout: 120_000,
  // The summary lists what passed only then. The long form looks for rare failures.
  retry: process.env['TEST_ROUNDS'] === 'long' ? 0 : 1,
}

/** Files share a process: loading the server and its packages anew for each took half of the time. */
const shared = {
  isolate: false,
  setupFiles: ['tests/support/clean-up-file.ts', 'tests/support/property-seed.ts'],
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          ...shared,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          testTimeout: ROUNDS_TIMEOUT,
        },
      },
      {
        test: {
          ...patient,
          ...shared,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          setupFiles: [...shared.setupFiles, 'tests/support/quick-passwords.ts'],
          globalSetup: 'tests/support/database/database-server.ts',
          // One more than there are cores: many of these wait for processes and clocks.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...patient,
          ...shared,
          name: 'documents',
          include: ['tests/documents/**/*.test.ts'],
          // LibreOffice is slow to start.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...patient,
          ...shared,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/faults/database/shared-folder.ts',
          testTimeout: 600_000,
          // One at a time: they measure how the machine behaves while something is broken.
          fileParallelism: false,
        },
      },
    ],
  },
})
