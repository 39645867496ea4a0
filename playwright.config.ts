import { defineConfig } from '@playwright/test'
import { rounds } from './tests/support/rounds.ts'

const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/browser',
  // Random typing is part of the long form only.
  testIgnore: rounds('typing-seconds') > 0 ? [] : ['**/working-text-together.spec.ts'],
  outputDir: 'test-results',
  globalSetup: './tests/support/browser/server.ts',
  forbidOnly: true,
  // The summary lists what passed only then. The long form looks for rare failures.
  retries: process.env['TEST_ROUNDS'] === 'long' ? 0 : 1,
  fullyParallel: true,
  // The machine may be busy with more than these tests.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // One more than the cores we count on: tests also wait.
  workers: 3,
  reporter: 'list',
  use: {
    // Transitions cost time, and what moves cannot be clicked.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      // Without a UTF-8 locale Chromium cannot name files in other letters than ASCII.
      env: { ...process.env, LANG: process.env['LANG'] ?? 'C.UTF-8' },
      // Chromium's own sandbox does not work as root; the rest keeps it from asking the outside world.
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Any name but localhost: without https it is no secure context.
        '--host-resolver-rules=MAP script.test 127.0.0.1',
      ],
    },
  },
})
