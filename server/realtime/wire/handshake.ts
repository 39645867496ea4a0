import type { IncomingMessage } from 'node:http'
import { RequestFailure } from '../../common/request-failure.ts'
import { type Wire, WIRES } from './wire.ts'

export type HandshakeRules = {
  anonKey: string
  /** Whether a page from this origin may connect to this host. */
  isAllowedOrigin: (origin: string, host: string | undefined) => boolean
}

/** Checks origin, API key and protocol version; returns the message format. */
export function checkHandshake(
  { url = '', headers }: IncomingMessage,
  { anonKey, isAllowedOrigin }: HandshakeRules,
): Wire {
  const { searchParams } = new URL(url, 'http://realtime')
  const { origin, host } = headers
  // Only browsers send an Origin header.
  if (origin !== undefined && !isAllowedOrigin(origin, host)) {
    throw new RequestFailure(403, 'origin_not_allowed', 'This origin may not connect.')
  }
  if (searchParams.get('apikey') !== anonKey) {
    throw new RequestFailure(401, 'bad_apikey', 'The apikey is missing or not valid.')
  }
  const wire = WIRES.get(searchParams.get('vsn') ?? '1.0.0')
  if (!wire) throw new RequestFailure(400, 'bad_vsn', 'The vsn is neither 1.0.0 nor 2.0.0.')
  return wire
}
