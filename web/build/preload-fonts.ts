import type { Plugin } from 'vite'

/** Preloads the fonts of the first screen in parallel with the style sheet. */
export function preloadFonts(names: string[]): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) =>
          names.some((name) => file.includes(`/${name}-`) && file.endsWith('.woff2')),
        )
        if (files.length !== names.length) {
          throw new Error(`preload-fonts: expected ${names.join(', ')}, found ${files.join(', ')}`)
        }
        return files.map((file) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `/${file}`,
          },
        }))
      },
    },
  }
}
