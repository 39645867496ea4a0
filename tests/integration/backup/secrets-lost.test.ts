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

test('the server says what to do without secrets.json, and the repair keeps what it can read and replaces the rest', async () => {
  const dataDir = await usedDataDir()
  const file = path.join(dataDir, 'secrets.json')
  const first = await startTestServer({ DATA_DIR: dataDir })
  const client = await newClient(first.url)
  expect((await client.auth.signUp(someone)).error).toBeNull()
  expect((await repair(dataDir)).stderr).toMatch(/^DATA_DIR .* is in use by process \d+/)
  await first.stop()

  // What is readable stays as it is, and the database gets the password.
  const secrets = JSON.parse(await readFile(file, 'utf8')) as object
  const former = { ...secrets, databasePassword: "it's from another copy", later: 'kept' }
  await writeFile(file, JSON.stringify(former))
  expect((await repair(dataDir)).stdout).toMatch(/^secrets\.json was there and is unchanged/)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(former)
  const second = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${second.url}/ready`)).status).toBe(200)
  await second.stop()

  // A damaged file is kept under another name.
  await writeFile(file, '{"jwtSecret": "cut o')
  expect((await repair(dataDir)).stdout).toMatch(/^New secrets were created/)
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe('{"jwtSecret": "cut o')

  // Without it nothing is created that would hide the loss.
  await rm(file)
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(
    /^\S+secrets\.json is missing.*npm run repair-secrets.*$/,
  )
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  const repaired = await repair(dataDir)
  expect(repaired.stderr).toBe('')
  expect(repaired.stdout).toMatch(/^New secrets were created.*everyone has to sign in again/)
  const { url } = await startTestServer({ DATA_DIR: dataDir })
  const { data, error } = await (await newClient(url)).auth.signInWithPassword(someone)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(someone.email)
})
