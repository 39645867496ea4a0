import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, readEnvironment } from '../../../server/config.ts'
import { StartFailure } from '../../../server/start-failure.ts'

test('nothing set gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    confirmEmail: false,
    ai: { provider: 'demo' },
    monthlyGenerationLimit: 100,
    workerConcurrency: 50,
    trustProxy: 0,
    logLevel: 'info',
    production: false,
  })
})

test('an empty value is the same as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', AI_PROVIDER: '' })).toEqual(readConfig({}))
})

test('good values are taken over', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '8080',
    PUBLIC_URL: 'https://Scripts.Example.com/',
    ALLOWED_REDIRECTS: 'https://a.example.com, https://b.example.com/path',
    AUTH_CONFIRM_EMAIL: 'true',
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'Script Writer <scripts@example.com>',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'llama',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    WORKER_CONCURRENCY: '0',
    NODE_ENV: 'production',
  })
  expect(config).toMatchObject({
    host: '::1',
    port: 8080,
    publicUrl: 'https://scripts.example.com',
    allowedRedirects: ['https://a.example.com', 'https://b.example.com/path'],
    confirmEmail: true,
    mail: { from: 'Script Writer <scripts@example.com>' },
    ai: { provider: 'openai-compatible', model: 'llama', baseUrl: 'http://127.0.0.1:11434/v1' },
    workerConcurrency: 0,
    production: true,
  })
})

describe('a bad value stops the start with one line: variable, problem, example', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT "abc" is not a whole number from 0 to 65535; for example PORT=3000'],
    [{ PORT: '70000' }, 'PORT "70000" is not from 0 to 65535; for example PORT=3000'],
    [{ HOST: 'a b' }, 'HOST "a b" is not a host name or address; for example HOST=127.0.0.1'],
    [
      { PUBLIC_URL: 'ftp://x' },
      'PUBLIC_URL "ftp://x" is not an http or https address; for example PUBLIC_URL=https://scripts.example.com',
    ],
    [
      { PUBLIC_URL: 'https://x/path' },
      'PUBLIC_URL "https://x/path" has more than protocol, host and port; for example PUBLIC_URL=https://scripts.example.com',
    ],
    [
      { ALLOWED_REDIRECTS: 'https://a.example.com,nonsense' },
      'ALLOWED_REDIRECTS "https://a.example.com,nonsense" is not an http or https address; for example ALLOWED_REDIRECTS=https://a.example.com,https://b.example.com',
    ],
    [
      { AUTH_CONFIRM_EMAIL: 'yes' },
      'AUTH_CONFIRM_EMAIL "yes" is neither true nor false; for example AUTH_CONFIRM_EMAIL=true',
    ],
    [
      { ADMIN_EMAIL: 'nobody' },
      'ADMIN_EMAIL "nobody" is not an e-mail address; for example ADMIN_EMAIL=you@example.com',
    ],
    [
      { MAIL_FROM: 'Writer <>' },
      'MAIL_FROM "Writer <>" is not an e-mail address, with or without a name before it; for example MAIL_FROM="Script Writer <scripts@example.com>"',
    ],
    [
      { AI_PROVIDER: 'gpt' },
      'AI_PROVIDER "gpt" is none of demo, openai, anthropic, google, openai-compatible; for example AI_PROVIDER=demo',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL "loud" is none of trace, debug, info, warn, error, fatal, silent; for example LOG_LEVEL=info',
    ],
    [
      { TRUST_PROXY: '-1' },
      'TRUST_PROXY "-1" is not a whole number from 0 to 16; for example TRUST_PROXY=1',
    ],
    [
      { WORKER_CONCURRENCY: '4.5' },
      'WORKER_CONCURRENCY "4.5" is not a whole number from 0 to 256; for example WORKER_CONCURRENCY=50',
    ],
  ])('%o', (env, line) => {
    expect(() => readConfig(env)).toThrow(new StartFailure(line))
  })

  test.each(['DATABASE_URL', 'SMTP_URL', 'JWT_SECRET', 'ADMIN_PASSWORD', 'METRICS_TOKEN'])(
    'the value of %s is a secret and not shown',
    (name) => {
      const read = () => readConfig({ [name]: 'hunter2' })
      expect(read).toThrow(new RegExp(`^${name} is .*; for example ${name}=`))
      expect(read).not.toThrow('hunter2')
    },
  )

  test('several bad values are a line each', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT .*\nLOG_LEVEL .*$/)
  })
})

test('variables that need each other say so', () => {
  expect(() => readConfig({ AI_PROVIDER: 'openai', AI_API_KEY: 'k' })).toThrow(
    'AI_MODEL is missing: AI_PROVIDER is openai',
  )
  expect(() => readConfig({ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' })).toThrow(
    'AI_API_KEY is missing',
  )
  expect(() => readConfig({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' })).toThrow(
    'AI_BASE_URL is missing',
  )
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL is missing')
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.com' })).toThrow('MAIL_FROM is missing')
})

test('a .env file is read, and the environment goes before it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'script-writer-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, '.env')
  expect(readEnvironment({ PORT: '1' }, file)).toEqual({ PORT: '1' })
  writeFileSync(file, '# a comment\nPORT=2\nMAIL_FROM="Script Writer <a@b.example>"\n')
  expect(readEnvironment({ PORT: '1' }, file)).toEqual({
    PORT: '1',
    MAIL_FROM: 'Script Writer <a@b.example>',
  })
})
