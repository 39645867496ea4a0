import { readFile } from 'node:fs/promises'
import { authorshipKeys } from '../../contract/authorship.ts'
import { type PublicKey, publicKeyOf } from '../../server/common/signing-keys.ts'
import { CommandFailure, fileFailure } from '../screenplay-command/failure.ts'

const PUBLIC_KEY = /^[A-Za-z\d+/]{59}=$/
const WITHIN = 10_000
const MOST_CHARACTERS = 100_000

/** The keys that the caller trusts, and where they are from. */
export type TrustedKeys = { keys: PublicKey[]; source: string }

/** Redirects are refused: the caller trusts the given address, not another one. */
async function fetchText(address: string): Promise<string> {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    throw new CommandFailure(`${address} is not https: anybody on the way could replace the key.`)
  }
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.text()
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CommandFailure(`Cannot fetch ${address}: ${reason}.`)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw fileFailure('read', file, error)
  }
}

/** A list as the server publishes it, or one key in PEM or base64. The ids are computed, not believed. */
function keysIn(text: string): PublicKey[] {
  if (!text.trimStart().startsWith('{'))
    return [publicKeyOf(text)].filter((key) => key !== undefined)
  try {
    const { keys } = authorshipKeys.parse(JSON.parse(text))
    return keys.map(({ publicKey }) => publicKeyOf(publicKey)).filter((key) => key !== undefined)
  } catch {
    return []
  }
}

/** Reads what was given with --key: a key, a file with one or more, or the address of a server's keys. */
export async function readKeys(given: string): Promise<TrustedKeys> {
  const isAddress = /^https?:\/\//i.test(given) && URL.canParse(given)
  const isKey = PUBLIC_KEY.test(given)
  const text = isKey ? given : await (isAddress ? fetchText(given) : readText(given))
  const keys = text.length > MOST_CHARACTERS ? [] : keysIn(text)
  if (keys.length === 0) throw new CommandFailure(`${given} has no Ed25519 public key.`)
  return { keys, source: isKey ? 'the given one' : `from ${given}` }
}
