import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { copiesOfUsedDataDir } from '../../support/database/embedded-database.ts'
import { runServerCommand } from '../../support/server-command.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()
const someone = { email: 'someone@example.com', password: 'a good long password' }

const repair = (dataDir: string) => runServerCommand('repair-secrets', [], { DATA_DIR: dataDir })

async function withAccount(): Promise<string> {
  const dataDir = await usedDataDir()
  const server = await startTestServer({ DATA_DIR: dataDir })
  const client = await newClient(server.url)
  expect((await client.auth.signUp(someone)).error).toBeNull()
  expect((await repair(dataDir)).stderr).toMatch(/^DATA_DIR .* is in use by process \d+/)
  await server.stop()
  return dataDir
}

test('without secrets.json the server says what to do, and after the repair everyone signs in again', async () => {
  const dataDir = await withAccount()
  const file = path.join(dataDir, 'secrets.json')
  await rm(file)
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(
    /^\S+secrets\.json is missing.*npm run repair-secrets.*$/,
  )
  // Nothing was created that would hide the loss.
  await expect(readFile(file)).rejects.toThrow('ENOENT')

  const repaired = await repair(dataDir)
  expect(repaired.stderr).toBe('')
  expect(repaired.stdout).toMatch(/^New secrets were created.*everyone has to sign in again/)
  const server = await startTestServer({ DATA_DIR: dataDir })
  const client = await newClient(server.url)
  const { data, error } = await client.auth.signInWithPassword(someone)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(someone.email)
})

test('readable secrets stay as they are, damaged ones are replaced, and the database gets the password', async () => {
  const dataDir = await usedDataDir()
  const file = path.join(dataDir, 'secrets.json')
  const secrets = JSON.parse(await readFile(file, 'utf8')) as object
  const former = { ...secrets, databasePassword: "it's from another copy", later: 'kept' }
  await writeFile(file, JSON.stringify(former))
  expect((await repair(dataDir)).stdout).toMatch(/^secrets\.json was there and is unchanged/)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(former)
  const server = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  await server.stop()

  // A damaged secrets file is kept under another name.
  await writeFile(file, '{"jwtSecret": "cut o')
  expect((await repair(dataDir)).stdout).toMatch(/^New secrets were created/)
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe('{"jwtSecret": "cut o')
  const next = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${next.url}/ready`)).status).toBe(200)
})
