import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { deviceName } from '../../../contract/device-name.ts'
import { ipv6Prefix } from '../client-network.ts'

/** The address and browser that sent a request. */
export type Client = { address: string; agent: string }

/** The part of an address that usually stays the same when a provider assigns a customer a new one. */
const networkOf = (address: string) =>
  isIPv6(address) ? ipv6Prefix(address, 3) : address.split('.').slice(0, 3).join('.')

/** Identifies a browser in a network; browser updates do not make it a new device. */
export const deviceDigest = ({ address, agent }: Client): Buffer =>
  createHash('sha256')
    .update(`${deviceName(agent)}\n${networkOf(address)}`)
    .digest()
