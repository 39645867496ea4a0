import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, readEnvironment } from '../../../server/process/config.ts'
import { StartFailure } from '../../../server/common/failures.ts'
import { casesOf } from '../cases.ts'

test('without any variable the documented defaults apply', () =>
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    confirmEmail: false,
    requireAdminMfa: false,
    sessionDays: 30,
    auditDays: 365,
    textQuota: 500,
    ai: { provider: 'demo', contextTokens: 12_000, outputTokens: undefined, memory: true },
    monthlyGenerationLimit: undefined,
    workerConcurrency: 50,
    trustProxy: 0,
    logLevel: 'info',
  }))

test('an empty value counts as unset', () =>
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', AI_PROVIDER: '' })).toEqual(readConfig({})))

test('valid values are used', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '8080',
    PUBLIC_URL: 'https://Scripts.Example.com/',
    ALLOWED_REDIRECTS: 'https://a.example.com, https://b.example.com/path',
    ALLOWED_ORIGINS: 'https://App.example.com/, http://127.0.0.1:5173',
    AUTH_CONFIRM_EMAIL: 'true',
    REQUIRE_ADMIN_MFA: 'true',
    SESSION_DAYS: '7',
    AUDIT_DAYS: '90',
    TEXT_QUOTA_MB: '2000',
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'Script Writer <scripts@example.com>',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'llama',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    AI_CONTEXT_TOKENS: '64000',
    AI_OUTPUT_TOKENS: '8000',
    WORKER_CONCURRENCY: '0',
    SECURITY_CONTACT: 'security@example.com',
  })
  expect(config).toMatchObject({
    host: '::1',
    port: 8080,
    publicUrl: 'https://scripts.example.com',
    allowedRedirects: ['https://a.example.com', 'https://b.example.com/path'],
    allowedOrigins: ['https://app.example.com', 'http://127.0.0.1:5173'],
    confirmEmail: true,
    requireAdminMfa: true,
    sessionDays: 7,
    auditDays: 90,
    textQuota: 2000,
    mail: { from: 'Script Writer <scripts@example.com>' },
    ai: {
      provider: 'openai-compatible',
      model: 'llama',
      baseUrl: 'http://127.0.0.1:11434/v1',
      contextTokens: 64_000,
      outputTokens: 8000,
      memory: true,
    },
    workerConcurrency: 0,
    securityContact: 'mailto:security@example.com',
  })
})

describe('an invalid value stops the start with one line: variable, problem, example', () => {
  test.each(casesOf`
    PORT │ abc │ must be a whole number from 0 to 65535 │ 3000
    PORT │ 70000 │ must be from 0 to 65535 │ 3000
    HOST │ a b │ must be a host name or IP address │ 127.0.0.1
    SESSION_DAYS │ 0 │ must be from 1 to 3650 │ 30
    AUDIT_DAYS │ long │ must be a whole number from 1 to 36500 │ 365
    REQUIRE_ADMIN_MFA │ yes │ must be true or false │ true
    PUBLIC_URL │ ftp://x │ must be an http or https URL │ https://scripts.example.com
    PUBLIC_URL │ https://x/path │ must have only a protocol, host and port │ https://scripts.example.com
    ALLOWED_REDIRECTS │ https://a.example.com,nonsense │ must be an http or https URL │ https://a.example.com,https://b.example.com
    ALLOWED_ORIGINS │ * │ must be an http or https URL │ https://a.example.com,https://b.example.com
    ALLOWED_ORIGINS │ https://a.example.com/app │ must have only a protocol, host and port │ https://a.example.com,https://b.example.com
    AUTH_CONFIRM_EMAIL │ yes │ must be true or false │ true
    ADMIN_EMAIL │ nobody │ must be an e-mail address │ you@example.com
    MAIL_FROM │ Writer <> │ must be an e-mail address, optionally with a name before it │ "\"Script Writer <scripts@example.com>\""
    SECURITY_CONTACT │ http://example.com │ must be an e-mail address or an https URL │ security@example.com
    AI_PROVIDER │ gpt │ must be demo, openai, anthropic, google or openai-compatible │ demo
    AI_CONTEXT_TOKENS │ 100 │ must be from 4000 to 2000000 │ 12000
    AI_OUTPUT_TOKENS │ many │ must be a whole number from 256 to 1000000 │ 16000
    AI_MEMORY │ no │ must be on or off │ off
    LOG_LEVEL │ loud │ must be trace, debug, info, warn, error, fatal or silent │ info
    AUTHORSHIP_FORMER_KEYS │ x │ must be public keys of records │ MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    TRUST_PROXY │ -1 │ must be a whole number from 0 to 16 │ 1
    WORKER_CONCURRENCY │ 4.5 │ must be a whole number from 0 to 256 │ 50
  `)('%s="%s"', (name, value, problem, example) => {
    const line = `${name} "${value}" ${problem}; for example ${name}=${example}`
    expect(() => readConfig({ [name]: value })).toThrow(new StartFailure(line))
  })

  test.each(
    'DATABASE_URL SMTP_URL JWT_SECRET ADMIN_PASSWORD METRICS_TOKEN AUTHORSHIP_KEY'.split(' '),
  )('the value of %s is never shown', (name) => {
    const read = () => readConfig({ [name]: 'hunter2' })
    expect(read).toThrow(new RegExp(`^${name} must .*; for example ${name}=`))
    expect(read).not.toThrow('hunter2')
  })

  test('several invalid values get one line each', () =>
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT .*\nLOG_LEVEL .*$/))
})

test('a missing variable that another one requires is reported', () => {
  expect(() => readConfig({ AI_PROVIDER: 'openai', AI_API_KEY: 'k' })).toThrow(
    'AI_MODEL is required because AI_PROVIDER is openai',
  )
  expect(() => readConfig({ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' })).toThrow(
    'AI_API_KEY is required',
  )
  expect(() => readConfig({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' })).toThrow(
    'AI_BASE_URL is required',
  )
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL is required')
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.com' })).toThrow('MAIL_FROM is required')
})

test('a .env file is read, and the environment takes precedence', () => {
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
