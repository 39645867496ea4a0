import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

/** Every screen and state, each worker with a server of its own: too long for `npm test`. */
export default defineConfig({ ...base, testDir: '.', globalSetup: [] })
