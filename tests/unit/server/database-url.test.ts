import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../../server/database/database-url.ts'

const choiceOf = (url: string) => parseDatabaseUrl(url).choice

test('a URL with one host is left to the driver', () => {
  for (const url of [
    'postgresql://user:password@127.0.0.1:5432/script_writer',
    'postgres://db.example.com/script_writer?sslmode=require',
    'postgresql://user@localhost/script_writer?host=/var/run/postgresql',
  ]) {
    expect(parseDatabaseUrl(url)).toEqual({ connectionString: url, choice: undefined })
  }
})

test('several hosts are separated by commas, each with its own port', () => {
  const url =
    'postgresql://user:p%40ss@10.0.0.1:5433,db.example.com,[::1]:6000/scripts?sslmode=require'
  expect(choiceOf(url)).toEqual({
    hosts: [
      { host: '10.0.0.1', port: 5433 },
      { host: 'db.example.com', port: 5432 },
      { host: '::1', port: 6000 },
    ],
    target: 'read-write',
  })
  const { searchParams, username, password, pathname } = new URL(
    parseDatabaseUrl(url).connectionString,
  )
  expect({ username, password, pathname }).toEqual({
    username: 'user',
    password: 'p%40ss',
    pathname: '/scripts',
  })
  expect(Object.fromEntries(searchParams)).toEqual({
    sslmode: 'require',
    host: '10.0.0.1',
    port: '5433',
  })
})

test('hosts may stand in the query as libpq allows, one port for all or one for each', () => {
  expect(choiceOf('postgresql://u@/db?host=/run/a,b.example.com&port=5001,5002')?.hosts).toEqual([
    { host: '/run/a', port: 5001 },
    { host: 'b.example.com', port: 5002 },
  ])
  expect(choiceOf('postgresql://u@/db?host=a,b&port=5001')?.hosts).toEqual([
    { host: 'a', port: 5001 },
    { host: 'b', port: 5001 },
  ])
})

test('target_session_attrs is read for one host too, and never reaches the driver', () => {
  const { connectionString, choice } = parseDatabaseUrl(
    'postgresql://u@127.0.0.1:5001/db?target_session_attrs=primary',
  )
  expect(choice).toEqual({ hosts: [{ host: '127.0.0.1', port: 5001 }], target: 'primary' })
  expect(connectionString).not.toContain('target_session_attrs')
})

test.each([
  ['http://127.0.0.1/db', 'must be a postgresql:// URL'],
  ['postgresql://u@a:5432,/db', 'must name each host as host:port'],
  ['postgresql://u@a:5432,b:x/db', 'must name each host as host:port'],
  ['postgresql://u@a:5432,b:70000/db', 'must have ports from 1 to 65535'],
  ['postgresql://u@/db?host=a,b&port=1,2,3', 'has 2 hosts but 3 ports'],
  ['postgresql://u@/db?host=a,&port=1', 'must not have an empty host'],
  [
    'postgresql://u@a,b/db?target_session_attrs=standby',
    'must have target_session_attrs=read-write or primary, because the server writes',
  ],
])('%s is refused: it %s', (url, problem) => expect(() => parseDatabaseUrl(url)).toThrow(problem))
