import { generateKeyPairSync, sign } from 'node:crypto'

/** One DER element: tag, length, content. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).padStart(4, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x82]), bytes, content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const day = (offset: number) => {
  const time = new Date(Date.now() + offset * 86_400_000).toISOString()
  return der(0x17, `${time.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`)
}

/** A fresh self-signed certificate with its key, so that none is kept in git. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(identifier('2a8648ce3d040302')) // ECDSA with SHA-256
  const name = sequence(der(0x31, sequence(identifier('550403'), der(0x0c, host))))
  const names = sequence(identifier('551d11'), der(0x04, sequence(der(0x82, host))))
  const content = sequence(
    der(0xa0, der(0x02, '\u0002')), // X.509 version 3
    der(0x02, '\u0001'),
    algorithm,
    name,
    sequence(day(-1), day(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const signature = der(0x03, '\0', sign('sha256', content, privateKey))
  const base64 = sequence(content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
