import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Environment } from './request-context.ts'

/** Inline scripts are allowed one by one, by their hash: the page has one for the theme and one for what to load. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const contentSecurityPolicy = (scriptHashes: string[], https: boolean) =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    // Positioned menus and toasts set styles from script; styles cannot run anything.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

export function securityHeaders(options: {
  scriptHashes: string[]
  https: boolean
}): MiddlewareHandler<Environment> {
  const headers: [string, string][] = [
    ['Content-Security-Policy', contentSecurityPolicy(options.scriptHashes, options.https)],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    ...(options.https
      ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as [string, string]]
      : []),
  ]
  return (c, next) => {
    // On Node's own answer: Hono would copy every answer to add them, at twice the cost of the rest.
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
    return next()
  }
}
