import { buildIfStale } from './build.js'
import { ensureChromium } from './chromium.js'

/** What tests and benchmarks in a browser need: the built web app, and a Chromium. */
export async function prepareBrowser(root) {
  await buildIfStale(root)
  return { CHROMIUM_PATH: await ensureChromium(root) }
}
