import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Environment } from './request-context.ts'

/** CSP hashes of the page's inline scripts. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const contentSecurityPolicy = (scriptHashes: string[], https: boolean) =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    // Menus and toasts are positioned with inline styles.
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
    // On Node's response: setting them through Hono copies every response, which doubles the cost.
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
    return next()
  }
}
