import {
  ACCEPTS,
  ARGUMENTS,
  FITTING,
  FUNCTIONS,
  JSON_VALUES,
  METHODS,
  NOISE,
  OPERATORS,
  OTHERS,
  PREFERENCES,
  RANGES,
  REFUSED,
  STRANGE,
  TYPES,
  VALUES,
} from './fuzz-words.ts'

/** A request as sent over the wire; its path is not normalised. */
export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** The callers and the names that requests may use. */
export type FuzzFixture = {
  anonKey: string
  /** Tokens of callers who may write, and of those who only read. */
  writers: string[]
  readers: string[]
  ids: string[]
  /** The columns of each table, and what can be embedded in it. */
  tables: Record<
    string,
    { columns: { name: string; type: string }[]; embeds: string[]; writable: boolean }
  >
}

/** A small, fast random generator, reproducible by its seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  percent(share: number): boolean {
    return this.below(100) < share
  }
}

/** Generates valid requests, random ones, and everything in between. */
export class Fuzz {
  readonly #chance: Chance
  readonly #fixture: FuzzFixture

  constructor(seed: number, fixture: FuzzFixture) {
    this.#chance = new Chance(seed)
    this.#fixture = fixture
  }

  next(): Sent {
    const chance = this.#chance
    const asksFunction = chance.percent(15)
    const usual = asksFunction && chance.percent(90) ? ['GET', 'POST'] : METHODS
    const method = chance.one(chance.percent(3) ? OTHERS : usual)
    const { tables } = this.#fixture
    const all = Object.keys(tables)
    // Prefer writable tables, so that some changes succeed however many tables are read-only.
    const table = chance.one(
      chance.percent(50) ? all : all.filter((name) => tables[name]?.writable),
    )
    const target = asksFunction ? `/rpc/${chance.one(FUNCTIONS)}` : `/${table}`
    let query = this.#query(table, asksFunction)
    let body = method === 'GET' || method === 'HEAD' ? undefined : this.#body(table, asksFunction)
    const mutations = chance.one([0, 0, 0, 0, 0, 1, 1, 2, 4])
    for (let times = mutations; times > 0; times -= 1) query = this.#mutate(query)
    if (body !== undefined && chance.percent(20)) body = this.#mutate(body)
    const path = chance.percent(4) ? this.#mutate(target) : target
    const place = chance.percent(3) ? `/${this.#noise(40)}` : path
    return {
      method,
      path: encode(`/rest/v1${place}${query === '' ? '' : `?${query}`}`),
      headers: this.#headers(method),
      body,
    }
  }

  #query(table: string, asksFunction: boolean): string {
    const chance = this.#chance
    const parts: string[] = []
    if (asksFunction && chance.percent(40)) parts.push(`query=${this.#value()}`, 'max_results=2')
    if (chance.percent(50)) parts.push(`select=${this.#select(table, 0)}`)
    for (let times = chance.one([0, 1, 1, 2]); times > 0; times -= 1) {
      const { name, type } = chance.one(this.#columns(table))
      parts.push(`${name}=${this.#condition(type)}`)
    }
    const optional: [share: number, part: () => string][] = [
      [15, () => `${chance.one(['or', 'and', 'not.or', 'not.and'])}=${this.#group(table, 0)}`],
      [20, () => `order=${this.#order(table)}`],
      [15, () => `limit=${chance.one(['1', '2', '5', '5', '0', '2000', '-1', 'x'])}`],
      [10, () => `offset=${chance.one(['0', '1', '2', '99999999', '-1'])}`],
      [5, () => `columns=${this.#column(table)},${this.#column(table)}`],
      [5, () => `on_conflict=${chance.one(['id', 'user_id,script_id', this.#column(table)])}`],
      [3, () => `${table}.${chance.one(['limit', 'order', 'id'])}=${this.#condition()}`],
    ]
    for (const [share, part] of optional) if (chance.percent(share)) parts.push(part())
    return parts.join('&')
  }

  #columns(table: string) {
    return this.#fixture.tables[table]?.columns ?? []
  }

  #column(table: string): string {
    const chance = this.#chance
    return chance.percent(2) ? 'nothing' : chance.one(this.#columns(table)).name
  }

  /** Usually a value that is valid for the type. */
  #value(type = 'text'): string {
    const chance = this.#chance
    if (chance.percent(12)) return chance.one(VALUES)
    if (type === 'uuid') return chance.one(this.#fixture.ids)
    return chance.one(FITTING[type] ?? VALUES)
  }

  #condition(type = 'text'): string {
    const chance = this.#chance
    const fitting = type === 'text' ? OPERATORS : OPERATORS.filter((name) => !name.endsWith('like'))
    const operator = chance.one(chance.percent(5) ? STRANGE : fitting)
    const value = this.#value(type)
    if (operator.endsWith('in') && chance.percent(90))
      return `${operator}.(${value},${this.#value(type)})`
    if (operator.endsWith('is') && chance.percent(90)) {
      return `${operator}.${chance.one(type === 'boolean' ? ['true', 'unknown'] : ['null', 'not_null'])}`
    }
    return `${operator}.${value}`
  }

  #group(table: string, depth: number): string {
    const chance = this.#chance
    const parts = Array.from({ length: 1 + chance.below(3) }, () => {
      if (depth < 4 && chance.percent(30)) {
        return `${chance.one(['and', 'or', 'not.and', 'not.or'])}${this.#group(table, depth + 1)}`
      }
      const { name, type } = chance.one(this.#columns(table))
      return `${name}.${this.#condition(type)}`
    })
    return `(${parts.join(',')})`
  }

  #select(table: string, depth: number): string {
    const chance = this.#chance
    const parts = Array.from({ length: 1 + chance.below(3) }, () => {
      const alias = chance.percent(10)
        ? `${chance.one(['a', 'b_1', 'A', 'x', 'y', 'z', '"x y"', 'x-y'])}:`
        : ''
      const { embeds = [] } = this.#fixture.tables[table] ?? {}
      if (depth < 4 && embeds.length > 0 && chance.percent(25)) {
        const embed = chance.one(embeds)
        const [inner = ''] = embed.split('!')
        const hint = chance.percent(85) ? '' : chance.one(['!inner', '!left', '!user_id', '!x'])
        return `${alias}${embed}${hint}(${this.#select(inner, depth + 1)})`
      }
      const more = chance.percent(5)
        ? chance.one(['::text', '->a', '->>a', '.sum()', '!x', '('])
        : ''
      return `${alias}${chance.percent(10) ? '*' : this.#column(table)}${more}`
    })
    return parts.join(',')
  }

  #order(table: string): string {
    const chance = this.#chance
    const direction = chance.one(['', '', '.asc', '.asc', '.desc', '.desc', '.desc', '.up'])
    return `${this.#column(table)}${direction}${chance.one(['', '.nullsfirst', '.nullslast'])}`
  }

  #body(table: string, asksFunction: boolean): string {
    const chance = this.#chance
    if (chance.percent(5)) return chance.one([...JSON_VALUES, '', 'title,x\n1,2'])
    const fields = asksFunction ? ARGUMENTS : this.#columns(table)
    const row = () => {
      const pairs = Array.from({ length: chance.below(4) }, () => {
        const { name, type } = chance.one(fields)
        const value = chance.percent(80)
          ? JSON.stringify(this.#value(type))
          : chance.one(JSON_VALUES)
        const key = chance.percent(3)
          ? chance.one(['__proto__', '', 'a"b', 'x;--', this.#noise(5)])
          : name
        return `${JSON.stringify(key)}:${value}`
      })
      return `{${pairs.join(',')}}`
    }
    return chance.percent(20)
      ? `[${Array.from({ length: chance.below(4) }, row).join(',')}]`
      : row()
  }

  #headers(method: string): Record<string, string> {
    const chance = this.#chance
    const { anonKey, writers, readers } = this.#fixture
    const tokens = method === 'GET' || method === 'HEAD' ? [...writers, ...readers] : writers
    const headers: Record<string, string> = {}
    if (!chance.percent(1))
      headers['apikey'] = chance.percent(1) ? printable(this.#noise(20)) : anonKey
    if (!chance.percent(5)) {
      const token = chance.one(tokens)
      headers['authorization'] = chance.percent(2)
        ? chance.one(['', 'Bearer', 'Basic x', `Bearer ${token}x`, `bearer  ${token}`, 'Bearer ..'])
        : `Bearer ${token}`
    }
    if (chance.percent(40)) {
      headers['prefer'] =
        `${chance.one(PREFERENCES)},${chance.one(chance.percent(10) ? REFUSED : PREFERENCES)}`
    }
    if (chance.percent(6)) headers['accept'] = chance.one(ACCEPTS)
    if (chance.percent(10)) headers['range'] = chance.one(RANGES)
    if (chance.percent(2)) headers['accept-profile'] = chance.one(['public', 'auth', '', 'x"y'])
    if (chance.percent(2)) headers['content-profile'] = chance.one(['public', 'private', ''])
    if (chance.percent(90))
      headers['content-type'] = chance.percent(97) ? 'application/json' : chance.one(TYPES)
    if (chance.percent(3))
      headers[chance.one(['prefer', 'accept', 'range', 'content-type'])] = printable(
        this.#noise(60),
      )
    return headers
  }

  #noise(longest: number): string {
    const chance = this.#chance
    return Array.from(
      { length: chance.below(longest) },
      () => NOISE[chance.below(NOISE.length)],
    ).join('')
  }

  #mutate(text: string): string {
    const chance = this.#chance
    const at = chance.below(text.length + 1)
    const to = at + chance.below(6)
    return chance.one([
      () => text.slice(0, at) + this.#noise(3) + text.slice(at),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + text.slice(at),
      () => text.slice(0, at) + this.#value() + text.slice(to),
      () =>
        text.slice(0, at) +
        chance.one(['(', ')', ',', '.', '"', '&', '=', ':', '!']) +
        text.slice(at),
      () => `${text}&${text}`.slice(0, 9_000),
      () => text.slice(0, at) + text.slice(at, to).repeat(chance.below(400)) + text.slice(to),
    ])()
  }
}

/** Encodes what a request line cannot contain, and leaves all other errors in place. */
const encode = (path: string) =>
  path
    .slice(0, 10_000)
    .replace(/[^\u0021-\u007e]/gu, (character) =>
      encodeURIComponent(character.isWellFormed() ? character : '?'),
    )

const printable = (text: string) => text.replace(/[^\u0020-\u007e]/g, '?')
