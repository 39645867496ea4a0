import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { cleanUp } from '../clean-up.ts'

/** A length, the protocol's version, and pairs of zero-terminated strings with an empty one at the end. */
function withReadOnly(startup: Buffer): Buffer {
  const setting = Buffer.from('default_transaction_read_only\0on\0')
  const changed = Buffer.concat([startup.subarray(0, -1), setting, Buffer.from([0])])
  changed.writeUInt32BE(changed.length)
  return changed
}

/** Makes a connection read-only, like one to a standby. */
function readOnlySession(): Transform {
  let isStarted = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, isStarted ? chunk : withReadOnly(chunk))
      isStarted = true
    },
  })
}

export type Relay = Awaited<ReturnType<typeof createRelay>>

/** A TCP proxy to the database that a test can take down and bring back, or make a standby. */
export async function createRelay(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const socketFolder = searchParams.get('host')
  const open = () =>
    socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.5432`)
      : connect(Number(port || 5432), hostname)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  let away = false
  let isStandby = false
  const relay = createServer((client) => {
    if (away) {
      client.destroy()
      return
    }
    const server = open()
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        // Like a router that forgot the connection, do not tell the other side.
        if (frozen.has(socket)) return
        client.destroy()
        server.destroy()
      })
    }
    const received = isStandby ? client.pipe(readOnlySession()) : client
    received.pipe(server).pipe(client)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = new URL(databaseUrl)
  address.search = ''
  address.host = `127.0.0.1:${(relay.address() as { port: number }).port}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(() => {
    cut()
    relay.close()
  })
  return {
    url: address.href,
    /** Address and port. */
    host: address.host,
    takeAway() {
      away = true
      cut()
    },
    giveBack() {
      away = false
    },
    /** Makes new connections read-only. */
    demote() {
      isStandby = true
    },
    promote() {
      isStandby = false
    },
    /** Blocks all traffic on the open connections; new ones work. */
    freeze() {
      for (const socket of sockets) {
        socket.unpipe()
        frozen.add(socket.pause())
      }
    },
    /** Closes the frozen connections, so that the database notices that they are gone. */
    cutFrozen() {
      for (const socket of frozen) socket.destroy()
      frozen.clear()
    },
  }
}
