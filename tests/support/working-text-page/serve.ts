import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'

type Bundle = { output: { fileName: string; code?: string }[] }

/** Builds the page; it is no part of the app. */
export async function buildPage(): Promise<string> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL('main.tsx', import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  })) as Bundle | Bundle[]
  const [{ output } = { output: [] }] = [built].flat()
  const script = output.find(({ fileName }) => fileName.endsWith('.js'))?.code
  if (!script) throw new Error('The page was not built.')
  return script
}

/** From now on this context gets the page in place of the app. */
export async function servePage(context: BrowserContext, script: string): Promise<void> {
  await context.route(/\/assets\/[\w-]+\.js$/, (route) =>
    route.request().url().includes('/assets/app-')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
}

export const openText = (page: Page, workId: string) => page.goto(`/login?work=${workId}`)
