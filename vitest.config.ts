import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/support/database-server.ts',
          // One more than there are cores: many of these wait for processes and clocks.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'documents',
          include: ['tests/documents/**/*.test.ts'],
          // LibreOffice takes its time to start.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          // One at a time: they measure how the machine behaves while something is broken.
          fileParallelism: false,
        },
      },
    ],
  },
})
