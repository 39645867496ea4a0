import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

function chunkOf(bundle: Bundle, page: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (file) =>
      file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/pages/${page}.tsx`)),
  )
  if (found?.type !== 'chunk') throw new Error(`preload-pages: ${page} is not in the build`)
  return found
}

/** The file and its static imports, except those in `known`. */
function withImports(bundle: Bundle, file: string, known: Set<string>): string[] {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || known.has(file)) return []
  known.add(file)
  return [file, ...chunk.imports.flatMap((imported) => withImports(bundle, imported, known))]
}

/**
 * Preloads the code of the current page in parallel with the app's. The server computes the CSP hash of
 * this inline script (server/http/security-headers.ts).
 */
export function preloadPages(pages: Record<string, string>): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const files = Object.entries(pages).map(([address, page]) => {
          const known = new Set<string>()
          if (chunk) withImports(bundle, chunk.fileName, known)
          return [address, withImports(bundle, chunkOf(bundle, page).fileName, known)]
        })
        // Looks up the full path, then its first segment: /editor/{id} is the editor too.
        const script = `{const pages=${JSON.stringify(Object.fromEntries(files))},path=location.pathname;for(const file of pages[path]??pages[path.split("/",2).join("/")]??[])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:"/"+file,crossOrigin:""}))}`
        // Before the style sheet, because a script after it would wait for it.
        return html.replace('</title>', () => `</title>\n    <script>${script}</script>`)
      },
    },
  }
}
