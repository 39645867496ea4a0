/**
 * Allowed import directions. A module is a folder or a single file. In each line, from left to right, a
 * module may import itself and every module to its right; modules separated by commas are siblings and
 * must not import each other. An import is allowed if at least one line allows it.
 */
export const layers = [
  'web/app → web/pages → web/features → web/screenplay-view → web/ui → web/lib → screenplay → contract',
  'web/app, web/pages, web/features → web/error-text.ts → web/messages.ts → web/messages → contract',
  'web/features → web/script-worker → web/lib → screenplay → contract',
  'web/error-text.ts → web/lib',
  'vite.config.ts → web/build → contract',

  'server/main.ts, server/commands → server/http → server/functions, server/auth, server/rest, server/realtime → server/generation → server/ai, server/mail, server/documents, server/backup → server/database → server/common → contract',
  'server/main.ts → server/demo → server/auth → server/database → server/common',
  'server/demo → screenplay → contract',
  'server/ai → server/demo-writer',
  'server/functions, server/generation, server/documents, server/demo-writer → screenplay → contract',
  // Only the entry points import this room; they pass the values on as arguments.
  'server/main.ts, server/commands → server/process → server/database → server/common',
  'server/main.ts, server/process → package.json',
]

/** Tooling may import every product module; no product module may import tooling. */
export const toolingLayers = ['tests → bench, scripts']

/** Configuration files at the root, and the module each one belongs to. */
export const aliases: Record<string, string> = {
  '.size-limit.js': 'scripts',
  'vitest.config.ts': 'tests',
  'playwright.config.ts': 'tests',
}

/** The folders inside these modules must not import each other, except as listed below. */
export const isolatedFolders = ['web/features']

export const isolationExceptions = [
  'web/features/editor → web/features/authorship, web/features/bible, web/features/chat, web/features/scripts, web/features/documents, web/features/history, web/features/notes, web/features/page, web/features/review, web/features/document',
  'web/features/page → web/features/board, web/features/document, web/features/documents',
  'web/features/document → web/features/scripts',
  'web/features/chat → web/features/document, web/features/scripts',
  'web/features/documents → web/features/document',
  'web/features/authorship → web/features/document',
  'web/features/history → web/features/documents',
  'web/features/notes → web/features/document',
  'web/features/review → web/features/document, web/features/history',
  'web/features/bible → web/features/document, web/features/documents',
]

/**
 * Modules with a public API: the files directly in the folder. Its subfolders are internal, and no other
 * module imports them, tests included.
 */
export const internalSubfolders = ['screenplay']

/** Modules that also run in the browser, so they must not import Node built-ins. */
export const browserModules = [
  'contract',
  'screenplay',
  'web/app',
  'web/pages',
  'web/features',
  'web/screenplay-view',
  'web/script-worker',
  'web/ui',
  'web/lib',
  'web/error-text.ts',
  'web/messages.ts',
  'web/messages',
]

/** The folders to check, besides the configuration files at the root. */
export const sourceFolders = [
  'web',
  'server',
  'contract',
  'screenplay',
  'tests',
  'bench',
  'scripts',
]
