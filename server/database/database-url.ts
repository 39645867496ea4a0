export type Host = { host: string; port: number }
/** What a host must be, as in libpq: writable, or at least not a standby. */
export type Target = 'read-write' | 'primary'

export type DatabaseAddress = {
  /** The connection string for the driver, which supports only one host. */
  connectionString: string
  /** Undefined if the URL names a single host and no target_session_attrs. */
  choice: { hosts: Host[]; target: Target } | undefined
}

/** The message completes a sentence that begins with the variable's name, and never contains a password. */
export class InvalidDatabaseUrl extends Error {
  override readonly name = 'InvalidDatabaseUrl'
}

const PARTS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/
const DEFAULT_PORT = 5432

const invalid = (problem: string) => new InvalidDatabaseUrl(problem)

function portFrom(text: string | undefined): number {
  if (!text) return DEFAULT_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw invalid('must have ports from 1 to 65535')
  return port
}

/** `127.0.0.1:5432`, `[::1]:5432` or `db.example.com`; the port may be left out. */
function hostFrom(text: string): Host {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d*))?$/i.exec(text) ?? []
  if (!host) throw invalid('must name each host as host:port')
  return { host: host.replace(/^\[|\]$/g, ''), port: portFrom(port) }
}

/** libpq's other way to write a list: `?host=a,b&port=1,2`. A single port applies to all hosts. */
function hostsFromQuery(names: string, ports: string): Host[] {
  const hosts = names.split(',')
  const numbers = ports.split(',')
  if (numbers.length !== 1 && numbers.length !== hosts.length) {
    throw invalid(`has ${hosts.length} hosts but ${numbers.length} ports`)
  }
  if (hosts.includes('')) throw invalid('must not have an empty host')
  return hosts.map((host, at) => ({ host, port: portFrom(numbers[at] ?? numbers[0]) }))
}

function targetFrom(text: string | null): Target {
  // By default libpq accepts any of several hosts, but a standby would refuse every write.
  if (text === null || text === 'read-write' || text === 'primary') return text ?? 'read-write'
  throw invalid('must have target_session_attrs=read-write or primary, because the server writes')
}

/** Several hosts are separated by commas: `postgresql://user@a:5432,b:5432/db?target_session_attrs=read-write`. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const { scheme, user, hosts: names = '', path = '', query = '' } = PARTS.exec(url)?.groups ?? {}
  const parameters = new URLSearchParams(query)
  const isList = names.includes(',') || /,/.test(parameters.get('host') ?? '')
  const attributes = parameters.get('target_session_attrs')
  if (!scheme || (!isList && attributes === null)) {
    if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      throw invalid('must be a postgresql:// URL')
    }
    return { connectionString: url, choice: undefined }
  }
  const inQuery = parameters.get('host')
  const hosts = inQuery
    ? hostsFromQuery(inQuery, parameters.get('port') ?? '')
    : names.split(',').map((name) => hostFrom(name))
  const target = targetFrom(attributes)
  parameters.delete('target_session_attrs')
  const [first] = hosts
  if (!first) throw invalid('must be a postgresql:// URL')
  // Put into the query, where a host may also be the folder of a socket.
  parameters.set('host', first.host)
  parameters.set('port', String(first.port))
  const account = user === undefined ? '' : `${user}@`
  const connectionString = `${scheme}${account}localhost${path}?${parameters.toString()}`
  if (!URL.canParse(connectionString)) throw invalid('must be a postgresql:// URL')
  return { connectionString, choice: { hosts, target } }
}
