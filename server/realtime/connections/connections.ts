import type { WebSocket } from 'ws'
import { type Channel, Connection, type Person } from './connection.ts'
import type { RealtimeLimits } from '../limits.ts'
import { CLOSE, type CloseReason, Refusal, type Wire } from '../wire/wire.ts'
import { Subscriptions } from '../subscriptions.ts'

/** All open sockets of this process, their accounts and subscriptions. */
export class Connections {
  readonly subscriptions = new Subscriptions()
  readonly #open = new Set<Connection>()
  readonly #waiting = new Set<Connection>()
  readonly #ofPerson = new Map<string, Set<Connection>>()
  readonly #limits: RealtimeLimits

  constructor(limits: RealtimeLimits) {
    this.#limits = limits
  }

  get all(): ReadonlySet<Connection> {
    return this.#open
  }

  add(socket: WebSocket, wire: Wire): Connection {
    const connection = new Connection(socket, wire, (left) => this.#forget(left))
    this.#open.add(connection)
    this.#waiting.add(connection)
    // Sockets that never join must not lock out those that do.
    const [oldest] = this.#waiting
    if (this.#waiting.size > this.#limits.waitingSockets) oldest?.close(CLOSE.nobodyJoined)
    return connection
  }

  /** Binds the socket to an account. */
  assign(connection: Connection, person: Person): void {
    if (!connection.isOpen) return
    if (connection.person?.id !== person.id) {
      const others = this.#ofPerson.get(person.id) ?? new Set()
      if (others.size >= this.#limits.socketsPerPerson) {
        throw new Refusal(`This account already has ${others.size} connections.`)
      }
      this.#unassign(connection)
      this.#ofPerson.set(person.id, others.add(connection))
    }
    connection.person = person
  }

  openChannel(channel: Channel): void {
    const { connection, topic, subscriptions } = channel
    this.closeChannel(connection, topic)
    if (!connection.isOpen) return
    connection.channels.set(topic, channel)
    for (const subscription of subscriptions) this.subscriptions.add(subscription)
  }

  closeChannel(connection: Connection, topic: string): void {
    const channel = connection.channels.get(topic)
    if (!channel) return
    connection.channels.delete(topic)
    for (const subscription of channel.subscriptions) this.subscriptions.remove(subscription)
    const { joinRef } = channel
    connection.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: '{}' })
  }

  closeLateComers(): void {
    const since = Date.now() - this.#limits.joinWithinMilliseconds
    for (const connection of this.#waiting) {
      if (connection.openedAt <= since) connection.close(CLOSE.nobodyJoined)
    }
  }

  closeAll(reason: CloseReason): void {
    for (const connection of this.#open) connection.close(reason)
  }

  #unassign(connection: Connection): void {
    this.#waiting.delete(connection)
    const { person } = connection
    const theirs = person && this.#ofPerson.get(person.id)
    theirs?.delete(connection)
    if (person && theirs?.size === 0) this.#ofPerson.delete(person.id)
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection)
    this.#unassign(connection)
    for (const { subscriptions } of connection.channels.values()) {
      for (const subscription of subscriptions) this.subscriptions.remove(subscription)
    }
    connection.channels.clear()
  }
}
