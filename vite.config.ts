import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { precompress } from './web/build/precompress.ts'
import { preloadFonts } from './web/build/preload-fonts.ts'
import { preloadPages } from './web/build/preload-pages.ts'

const server = process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000'

const servedByTheServer = [
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
  '/config.json',
  '/health',
  '/ready',
  '/outbox',
]

const proxy: Record<string, ProxyOptions> = {
  '/realtime/v1': { target: server, ws: true },
  ...Object.fromEntries(servedByTheServer.map((path) => [path, { target: server }])),
}

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts([
      'public-sans-latin-wght-normal',
      'courier-prime-latin-400-normal',
      'courier-prime-latin-700-normal',
    ]),
    preloadPages({
      '/dashboard': 'dashboard-page',
      '/editor': 'editor-page',
      '/admin': 'admin-page',
      '/signup': 'sign-up-page',
      '/pending': 'pending-page',
      '/auth/reset-password': 'reset-password-page',
    }),
    precompress({ stamp: '.built' }),
  ],
  server: { proxy },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The Content-Security-Policy allows no data: URLs for fonts or scripts.
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      // CodeMirror's commands name its parser, which the page does not use; its package does not say that
      // it may be left out.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/@lezer\/common\//, sideEffects: false },
          // Its entries name everything that is public; a page gets only what it uses.
          { test: /\/screenplay\/[^/]+\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and hardly ever changes, in halves: they are compiled side by side,
            // and an update of the app leaves them in the browser's cache.
            { name: 'view', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'data',
              test: /node_modules\/(@supabase|@tanstack\/(react-query|query-core))\//,
            },
            // The rest of what every page needs, in one file instead of a handful of small ones.
            { name: 'app', test: /web\/(app\/main\.tsx|ui\/overlay\/use-focus-return\.ts)$/ },
            // What the dashboard and the editor need besides. Other pages share most of the dashboard's
            // components, and whoever opens the editor usually comes from the dashboard.
            { name: 'dashboard-page', test: /web\/pages\/dashboard-page\.tsx$/ },
            // What else the editor shares, so that no other page loads the editor.
            { name: 'forms', test: /web\/features\/auth\/forms\/form-checks\.ts$/ },
            // What is dragged is in views that are loaded on use, and so is this.
            { name: 'drag', test: /node_modules\/@dnd-kit\/|web\/ui\/layout\/list-drag\.tsx$/ },
            { name: 'parts', test: /(web\/ui|node_modules\/lucide-react)\//, minShareCount: 2 },
            { name: 'editor-page', test: /web\/pages\/editor-page\.tsx$/ },
            // What the page needs at once, in three files instead of a dozen: codemirror, screenplay (which the
            // history, the report and the exports use too) and page-view.
            { name: 'codemirror', test: /node_modules\/@codemirror\/(state|view)\// },
            // CodeMirror's commands import it as well, but what the page uses of them does not need it.
            { name: 'language', test: /node_modules\/@codemirror\/language\// },
            {
              name: 'screenplay',
              test: /\/screenplay\/(editing\/(edit|element-flow|formatting)|layout\/(markup|page-breaks|page-rows)|model\/(live-screenplay|title-page|write)|production\/(numbers|scene-numbers|locked-pages)|answers\/(review|apply-answer|answer-reader))\.ts$|web\/lib\/is-mac\.ts$/,
            },
            { name: 'page-view', test: /web\/features\/page\/page-view\.tsx$/ },
            { name: 'paste', test: /\/screenplay\/editing\/paste\.ts$/ },
            // What it loads once it is shown, in one file instead of a dozen.
            {
              name: 'page-parts',
              test: /web\/features\/page\/(dialogs|tools|panels|scope|reading-mode|editor\/(streaming|review))\b/,
            },
          ],
        },
      },
    },
    // Every browser that runs this build preloads modules by itself.
    modulePreload: { polyfill: false },
  },
})
