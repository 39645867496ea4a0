import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type InlineConfig, type Plugin, type PluginOption, preview } from 'vite'
import { eventually } from './people.ts'

export type ComponentsServer = { address: string; close: () => Promise<void> }

/** Replaces the other pages, which would be most of the build, with empty ones. */
const otherPages: Plugin = {
  name: 'other-pages',
  enforce: 'pre',
  load: (id) => {
    const page = /\/pages\/([a-z-]+)-page\.tsx$/.exec(id)?.[1]
    if (!page || ['components', 'login', 'not-found'].includes(page)) return undefined
    const name = page.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return `export const ${name}Page = () => null`
  },
}

/** Skips compression, which takes as long as the rest of the build, and preloading: tests need neither. */
const isNeeded = (plugin: PluginOption) =>
  !(plugin && 'name' in plugin && ['precompress', 'preload-pages'].includes(plugin.name))

async function options(folder: string): Promise<InlineConfig> {
  // vite.config.ts proxies API calls to this server.
  process.env['SERVER_URL'] = process.env['SCRIPT_WRITER_URL']
  const { default: config } = await import('../../../vite.config.ts')
  return {
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [otherPages, ...(config.plugins ?? []).filter(isNeeded)],
    // The page exists in development only; React is faster in production.
    define: { 'import.meta.env.DEV': 'true', 'process.env.NODE_ENV': '"production"' },
    build: { ...config.build, outDir: folder, minify: false, reportCompressedSize: false },
    preview: { host: '127.0.0.1', port: 0 },
  }
}

/**
 * Serves a build that includes the page with all components. The first worker that needs it builds it for
 * all: a development server would transform hundreds of modules per worker and send them one by one.
 */
export async function startComponentsServer(): Promise<ComponentsServer> {
  const parent = path.join(process.env['SCRIPT_WRITER_DATA_DIR'] ?? '', '../components')
  const folder = path.join(parent, 'web')
  const stamp = path.join(parent, 'built')
  const config = await options(folder)
  const isFirst = (await mkdir(parent, { recursive: true })) !== undefined
  if (isFirst) {
    await build(config)
    await writeFile(stamp, '')
  }
  await eventually(() => Promise.resolve(existsSync(stamp) || undefined), 60_000)
  const server = await preview(config)
  const bound = server.httpServer.address()
  if (!bound || typeof bound === 'string') throw new Error('The server has no port.')
  return { address: `http://127.0.0.1:${bound.port}/components`, close: () => server.close() }
}
