/**
 * The picture of the house. In each line a room may import itself and every room further right;
 * rooms joined by commas are siblings that never import each other. An import is allowed when one
 * of the lines allows it. A room is a folder or a single file.
 */
export const pictures = [
  'web/app → web/pages → web/features → web/ui → web/lib → screenplay → contract',
  'web/app, web/pages, web/features → web/messages.ts → contract',
  'vite.config.ts → web/build → contract',

  'server/main.ts, server/make-admin.ts → server/http → server/functions, server/auth, server/rest, server/realtime → server/generation → server/ai, server/mail, server/documents → server/database → server/start-failure.ts, server/request-failure.ts → contract',
  'server/ai → server/demo-writer',
  'server/functions, server/generation, server/documents → screenplay',
  // Their values reach everyone else as arguments.
  'server/main.ts, server/make-admin.ts → server/config.ts, server/log.ts, server/data-lock.ts, server/process.ts, server/secrets.ts, server/teardown.ts → server/start-failure.ts',
  'server/main.ts, server/config.ts → package.json',
]

/** The rooms beside the product may look at all of it; nothing looks back. */
export const besideTheProduct = ['tests → bench, scripts']

/** The tools' settings live at the root but belong to a room. */
export const aliases: Record<string, string> = {
  '.size-limit.js': 'scripts',
  'vitest.config.ts': 'tests',
  'playwright.config.ts': 'tests',
}

/** Folders in these rooms never import each other. */
export const islands = ['web/features']

/** Code here also runs where there is no Node. */
export const withoutNode = [
  'contract',
  'screenplay',
  'web/app',
  'web/pages',
  'web/features',
  'web/ui',
  'web/lib',
  'web/messages.ts',
]

/** What is read: these folders, and the settings at the root. */
export const sourceFolders = [
  'web',
  'server',
  'contract',
  'screenplay',
  'tests',
  'bench',
  'scripts',
]
